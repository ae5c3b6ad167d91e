import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { testLoop } from '../../../../test/worlds/test-loop.ts'
import { asMettle, HOST, OWN_TOKEN, type TestServer, testServer, tokenOf } from '../../../../test/worlds/test-server.ts'
import { UserError } from '../../../domain/user-error.ts'
import { Access } from '../access/access.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const READER = { authorization: 'Bearer read' }
const APPROVER = { authorization: 'Bearer approve' }
const LEARNING = JSON.stringify({
  agent: 'builder',
  lesson: 'Always close the handle before the folder is removed',
})

let server: TestServer
let loop: ReturnType<typeof testLoop>

beforeEach(() => {
  loop = testLoop()
  server = testServer(asMettle(loop))
})

/** Logs a browser in and gives its cookie. */
async function loggedIn(): Promise<string> {
  const answer = await server.request('/v1/login', {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: `http://${HOST}` },
    body: JSON.stringify({ token: OWN_TOKEN }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

describe('who is let in', () => {
  it('refuses a call without a token, with a wrong one, and with an empty one', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer wrong', 'Basic cmVhZA==', `Bearer ${OWN_TOKEN}x`])
      expect((await server.request('/v1/status', { headers: { authorization } })).status).toBe(401)
    expect((await server.request('/v1/status')).headers.get('www-authenticate')).toBe('Bearer')
  })

  it('refuses a token that has run out, and one that was revoked, at the next call', async () => {
    server.tokens.push(
      tokenOf('read', {
        id: 't-short',
        name: 'short',
        hash: hashed('short'),
        expiresAt: Number.MAX_SAFE_INTEGER,
      }),
    )
    const status = async () => (await server.call('GET', '/v1/status', { token: 'short' })).status
    expect(await status()).toBe(200)
    server.tokens.splice(-1, 1, tokenOf('read', { name: 'short', hash: hashed('short'), expiresAt: 1 }))
    expect(await status()).toBe(401)
    server.tokens.pop()
    expect(await status()).toBe(401)
  })

  it('ends the login of a browser with the token that it began with', async () => {
    const begun = await server.request('/v1/login', {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"token":"approve"}',
    })
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    expect((await server.request('/v1/status', { headers: { cookie } })).status).toBe(200)
    server.tokens.pop()
    expect((await server.request('/v1/status', { headers: { cookie } })).status).toBe(401)
  })

  it('ends a login after twelve hours, and when its user says so', async () => {
    const cookie = await loggedIn()
    const headers = { cookie, ...JSON_TYPE, origin: `http://${HOST}` }
    const other = await loggedIn()
    expect((await server.request('/v1/login/end', { method: 'POST', headers })).status).toBe(200)
    expect((await server.request('/v1/status', { headers: { cookie } })).status).toBe(401)
    expect((await server.request('/v1/status', { headers: { cookie: other } })).status).toBe(200)
    server.pass(12 * 3_600_000)
    expect((await server.request('/v1/status', { headers: { cookie: other } })).status).toBe(401)
  })
})

describe('a one-time code', () => {
  async function code(): Promise<string> {
    return (await server.call('POST', '/v1/login/codes', { token: OWN_TOKEN })).body.code
  }
  const redeem = (given: string) =>
    server.request('/v1/login', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ code: given }),
    })

  it('is exchanged once for a cookie that no script reads and no other site sends', async () => {
    const given = await code()
    const first = await redeem(given)
    expect(first.status).toBe(200)
    expect(first.headers.get('set-cookie')).toMatch(/^mettle_login_4777=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await redeem(given)).status).toBe(401)
  })

  it('is worth nothing after two minutes', async () => {
    const given = await code()
    server.pass(120_000)
    expect((await redeem(given)).status).toBe(401)
  })

  it('gives no more than the token that asked for it', async () => {
    const { body } = await server.call('POST', '/v1/login/codes', { token: 'read' })
    expect(await (await redeem(body.code)).json()).toMatchObject({ role: 'read', name: 'reader' })
  })

  it('is given to a token alone, so that a login ends when it ends', async () => {
    const headers = { cookie: await loggedIn(), ...JSON_TYPE, origin: `http://${HOST}` }
    const answer = await server.request('/v1/login/codes', { method: 'POST', headers })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error: { code: 'login' } })
  })

  it('is no token', async () => {
    expect((await server.call('GET', '/v1/status', { token: await code() })).status).toBe(401)
  })

  it('comes over TLS alone where there is TLS', async () => {
    const headers = { ...JSON_TYPE, host: 'Mettle.example.com' }
    const body = JSON.stringify({ code: await code() })
    const answer = await server.request('/v1/login', { method: 'POST', headers, body })
    expect(answer.headers.get('set-cookie')).toMatch(/^mettle_login_default=.*; Secure;/)
  })
})

describe('a page of somebody else', () => {
  it('does not reach the server under a name of its own', async () => {
    for (const host of [
      'evil.example',
      'evil.example:4777',
      '127.0.0.1',
      '127.0.0.1:80',
      'localhost.evil.example:4777',
      '',
    ])
      expect((await server.request('/v1/status', { headers: { ...READER, host } })).status).toBe(403)
    expect((await server.request('/login', { headers: { host: 'evil.example' } })).status).toBe(403)
  })

  it('does not write with the cookie of a user', async () => {
    const cookie = await loggedIn()
    const write = (headers: Record<string, string>) =>
      server.request('/v1/learnings', {
        method: 'POST',
        headers: { cookie, ...JSON_TYPE, ...headers },
        body: LEARNING,
      })
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1:3000',
      `http://${HOST}.evil.example`,
      `file://${HOST}`,
    ])
      expect((await write({ origin })).status).toBe(403)
    for (const site of ['cross-site', 'same-site']) expect((await write({ 'sec-fetch-site': site })).status).toBe(403)
    expect((await write({})).status).toBe(403)
    expect((await write({ 'sec-fetch-site': 'none' })).status).toBe(403)
    expect(await loop.events('learning-captured')).toEqual([])
    expect((await write({ origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('does not read with the cookie of a user', async () => {
    const cookie = await loggedIn()
    const read = (headers: Record<string, string>) => server.request('/v1/status', { headers: { cookie, ...headers } })
    expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await read({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await read({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await read({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('does not write with a token either', async () => {
    const headers = { ...APPROVER, ...JSON_TYPE, origin: 'https://evil.example' }
    expect((await server.request('/v1/learnings', { method: 'POST', headers, body: LEARNING })).status).toBe(403)
  })

  it('does not log its own user in', async () => {
    const headers = { ...JSON_TYPE, origin: 'https://evil.example' }
    const answer = await server.request('/v1/login', {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: OWN_TOKEN }),
    })
    expect(answer.status).toBe(403)
    expect(answer.headers.has('set-cookie')).toBe(false)
  })

  it('is never given leave to read an answer', async () => {
    const headers = { ...READER, origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await server.request('/v1/status', { method, headers })
      expect(answer.ok).toBe(false)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('what is sent', () => {
  it('must say that it is JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        (
          await server.request('/v1/learnings', {
            method: 'POST',
            headers: { ...APPROVER, 'content-type': type },
            body: LEARNING,
          })
        ).status,
      ).toBe(415)
    const without = await server.request('/v1/learn', { method: 'POST', headers: APPROVER })
    expect(without.status).toBe(415)
  })

  it('must be an object, and not larger than a megabyte', async () => {
    const send = (body: string) =>
      server.request('/v1/learnings', { method: 'POST', headers: { ...APPROVER, ...JSON_TYPE }, body })
    for (const body of ['[]', '"x"', '{', 'null', '7']) expect((await send(body)).status).toBe(400)
    expect((await send(JSON.stringify({ lesson: 'x'.repeat(1_048_577) }))).status).toBe(413)
  })

  it('is too large also when nobody says how large it is', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
    const init = {
      method: 'POST',
      headers: { ...APPROVER, ...JSON_TYPE },
      body: endless,
      duplex: 'half',
    } as RequestInit
    expect((await server.request('/v1/learnings', init)).status).toBe(413)
  })

  it('must not be nested without end', async () => {
    const nested = (levels: number) => ({
      record: JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
    })
    const send = (levels: number) => server.call('POST', '/v1/outcomes/record', { body: nested(levels) })
    expect((await send(200)).body.error.message).toBe('The body is nested more than 100 levels deep.')
    expect((await send(50)).body.error.message).toContain('runId')
  })

  it('cannot name who says it', async () => {
    const { status, body } = await server.call('POST', '/v1/feedback', {
      token: 'write',
      body: { subject: 'criterion', id: 'clarity', type: 'helpful', by: 'the boss' },
    })
    expect(status).toBe(400)
    expect(body.error.message).toContain('by')
  })

  it('cannot make the server run a command of a goal', async () => {
    const data = { goals: { coverage: { success_criteria: { test_command: 'rm -r /' } } } }
    const workshop = async () => ({ goalFile: async () => ({ data }) }) as never
    server = testServer(asMettle(testLoop({ surface: 'http', workshop })))
    const { status, body } = await server.call('POST', '/v1/goals/coverage/choose')
    expect(status).toBe(403)
    expect(body.error.hint).toBe('mettle goal use coverage')
    const own = await server.call('POST', '/v1/goals/none/choose', { body: { command: ['rm'] } })
    expect(own.status).toBe(400)
  })

  it('changes nothing on GET', async () => {
    for (const path of ['/v1/inject', '/v1/gate', '/v1/learn', '/v1/login/codes'])
      expect((await server.call('GET', path)).status).toBe(405)
    expect((await loop.context.journal.head()).position).toBe(0)
  })
})

describe('a role', () => {
  const answer = { answer: 'allow' }
  it('reads, and does not write', async () => {
    expect((await server.call('GET', '/v1/status', { token: 'read' })).status).toBe(200)
    const { status, body } = await server.call('POST', '/v1/learn', { token: 'read' })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: 'role',
      message: expect.stringContaining('needs the role write'),
    })
  })

  it('writes, and does not answer the gate', async () => {
    await server.call('POST', '/v1/gate', {
      token: 'write',
      body: { adapter: 'npm', risk: 'high', action: 'publish' },
    })
    expect((await server.call('POST', '/v1/approvals/a-1/answer', { token: 'write', body: answer })).status).toBe(403)
    expect((await server.call('POST', '/v1/approvals/a-1/answer', { token: 'approve', body: answer })).status).toBe(404)
  })

  it('holds in its own project alone', async () => {
    const other = await server.call('GET', '/v1/status', {
      token: 'read',
      headers: { 'mettle-project': 'other' },
    })
    expect(other.status).toBe(403)
    expect(other.body.error.code).toBe('project')
    const own = await server.call('GET', '/v1/status', {
      token: 'read',
      headers: { 'mettle-project': 'world' },
    })
    expect(own.status).toBe(200)
  })
})

describe('a project in a header', () => {
  it('must be an id, also for who may go everywhere', async () => {
    for (const project of ['', '../other', 'two words', '*', 'x'.repeat(200)]) {
      const headers = { 'mettle-project': project }
      const { status, body } = await server.call('GET', '/v1/status', { token: OWN_TOKEN, headers })
      expect(status).toBe(400)
      expect(body.error.message).toContain('mettle-project')
    }
    const headers = { 'mettle-project': 'other' }
    expect((await server.call('GET', '/v1/status', { token: OWN_TOKEN, headers })).status).toBe(200)
  })
})

describe('too many calls', () => {
  it('are put off, for the token that makes them', async () => {
    const { Allowance } = await import('./allowance.ts')
    let now = 0
    server = testServer(asMettle(loop), {
      calls: new Allowance({ atOnce: 2, perMinute: 60, now: () => now }),
    })
    const status = async (token: string) => (await server.call('GET', '/v1/status', { token })).status
    expect([await status('read'), await status('read'), await status('read')]).toEqual([200, 200, 429])
    expect(await status('write')).toBe(200)
    now += 1_000
    expect(await status('read')).toBe(200)
  })

  it('with wrong tokens are put off, and the right one still comes through', async () => {
    const wrong = async () => (await server.call('GET', '/v1/status', { token: 'guess' })).status
    for (let attempt = 0; attempt < 10; attempt++) expect(await wrong()).toBe(401)
    const put = await server.call('GET', '/v1/status', { token: 'guess' })
    expect(put.status).toBe(429)
    expect(Number(put.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.call('GET', '/v1/status', { token: 'read' })).status).toBe(200)
    server.pass(60_000)
    expect(await wrong()).toBe(401)
  })
})

describe('a login that has ended with its server', () => {
  it('is refused in every tab, and counts for no attempt to guess one', async () => {
    const cookie = await loggedIn()
    server = testServer(asMettle(loop))
    const status = async (input: string) => (await server.request('/v1/status', { headers: { cookie: input } })).status
    for (let tab = 0; tab < 30; tab++) expect(await status(cookie)).toBe(401)
    const name = cookie.split('=')[0]
    for (let attempt = 0; attempt < 10; attempt++) expect(await status(`${name}=guess`)).toBe(401)
    expect(await status(`${name}=guess`)).toBe(429)
    expect(await status(cookie)).toBe(401)
  })
})

describe('an answer', () => {
  it('lets nothing in from elsewhere, whatever it is', async () => {
    for (const path of ['/', '/login', '/login.js', '/healthz', '/v1/status', '/nowhere']) {
      const { headers } = await server.request(path)
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|data:|\*/)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it('says nothing of a fault of ours, which is told where the server runs', async () => {
    const broken = {
      ...asMettle(loop),
      as: () => ({ ...loop, status: () => Promise.reject(new Error('at /home/ann/secret.ts:1')) }),
    }
    server = testServer(broken)
    const { status, body } = await server.call('GET', '/v1/status')
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toMatch(/secret|home|stack/)
    expect(server.faults).toHaveLength(1)
  })

  it('says nothing of where tokens are kept to somebody whom nobody knows', async () => {
    const list = () => Promise.reject(new UserError('tokens', '/home/ann/tokens.json does not hold tokens.', ''))
    const own = { secret: OWN_TOKEN, grant: { name: 'owner', role: 'approve', projects: ['*'] } } as const
    server = testServer(asMettle(loop), { access: new Access({ own, tokens: { list }, now: () => 0 }) })
    const asked = await server.call('GET', '/v1/status', { token: 'guess' })
    const login = await server.call('POST', '/v1/login', { body: { token: 'guess' } })
    for (const { status, body } of [asked, login]) {
      expect(status).toBe(503)
      expect(JSON.stringify(body)).not.toContain('home')
    }
    expect(server.faults).toHaveLength(2)
  })
})

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
