import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, type TestServer, testServer } from '../../../test/worlds/test-server.ts'
import { ROUTES } from './catalogue.ts'

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

  it.each([
    ['DELETE', '/v1/patterns', 405],
    ['OPTIONS', '/v1/status', 405],
    ['POST', '/metrics', 405],
    ['POST', '/healthz', 405],
    ['POST', '/nothing', 404],
    ['DELETE', '/', 404],
  ])('answers %s %s with a problem, also where nothing was sent', async (method, path, status) => {
    const headers = {
      authorization: 'Bearer read',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await server.request(path, { method, headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  })
})

describe('a list', () => {
  const rows = async (path: string) => {
    const { body, headers } = await server.call('GET', path, { token: 'read' })
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    return { body: body as { id: string }[], total: headers.get('mettle-total'), next }
  }
  const ran = async (count: number) => {
    for (let run = 0; run < count; run++)
      await loop.recordOutcome({ run: `run-${run}`, result: run % 2 === 0 ? 'success' : 'failure', observedBy: 'test' })
  }

  it('comes in pages whose cursors lead through all rows once, and says how many there are', async () => {
    await ran(7)
    const found: string[] = []
    for (let path: string | undefined = '/v1/runs?limit=3'; path !== undefined; ) {
      const { body, total, next } = await rows(path)
      expect(total).toBe('8')
      expect(body.length).toBeLessThanOrEqual(3)
      found.push(...body.map(({ id }) => id))
      path = next
    }
    expect(found.filter((id) => id.startsWith('run-')).sort()).toEqual(
      Array.from({ length: 7 }, (_, run) => `run-${run}`),
    )
    expect(new Set(found).size).toBe(8)
    expect((await rows('/v1/runs?limit=3&result=failure')).total).toBe('3')
  })

  it('has pages where the verb itself knows no offset', async () => {
    for (const message of ['one', 'two', 'three']) await loop.recordError({ task: 'sort', message })
    const first = await rows('/v1/errors?limit=2')
    const second = await rows(first.next!)
    expect([first.total, first.body.length, second.body.length, second.next]).toEqual(['3', 2, 1, undefined])
    const messages = [...first.body, ...second.body].map((error) => (error as unknown as { message: string }).message)
    expect(messages.sort()).toEqual(['one', 'three', 'two'])
  })

  it.each([Buffer.from('-5').toString('base64url'), Buffer.from('1.5').toString('base64url')])(
    'refuse the cursor %s, which no page gave',
    async (cursor) => {
      expect((await server.call('GET', `/v1/errors?cursor=${cursor}`)).status).toBe(400)
    },
  )

  it('does not pass off a part as the whole where no limit was given', async () => {
    await ran(60)
    const outcomes = await rows('/v1/outcomes')
    expect([outcomes.body.length, outcomes.total]).toEqual([50, '60'])
    expect((await rows(outcomes.next!)).body).toHaveLength(10)
    const failed = await rows('/v1/timeline')
    expect([failed.body.length, failed.total]).toEqual([50, null])
    expect((await rows(failed.next!)).body.length).toBeGreaterThan(9)
  })

  it('goes on behind events that were erased', async () => {
    for (let run = 0; run < 4; run++)
      await loop.recordDeliberation({
        run: `run-${run}`,
        role: 'critic',
        text: `Verdict: PASS. Looked at part ${run}.`,
      })
    const [, , third] = await loop.events('deliberation-recorded')
    await loop.erase({ event: third!.id, reason: 'private', by: 'ada' })
    const first = await rows('/v1/deliberations?role=critic&limit=2')
    const last = await rows(first.next!)
    expect([first.body.length, last.body.length, last.next]).toEqual([2, 1, undefined])
  })

  it('refuses a cursor that it did not give out, and one where there are no pages', async () => {
    expect((await server.call('GET', '/v1/runs?cursor=%20%20')).status).toBe(200)
    const { status, body } = await server.call('GET', '/v1/runs?cursor=bm9uZQ')
    expect([status, body.detail]).toEqual([400, "cursor: 'bm9uZQ' is not a cursor of this server."])
    expect((await server.call('GET', '/v1/status?cursor=MQ')).status).toBe(400)
  })

  it('names each run by what it was about', async () => {
    await loop.recordOutcome({
      run: 'r-1',
      task: 'sort-scans',
      result: 'success',
      observedBy: 'test',
      durationMs: 1_000,
      errorCount: 0,
      retryCount: 0,
    })
    const [run] = (await rows('/v1/runs?limit=1')).body as unknown as { about: string }[]
    expect(run?.about).toBe('sort-scans')
  })
})

describe('an answer over the wire', () => {
  it('is sent once: with its tag again, only that it has not changed', async () => {
    const first = await server.request('/v1/patterns', { headers: { authorization: 'Bearer read' } })
    const tag = first.headers.get('etag')!
    const again = () =>
      server.request('/v1/patterns', { headers: { authorization: 'Bearer read', 'if-none-match': tag } })
    expect((await again()).status).toBe(304)
    await loop.promotePattern({ pattern, reason: 'it holds', by: 'ann' })
    expect((await again()).status).toBe(200)
  })

  it('is compressed for those who take it so', async () => {
    const headers = { authorization: 'Bearer read', 'accept-encoding': 'gzip' }
    const answer = await server.request('/v1/openapi.json', { headers })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const plain = new Response(answer.body!.pipeThrough(new DecompressionStream('gzip')))
    expect(await plain.json()).toMatchObject({ openapi: '3.1.0' })
  })

  it('tells a failure as RFC 9457 has it', async () => {
    const { status, body, headers } = await server.call('GET', '/v1/patterns/p-none')
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({
      type: 'urn:mettle:problem:not-found',
      title: 'not found',
      status,
      detail: body.error.message,
      hint: body.error.hint,
    })
    const refused = await server.call('POST', '/v1/rebuild', { token: 'read', body: {} })
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.body).toMatchObject({ status: 403, code: 'role' })
  })
})

describe('a call that reads the whole journal', () => {
  it('needs the role approve to fold it twice', async () => {
    const address = '/v1/replay/verify'
    for (const token of ['read', 'write'])
      expect((await server.call('GET', address, { token })).body).toMatchObject({ status: 403, code: 'role' })
    expect((await server.call('GET', address, { token: 'approve' })).body).toMatchObject({ problems: [] })
  })

  it('waits for another one', async () => {
    const loop = testLoop()
    let [running, most] = [0, 0]
    const counted = {
      ...loop,
      verifyReplay: async () => {
        running += 1
        most = Math.max(most, running)
        const verified = await loop.verifyReplay()
        running -= 1
        return verified
      },
    }
    const caller = { name: 'ann' } as Parameters<typeof ROUTES.verifyReplay.run>[2]
    await Promise.all([1, 2, 3].map(() => ROUTES.verifyReplay.run(counted, {}, caller)))
    expect(most).toBe(1)
  })
})

describe('a call with an Idempotency-Key', () => {
  const record = (message: string, key: string, token = 'write') =>
    server.call('POST', '/v1/errors', { token, body: { task: 'sort', message }, headers: { 'idempotency-key': key } })
  const errors = async () => (await server.call('GET', '/v1/errors')).body.length

  it('records once however often it is sent, at the same time as well', async () => {
    const answers = await Promise.all([record('out of order', 'k-1'), record('out of order', 'k-1')])
    answers.push(await record('out of order', 'k-1'))
    expect(new Set(answers.map(({ body }) => body.error)).size).toBe(1)
    expect(await errors()).toBe(1)
    await record('out of order', 'k-2')
    await record('out of order', 'k-1', 'approve')
    expect(await errors()).toBe(3)
  })

  it('is refused with another body under the same key, and may be tried again after a failure', async () => {
    await record('out of order', 'k-1')
    expect(await record('something else', 'k-1')).toMatchObject({ status: 422, body: { code: 'idempotency-key' } })
    expect((await record('', 'k-2')).status).toBe(400)
    expect((await record('now with words', 'k-2')).status).toBe(200)
  })
})
