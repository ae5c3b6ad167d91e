import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { News } from '../../loop/journal/feed.ts'
import type { OnProgress } from '../../loop/journal/verify.ts'
import type { Loop } from '../../loop/loop.ts'
import { answerFailure, refuse } from './guard/refusal.ts'
import type { Env, ServerContext } from './server-context.ts'
import { Watch } from './watch.ts'

const MOST_STREAMS = 100
/** Most streams per token, so that one caller cannot take the places of others. */
const MOST_OF_ONE = 20
/** A reader that stops reading is disconnected; it can reconnect from where it stopped. */
const MOST_UNREAD = 100

/** All event streams of one server. */
export class Live {
  readonly #watches = new Map<string, Watch>()
  readonly #context: ServerContext
  /** How many are open, by token. */
  readonly #open = new Map<string, number>()

  constructor(context: ServerContext) {
    this.#context = context
  }

  /** Sends the journal's position, or the events after `Last-Event-ID`, then all later ones. */
  async open(c: Context<Env>): Promise<Response> {
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
    const [loop, project, grant] = [c.get('loop'), c.get('project'), c.get('grant')]
    const isHeld = c.get('isHeld')
    const last = /^\d{1,15}$/.exec(c.req.header('last-event-id') ?? '')?.[0]
    const first = await loop.news(last === undefined ? {} : { after: Number(last) })
    const watch = this.#watchOf(project, () => this.#context.mettle.as({ actor: grant.name, project }))
    const leave = this.#enter(grant.token ?? 'own')
    return streamSSE(c, async (stream) => {
      let unread = 0
      const write = async (text: string) => {
        unread += 1
        if (unread > MOST_UNREAD) return stream.abort()
        await stream.write(text)
        unread -= 1
      }
      const stop = watch.listen((news) => void write(message(news)), first.position)
      const heartbeat = setInterval(async () => {
        if (await isHeld().catch(() => false)) await write(':\n\n')
        else stream.abort()
      }, this.#context.heartbeatMs).unref()
      const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
      await write(message(first))
      await ended
      clearInterval(heartbeat)
      stop()
      leave()
    })
  }

  /** Takes a stream slot; the returned function releases it. */
  #enter(token: string): () => void {
    const own = this.#open.get(token) ?? 0
    const all = [...this.#open.values()].reduce((sum, count) => sum + count, 0)
    if (own >= MOST_OF_ONE) throw tooMany(`${MOST_OF_ONE} streams of this token are open.`)
    if (all >= MOST_STREAMS) throw tooMany(`${MOST_STREAMS} listen already.`)
    this.#open.set(token, own + 1)
    return () => {
      const left = this.#open.get(token)! - 1
      if (left === 0) this.#open.delete(token)
      else this.#open.set(token, left)
    }
  }

  #watchOf(project: string, loop: () => Loop): Watch {
    const watch = this.#watches.get(project) ?? new Watch(loop)
    this.#watches.set(project, watch)
    return watch
  }
}

function tooMany(message: string): Error {
  return refuse(429, { code: 'too-many', message, hint: 'Ask GET /v1/news from time to time.' })
}

function message(news: News): string {
  return `id: ${news.position}\ndata: ${JSON.stringify(news)}\n\n`
}

/** Answers a call that takes minutes with server-sent events: `progress`, in the end `result` or `failed`. It stops when the caller leaves. */
export function answerWithProgress(
  c: Context<Env>,
  { heartbeatMs, onFault }: ServerContext,
  call: (onProgress: OnProgress) => Promise<unknown>,
): Response {
  return streamSSE(c, async (stream) => {
    const write = (event: string, data: unknown) => stream.writeSSE({ event, data: JSON.stringify(data) })
    // A call may wait long for another, and a proxy would close the silent connection.
    const heartbeat = setInterval(() => void stream.write(':\n\n'), heartbeatMs).unref()
    const onProgress: OnProgress = (done, total) => {
      if (stream.aborted) throw tooMany('The caller has left.')
      void write('progress', { done, total })
    }
    try {
      await write('result', await call(onProgress))
    } catch (error) {
      await write('failed', await answerFailure(error, c, onFault).json())
    } finally {
      clearInterval(heartbeat)
    }
  })
}
