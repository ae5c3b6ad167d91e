import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, type TestServer, testServer } from '../../../test/worlds/test-server.ts'

let loop: TestLoop
let server: TestServer
let pattern: string

beforeEach(async () => {
  loop = testLoop()
  server = testServer(asMettle(loop))
  pattern = await taught(loop)
})

describe('a reading route', () => {
  it('answers what the library answers', async () => {
    const { status, body } = await server.call('GET', `/v1/patterns/${pattern}`, { token: 'read' })
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(await loop.pattern(pattern))))
  })

  it('reads numbers, switches and lists from the query', async () => {
    expect((await server.call('GET', '/v1/patterns?limit=1&all=true')).body).toHaveLength(1)
    expect((await server.call('GET', '/v1/approvals?states=open,allowed')).status).toBe(200)
    expect((await server.call('GET', '/v1/criteria?scores=%7B%22a%22%3A0.5%7D')).status).toBe(200)
  })

  it('refuses by name what it does not take', async () => {
    const { status, body } = await server.call('GET', '/v1/patterns?limit=many&colour=red')
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/limit: must be a (finite|whole) number, not 'many'/)
    expect(body.error.message).toContain('colour')
  })

  it('says 404 with the words of the loop for what is not there', async () => {
    const { status, body } = await server.call('GET', '/v1/patterns/p-none')
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ code: 'not-found', hint: expect.any(String) })
  })

  it('names the method by which an address is called, where another was tried', async () => {
    const { status, body, headers } = await server.call('GET', '/v1/inject')
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    expect(body.error).toMatchObject({
      code: 'method',
      message: 'GET is not taken at /v1/inject, only POST.',
    })
    expect((await server.call('GET', '/v1/reload')).status).toBe(405)
    expect((await server.call('POST', `/v1/patterns/${pattern}/why`)).headers.get('allow')).toBe('GET')
    expect((await server.call('POST', '/v1/learning/report')).status).toBe(405)
    const removed = {
      method: 'DELETE',
      headers: { authorization: 'Bearer read', 'content-type': 'application/json' },
    }
    expect((await server.request('/v1/patterns', removed)).headers.get('allow')).toBe('GET, POST')
    expect((await server.call('GET', '/v1/nothing')).status).toBe(404)
  })
})
