import { statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { LESSON } from '../../../test/worlds/test-loop.ts'
import { surroundingsOfMcp, tokenOf } from '../../../test/worlds/test-server.ts'
import { type Mettle, openMettle } from '../../open.ts'
import { createClient, type News } from '../client/client.ts'
import { Spool } from '../hook/spool.ts'
import { makeToken } from './access/make-token.ts'
import { Figures } from './figures.ts'
import { type ServeOptions, type Serving, serve } from './serve.ts'

interface World {
  readonly folder: string
  readonly mettle: Mettle
  readonly serving: Serving
}

async function open(folder: string, more = {}): Promise<Mettle> {
  const environment = { METTLE_HOME: `${folder}/home`, METTLE_HOLDOUT_SHARE: '0' }
  const mettle = await openMettle({ cwd: folder, environment, create: true, now: () => DAY_ZERO, ...more })
  onTestFinished(() => mettle.close())
  return mettle
}

/** A server on a port of this machine, over a journal in a folder. */
async function world(more: Partial<ServeOptions> = {}): Promise<World> {
  const folder = temporaryFolder()
  const figures = new Figures()
  const mettle = await open(folder, { surface: 'http', metrics: figures })
  const serving = await serve(mettle, {
    host: '127.0.0.1',
    port: 0,
    publicUrl: '',
    callsPerMinute: 3_000,
    tokens: await mettle.tokens(),
    owner: 'ann',
    figures,
    mcp: surroundingsOfMcp(Date.now),
    version: '1.2.3',
    now: Date.now,
    onFault: (error) => {
      throw error
    },
    ...more,
  })
  onTestFinished(() => serving.close())
  return { folder, mettle, serving }
}

/** A token with which a person decides; that of the server's start does not. */
async function approving(mettle: Mettle): Promise<string> {
  const request = {
    organisation: mettle.scope.organisation,
    name: 'bea',
    role: 'approve',
    projects: ['*'],
  } as const
  return (await makeToken(await mettle.tokens(), request, Date.now())).secret
}

describe('a served loop', () => {
  it('does for the client what the library does', async () => {
    const { mettle, serving } = await world()
    const client = createClient({ url: serving.url, token: serving.secret })
    await client.recordLearning({ agent: 'builder', lesson: LESSON })
    expect((await client.learn()).added).toBe(1)
    const [view] = await client.patterns({ search: 'database handle', limit: 1 })
    const { id } = view!.pattern
    expect(await client.pattern({ id })).toEqual(await mettle.pattern(id))
    expect(await client.goal()).toBeNull()
    await expect(client.promotePattern({ pattern: id, reason: 'it held' })).rejects.toMatchObject({
      code: 'role',
    })
    const approver = createClient({ url: serving.url, token: await approving(mettle) })
    const promoted = await approver.promotePattern({ pattern: id, reason: 'it held' })
    expect(promoted.after).toBe('proven')
    await expect(client.pattern({ id: 'p-none' })).rejects.toMatchObject({
      name: 'UserError',
      code: 'not-found',
    })
  })

  it('writes down who did it, and by which door', async () => {
    const { mettle, serving } = await world()
    const client = createClient({ url: serving.url, token: serving.secret })
    await client.recordFeedback({ subject: 'criterion', id: 'clarity', type: 'helpful' })
    const { events } = await mettle.feed()
    expect(events.at(-1)).toMatchObject({
      type: 'feedback-given.v1',
      origin: { surface: 'http', actor: 'ann' },
      payload: { by: 'ann' },
    })
  })

  it('counts what it does for who reads /metrics', async () => {
    const { serving } = await world()
    const client = createClient({ url: serving.url, token: serving.secret })
    await client.inject({ role: 'builder' })
    const answer = await fetch(`${serving.url}/metrics`, {
      headers: { authorization: `Bearer ${serving.secret}` },
    })
    expect(await answer.text()).toContain('mettle_injections_total{surface="role-block"} 1\n')
  })

  it('speaks the Model Context Protocol, in the name of the token', async () => {
    const { mettle, serving } = await world()
    const call = (method: string, params: object, query = '?tools=own') =>
      fetch(`${serving.url}/mcp${query}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${serving.secret}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-06-18',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    const listed = await (await call('tools/list', {})).text()
    expect(listed.match(/"name":"\w+"/g)).toHaveLength(6)
    expect((await (await call('tools/list', {}, '')).text()).match(/"name":"\w+"/g)).toHaveLength(2)
    const unknown = await call('tools/list', {}, '?tools=most')
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('core')])
    const feedback = { subject: 'criterion', id: 'clarity', type: 'helpful', agent: 'the boss' }
    const answer = await (await call('tools/call', { name: 'record_feedback', arguments: feedback })).text()
    expect(answer).toContain('clarity')
    expect((await mettle.feed()).events.at(-1)).toMatchObject({
      payload: { by: 'ann' },
      origin: { actor: 'ann' },
    })
    const strange = await fetch(`${serving.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(strange.status).toBe(401)
  })

  it('names the port that is in use, and the way out', async () => {
    const { serving } = await world()
    const port = Number(new URL(serving.url).port)
    await expect(world({ port })).rejects.toMatchObject({
      code: 'port-in-use',
      message: `Port ${port} on 127.0.0.1 is in use.`,
      hint: expect.stringContaining('--port 0'),
    })
  })

  it('answers under the address of a proxy in front, and under no other', async () => {
    const { serving } = await world({ publicUrl: 'https://mettle.example.com' })
    expect(await statusFor(serving, 'mettle.example.com')).toBe(200)
    expect(await statusFor(serving, 'evil.example.com')).toBe(403)
  })
})

describe('tokens for a journal that is a file', () => {
  it('are those of a person, and never what a repository brings along', async () => {
    const folder = temporaryFolder()
    const mettle = await open(folder)
    const planted = tokenOf('approve', { projects: ['*'] })
    writeFileSync(join(folder, '.mettle', 'tokens.json'), JSON.stringify({ version: 1, tokens: [planted] }))
    const keeper = await mettle.tokens()
    expect(await keeper.list()).toEqual([])
    await keeper.add(tokenOf('read'))
    expect(await keeper.list()).toEqual([tokenOf('read')])
    expect(statSync(join(folder, 'home', 'tokens')).mode & 0o777).toBe(0o700)
  })
})

describe('live', () => {
  it('tells of what another process wrote', async () => {
    const { folder, serving } = await world()
    const client = createClient({ url: serving.url, token: serving.secret })
    const stop = new AbortController()
    const heard = client.live({ signal: stop.signal })[Symbol.asyncIterator]()
    expect((await heard.next()).value).toEqual({
      position: 0,
      types: [],
      patterns: [],
      runs: [],
      more: false,
    })
    const other = await open(folder)
    await other.recordLearning({ agent: 'builder', lesson: LESSON, run: 'r1' })
    expect((await heard.next()).value).toMatchObject({
      position: 1,
      types: ['learning-captured.v1'],
      runs: ['r1'],
    })
    stop.abort()
    expect((await heard.next()).done).toBe(true)
  })

  it('tells of what a hook left', async () => {
    const { folder, serving } = await world()
    const client = createClient({ url: serving.url, token: serving.secret })
    const stop = new AbortController()
    const heard = client.live({ signal: stop.signal })[Symbol.asyncIterator]()
    await heard.next()
    const spool = new Spool(join(folder, '.mettle', 'spool'), { run: 's1', client: 'codex', now: DAY_ZERO })
    spool.add('session-started', { client: 'codex' })
    spool.write()
    expect((await heard.next()).value).toMatchObject({ types: ['session-started.v1'], runs: ['s1'] })
    stop.abort()
  })

  it('takes up where a listener stopped', async () => {
    const { mettle, serving } = await world()
    await mettle.recordLearning({ agent: 'builder', lesson: LESSON, run: 'r1' })
    await mettle.learn()
    const client = createClient({ url: serving.url, token: serving.secret })
    const stop = new AbortController()
    const news: News[] = []
    for await (const item of client.live({ after: 1, signal: stop.signal })) {
      news.push(item)
      stop.abort()
    }
    const [missed] = news
    expect(missed!.position).toBe((await mettle.news()).position)
    expect(missed!.types).toContain('pattern-sighted.v1')
    expect(missed!.patterns).toHaveLength(1)
  })

  it('ends with the server, at once', async () => {
    const { serving } = await world()
    const client = createClient({ url: serving.url, token: serving.secret })
    const heard = client.live()[Symbol.asyncIterator]()
    await heard.next()
    await serving.close()
    await expect(heard.next()).rejects.toThrow()
  })
})

describe('a caller that hangs up in the middle of a call', () => {
  it.each(['/v1/learnings', '/mcp'])("is nobody's fault, at %s, and the next one is served", async (path) => {
    const faults: unknown[] = []
    const { serving } = await world({ onFault: (error) => faults.push(error) })
    const head = `POST ${path} HTTP/1.1\r\nhost: ${new URL(serving.url).host}\r\nauthorization: Bearer ${serving.secret}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: 100\r\n\r\n{"a":`
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1', () => socket.end(head))
    await new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume())
    const client = createClient({ url: serving.url, token: serving.secret })
    expect((await client.status()).events).toBe(0)
    expect(faults).toEqual([])
  })
})

/** The status of /healthz for a caller that names a host; `fetch` lets nobody choose it. */
function statusFor({ url }: Serving, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      resolve(Number(chunk.toString().split(' ')[1]))
      socket.destroy()
    })
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  })
}
