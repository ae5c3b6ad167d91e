import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { News } from '../loop/feed.ts'
import type { Loop } from '../loop/loop.ts'
import { refuse } from './refusal.ts'
import type { Env, ServerContext } from './server-context.ts'
import { Watch } from './watch.ts'

/** Proxies close what is silent for a minute, and a token may have been revoked meanwhile. */
const HEARTBEAT_MS = 15_000
const MOST_STREAMS = 100
/** A reader that does not read is let go; it may come back and say where it stopped. */
const MOST_UNREAD = 100

/** The streams of news, all of one server. */
export class Live {
  readonly #watches = new Map<string, Watch>()
  readonly #context: ServerContext
  #streams = 0

  constructor(context: ServerContext) {
    this.#context = context
  }

  /** Tells where the journal stands, or what came after `Last-Event-ID`; then whatever comes. */
  async open(c: Context<Env>): Promise<Response> {
    if (this.#streams >= MOST_STREAMS)
      throw refuse(429, {
        code: 'too-many',
        message: `${MOST_STREAMS} listen already.`,
        hint: 'Ask GET /v1/news from time to time.',
      })
    const [loop, project, grant] = [c.get('loop'), c.get('project'), c.get('grant')]
    const last = /^\d{1,15}$/.exec(c.req.header('last-event-id') ?? '')?.[0]
    const first = await loop.news(last === undefined ? {} : { after: Number(last) })
    const watch = this.#watchOf(project, () => this.#context.mettle.as({ actor: grant.name, project }))
    return streamSSE(c, async (stream) => {
      let unread = 0
      const write = async (text: string) => {
        unread += 1
        if (unread > MOST_UNREAD) return stream.abort()
        await stream.write(text)
        unread -= 1
      }
      this.#streams += 1
      const stop = watch.listen((news) => void write(message(news)), first.position)
      const heartbeat = setInterval(async () => {
        if (await this.#context.access.isHeld(grant)) await write(':\n\n')
        else stream.abort()
      }, HEARTBEAT_MS).unref()
      const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
      await write(message(first))
      await ended
      clearInterval(heartbeat)
      stop()
      this.#streams -= 1
    })
  }

  #watchOf(project: string, loop: () => Loop): Watch {
    const watch = this.#watches.get(project) ?? new Watch(loop)
    this.#watches.set(project, watch)
    return watch
  }
}

function message(news: News): string {
  return `id: ${news.position}\ndata: ${JSON.stringify(news)}\n\n`
}
