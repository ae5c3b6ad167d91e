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
