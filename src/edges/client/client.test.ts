import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../http/catalogue.ts'
import { inputSchema, readQuery } from '../http/read-call.ts'
import { ClientError, createClient } from './client.ts'

const schema = inputSchema(ROUTES.queryPatterns.input)

/** What the server reads of a call. */
async function heard(input: { role: string; files: string[]; limit: number }): Promise<object> {
  let url = ''
  const client = createClient({
    url: 'http://127.0.0.1:1',
    fetch: async (asked) => {
      url = String(asked)
      return Response.json([])
    },
  })
  await client.queryPatterns(input)
  return readQuery(new URL(url).searchParams, schema)
}

it('is heard as it spoke, whatever the names of files hold', async () => {
  const name = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('src/a,b.ts', '["a"]', '[id].ts', ' '))
  await fc.assert(
    fc.asyncProperty(fc.array(name), fc.string(), fc.nat(), async (files, role, limit) => {
      expect(await heard({ role, files, limit })).toEqual({ role, files, limit })
    }),
  )
})

it('may be spoken to by hand, with commas', () => {
  const query = new URLSearchParams('files=a.ts,b.ts&files=[id].ts&limit=5')
  expect(readQuery(query, schema)).toEqual({ files: ['a.ts', 'b.ts', '[id].ts'], limit: 5 })
})

describe('a client whose server is in trouble', () => {
  const url = 'http://127.0.0.1:1'
  const asked: RequestInit[] = []
  const answering = (...answers: (() => Response | Promise<Response>)[]) => {
    asked.length = 0
    return async (_: unknown, init?: RequestInit) => {
      asked.push(init ?? {})
      return answers[Math.min(asked.length, answers.length) - 1]!()
    }
  }
  const failure = async (call: Promise<unknown>) => {
    const error = await call.then(() => undefined).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ClientError)
    return error as ClientError
  }

  it('tries again until it is answered, and sends what records under the same key', async () => {
    const busy = () => Response.json({}, { status: 503 })
    const fetch = answering(busy, busy, () => Response.json({ error: 'e-1' }))
    await createClient({ url, fetch }).recordError({ message: 'out of order' })
    const keys = asked.map(({ headers }) => (headers as Record<string, string>)['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it('says with status and code what the server refused, and does not ask again', async () => {
    const error = { code: 'role', message: 'This needs the role approve.', hint: 'mettle token create' }
    const fetch = answering(() => Response.json({ error }, { status: 403 }))
    const { status, code, hint } = await failure(createClient({ url, fetch }).rebuild())
    expect([status, code, hint, asked.length]).toEqual([403, 'role', 'mettle token create', 1])
  })

  it('says that nobody answers, and where', async () => {
    const error = await failure(createClient({ url, retries: 0 }).status())
    expect([error.status, error.code, error.message]).toEqual([0, 'unreachable', `Nothing answers at ${url}.`])
  })

  it('waits no longer than it was told', async () => {
    const fetch = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    expect((await failure(createClient({ url, fetch, timeoutMs: 20, retries: 0 }).status())).code).toBe('timeout')
  })
})
