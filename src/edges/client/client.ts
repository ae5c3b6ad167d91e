import type * as z from 'zod'
import { UserError } from '../../domain/user-error.ts'
import type { News } from '../../loop/journal/feed.ts'
import type { Loop } from '../../loop/loop.ts'
import type { Addressed, Verbs } from '../../loop/verbs/catalogue.ts'
import type { InputSchema } from '../../loop/verbs/fields.ts'
import { ADDRESSES, placeOf } from './addresses.ts'

export type { News }
export { UserError }

export interface ClientOptions {
  /** Where the server is: `http://127.0.0.1:4777`. */
  readonly url: string
  /** Left out in a page of the server itself, which has a cookie. */
  readonly token?: string
  /** One of the token's projects; default: its usual one. */
  readonly project?: string
  readonly fetch?: typeof fetch
  /** Timeout of a call; default 30 s. */
  readonly timeoutMs?: number
  /** Retries of a call that got no answer or that a busy server refused; default 2. Recording calls carry a key, so that nothing is recorded twice. */
  readonly retries?: number
}

/** A refusal by the server. */
export class ClientError extends UserError {
  /** The HTTP status; 0 if there was no answer (code `unreachable` or `timeout`). */
  status = 0
}

type Input<V extends Addressed> = z.input<InputSchema<Verbs[V]>>
type Told<T> = undefined extends T ? Exclude<T, undefined> | null : T
/** A verb's answer after JSON: undefined becomes null. */
export type Answer<V extends Addressed> = Told<Awaited<ReturnType<Loop[V]>>>

type Verb<V extends Addressed> =
  Record<never, never> extends Input<V>
    ? (input?: Input<V>) => Promise<Answer<V>>
    : (input: Input<V>) => Promise<Answer<V>>

/** The verbs of the loop over HTTP. Each takes its fields by name, and fails with a `ClientError` that has the code of the loop's own error. */
export type Client = { readonly [V in Addressed]: Verb<V> } & {
  /** Yields whenever the journal grows, until the signal aborts or the server ends; `after` resumes from a position. */
  live(how?: { readonly after?: number; readonly signal?: AbortSignal }): AsyncIterable<News>
}

/** A client of `mettle serve`. It keeps nothing and connects when it is called. */
export function createClient(options: ClientOptions): Client {
  const verbs = (Object.keys(ADDRESSES) as Addressed[]).map((verb) => [
    verb,
    (input: Readonly<Record<string, unknown>> = {}) => call(options, verb, input),
  ])
  return { ...Object.fromEntries(verbs), live: (how = {}) => live(options, how) } as Client
}

async function call(
  options: ClientOptions,
  verb: Addressed,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { method, path, parameters } = placeOf(ADDRESSES[verb])
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !parameters.includes(name)))
  const answer =
    method === 'GET'
      ? await send(options, `${filled}${queryOf(rest)}`, {})
      : await send(options, filled, {
          method,
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify(rest),
        })
  return answer.json()
}

async function* live(
  options: ClientOptions,
  { after, signal }: { after?: number; signal?: AbortSignal },
): AsyncIterable<News> {
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': String(after) }
  const answer = await send({ ...options, timeoutMs: 0 }, '/v1/live', { headers, ...(signal && { signal }) })
  try {
    for await (const data of readMessages(answer.body!)) yield JSON.parse(data) as News
  } catch (error) {
    if (signal?.aborted !== true) throw error
  }
}

const BUSY = [0, 429, 502, 503, 504]
const PAUSE_MS = 200

async function send(
  options: ClientOptions,
  path: string,
  init: RequestInit,
  left = options.retries ?? 2,
): Promise<Response> {
  const { url, token, project, fetch: ask = fetch, timeoutMs = 30_000 } = options
  const answer = await ask(`${url.replace(/\/$/, '')}${path}`, {
    ...(timeoutMs > 0 && { signal: AbortSignal.timeout(timeoutMs) }),
    ...init,
    headers: {
      ...(init.headers as Record<string, string> | undefined),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(project !== undefined && { 'mettle-project': project }),
    },
  }).catch((error: Error) => (error.name === 'TimeoutError' ? 'timeout' : 'unreachable'))
  if (typeof answer !== 'string' && answer.ok) return answer
  const failure = await failureOf(answer, url)
  if (left <= 0 || init.signal?.aborted === true || !BUSY.includes(failure.status)) throw failure
  const seconds = typeof answer === 'string' ? 0 : Number(answer.headers.get('retry-after') ?? 0)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 || PAUSE_MS))
  return send(options, path, init, left - 1)
}

async function failureOf(answer: Response | string, url: string): Promise<ClientError> {
  if (typeof answer === 'string')
    return new ClientError(answer, `Nothing answers at ${url}.`, 'mettle serve starts a server.')
  const body = (await answer.json().catch(() => undefined)) as { error?: Partial<UserError> } | undefined
  const { code = 'http', message = `The server answered ${answer.status}.`, hint = '' } = body?.error ?? {}
  return Object.assign(new ClientError(code, message, hint), { status: answer.status })
}

/** Lists and objects become JSON, because a file name may contain a comma; undefined is omitted. */
function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const texts = given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts as [string, string][])}`
}

/** The data of server-sent events, one after the other; comments and empty messages are passed over. */
export async function* readMessages(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = message.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
      if (data.length > 0) yield data.join('\n')
    }
  }
}
