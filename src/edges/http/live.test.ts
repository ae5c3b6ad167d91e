import { beforeEach, describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, HOST, OWN_TOKEN, type TestServer, testServer } from '../../../test/worlds/test-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

let server: TestServer

beforeEach(() => {
  server = testServer(asMettle(testLoop()), { heartbeatMs: 5 })
})

const listen = (headers: Record<string, string>, method = 'GET') => server.request('/v1/live', { method, headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a stream of news', () => {
  it('takes no place when only its head is asked for', async () => {
    for (let count = 0; count < 120; count++) expect((await listen(bearer('read'), 'HEAD')).status).toBe(200)
    const stream = await listen(bearer('read'))
    expect(stream.status).toBe(200)
    await stream.body?.cancel()
  })

  it('leaves room for others, however many one token opens', async () => {
    const opened = await Promise.all(Array.from({ length: 30 }, () => listen(bearer('read'))))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(opened.at(-1)!.status).toBe(429)
    expect((await listen(bearer('write'))).status).toBe(200)
    await opened[0]!.body!.cancel()
    await expect.poll(async () => (await listen(bearer('read'))).status).toBe(200)
  })

  it('ends with the login that it began with', async () => {
    const begun = await server.request('/v1/login', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ token: OWN_TOKEN }),
    })
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    const stream = await listen({ cookie })
    const end = { cookie, origin: `http://${HOST}`, ...JSON_TYPE }
    expect((await server.request('/v1/login/end', { method: 'POST', headers: end })).status).toBe(200)
    expect(await stream.text()).toContain('"position":0')
  })

  it('ends when its token is revoked, and when nobody can tell whether it is', async () => {
    const revoked = await listen(bearer('approve'))
    server.tokens.pop()
    expect(await revoked.text()).toContain('"position":0')
    const unclear = await listen(bearer('write'))
    server.tokens.push(undefined as never)
    expect(await unclear.text()).toContain('"position":0')
  })
})

describe('a call that takes minutes', () => {
  const verify = (token: string) =>
    server.request('/v1/replay/verify', { headers: { ...bearer(token), accept: 'text/event-stream' } })

  it('says how far it is, and ends with what it found', async () => {
    const loop = testLoop()
    await loop.recordOutcome({ run: 'r1', result: 'success' })
    server = testServer(asMettle(loop))
    const answer = await verify('approve')
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const events = (await answer.text()).split('\n\n').filter((event) => event.startsWith('event:'))
    expect(events.at(0)).toBe('event: progress\ndata: {"done":1,"total":1}')
    expect(events.at(-1)).toMatch(/^event: result\ndata: \{"events":1,"documents":\d+,"problems":\[\]\}$/)
    expect((await verify('write')).status).toBe(403)
    expect(server.faults).toEqual([])
  })

  it('says what went wrong, and keeps a fault of ours to itself', async () => {
    server = testServer(asMettle({ ...testLoop(), verifyReplay: () => Promise.reject(new Error('a secret')) }))
    const text = await (await verify('approve')).text()
    expect(text).toMatch(/^event: failed\ndata: \{.*"status":500/)
    expect(text).not.toContain('a secret')
    expect(server.faults).toHaveLength(1)
  })

  it('stops when its caller leaves, so that the next one need not wait', async () => {
    let steps = 0
    const left = new Promise<void>((resolve) => {
      const verifyReplay = async ({ onProgress }: { onProgress: (done: number, total: number) => void }) => {
        try {
          for (;;) {
            onProgress(++steps, 1_000)
            await new Promise((next) => setTimeout(next, 1))
          }
        } finally {
          resolve()
        }
      }
      server = testServer(asMettle({ ...testLoop(), verifyReplay: verifyReplay as never }))
    })
    const reader = (await verify('approve')).body!.getReader()
    await reader.read()
    await reader.cancel()
    await left
    expect(steps).toBeLessThan(1_000)
  })
})
