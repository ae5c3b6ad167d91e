import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../src/edges/client/client.ts'
import { ROOT } from '../architecture/source-files.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { compiledCli } from '../servers/cli-from-source.ts'
import { runCli } from './run-cli.ts'

interface Place {
  readonly cwd: string
  readonly environment: Record<string, string>
}

/** A project with a journal. */
async function project(): Promise<Place> {
  const cwd = temporaryFolder()
  const environment = { METTLE_HOME: join(cwd, 'home') }
  await runCli(['init'], { cwd, environment })
  return { cwd, environment }
}

interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly tokenFile: string
  readonly token: string
  /** All that it has written by now. */
  readonly written: () => string
}

/** Whether a terminal can be made here, and closed again. */
const MAKES_TERMINALS = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

/** `mettle serve` as a process of its own, once it listens. */
async function started({ cwd, environment }: Place, ...args: string[]): Promise<Server> {
  const child = spawn(process.execPath, [compiledCli(), 'serve', '--cwd', cwd, '--port', '0', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      written += chunk
    })
  await expect.poll(() => written, { timeout: 15_000 }).toContain('Ctrl-C ends it.')
  const url = /http:\S+/.exec(written)![0]
  const tokenFile = /\S+\.json/.exec(written)![0]
  const { token } = JSON.parse(readFileSync(tokenFile, 'utf8'))
  return { process: child, url, tokenFile, token, written: () => written }
}

describe('mettle serve', () => {
  it('serves until it is interrupted, and leaves nothing behind', async () => {
    const place = await project()
    const server = await started(place)
    expect(statSync(server.tokenFile).mode & 0o777).toBe(0o600)
    const client = createClient({ url: server.url, token: server.token })
    expect((await client.status()).events).toBe(0)
    const heard = client.live()[Symbol.asyncIterator]()
    await heard.next()
    server.process.kill('SIGINT')
    const [code] = await once(server.process, 'exit')
    expect(code).toBe(0)
    expect(existsSync(server.tokenFile)).toBe(false)
    await expect(heard.next()).rejects.toThrow()
    expect(server.written()).not.toContain(server.token)
  })

  it('ends on SIGTERM, and reads its settings again on SIGHUP', async () => {
    const place = await project()
    const server = await started(place)
    writeFileSync(join(place.cwd, 'home', 'config.json'), '{"holdout": {"share": 0.2}}')
    server.process.kill('SIGHUP')
    await expect.poll(server.written, { timeout: 10_000 }).toContain('Read the settings again: holdout.share.')
    server.process.kill('SIGTERM')
    expect((await once(server.process, 'exit'))[0]).toBe(0)
  })

  it.runIf(MAKES_TERMINALS)('ends with its terminal, and leaves nothing behind', async () => {
    const { cwd, environment } = await project()
    const [runner, code] = [join(cwd, 'runner.sh'), join(cwd, 'code')]
    // As a shell does with what runs in it: the hangup is handed on, and comes from the terminal as well.
    const lines = [
      `"$NODE" ${compiledCli()} serve --cwd "${cwd}" --port 0 &`,
      `trap 'kill -HUP $!; kill -HUP $!' HUP`,
      // Every hangup that the shell itself hears ends one wait with 129; a second wait for what is gone gives 127.
      `ended=129; while [ $ended = 129 ]; do wait $!; ended=$?; done; echo $ended > "${code}"`,
    ]
    writeFileSync(runner, lines.join('\n'))
    const terminal = spawn('script', ['-qec', `sh "${runner}"`, '/dev/null'], {
      cwd: ROOT,
      env: { ...process.env, ...environment, NODE: process.execPath, SHELL: '/bin/sh' },
      stdio: 'ignore',
    })
    const servers = join(cwd, 'home', 'servers')
    const running = () => (existsSync(servers) ? readdirSync(servers) : [])
    await expect.poll(running, { timeout: 25_000 }).toHaveLength(1)
    terminal.kill('SIGKILL')
    // The file is there before the shell has written into it.
    const ended = () => (existsSync(code) ? readFileSync(code, 'utf8') : '')
    await expect.poll(ended, { timeout: 25_000 }).not.toBe('')
    expect(ended()).toBe('0\n')
    expect(running()).toEqual([])
  })

  it('leaves nothing behind when nobody reads any more what it writes', async () => {
    const server = await started(await project())
    server.process.stdout!.destroy()
    server.process.stderr!.destroy()
    server.process.kill('SIGHUP')
    expect((await once(server.process, 'exit'))[0]).toBe(0)
    expect(existsSync(server.tokenFile)).toBe(false)
  })

  it('gives a link that logs one browser in, once', async () => {
    const place = await project()
    const server = await started(place)
    const { stdout } = await runCli(['dashboard'], { ...place, now: Date.now() })
    expect(stdout).not.toContain(server.token)
    const [link] = stdout.split('\n')
    const { origin, pathname, hash } = new URL(link!)
    expect([origin, pathname]).toEqual([server.url, '/login'])
    const exchange = () =>
      fetch(`${origin}/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: new URLSearchParams(hash.slice(1)).get('code') }),
      })
    const answer = await exchange()
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    expect((await fetch(`${origin}/v1/status`, { headers: { cookie } })).status).toBe(200)
    expect((await exchange()).status).toBe(401)
  })

  it('lets a browser decide only where a person asked for its link, and never the token in its file', async () => {
    const place = await project()
    const server = await started(place)
    const roleOf = async (person: { isThere: () => Promise<boolean> }) => {
      const { stdout } = await runCli(['dashboard', '--json'], { ...place, person, now: Date.now() })
      const code = new URLSearchParams(new URL(JSON.parse(stdout).link).hash.slice(1)).get('code')
      const answer = await fetch(`${server.url}/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
      return ((await answer.json()) as { role: string }).role
    }
    expect(await roleOf({ isThere: async () => false })).toBe('write')
    expect(await roleOf({ isThere: async () => true })).toBe('approve')
    expect(await roleOf({ isThere: async () => true })).toBe('approve')
    const client = createClient({ url: server.url, token: server.token })
    await expect(client.rebuild()).rejects.toMatchObject({ code: 'role' })
  })

  it('says which port is in use, and what to type', async () => {
    const { url } = await started(await project())
    const port = new URL(url).port
    const { exitCode, stderr } = await runCli(['serve', '--port', port], await project())
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      `Port ${port} on 127.0.0.1 is in use.\nChoose another port, or let the system choose: mettle serve --port 0\n`,
    )
  })

  it('runs once for a project, and says where', async () => {
    const place = await project()
    const server = await started(place)
    const { exitCode, stderr } = await runCli(['serve', '--port', '0'], place)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`runs already, at ${server.url}.\nmettle dashboard`)
    expect(JSON.parse(readFileSync(server.tokenFile, 'utf8')).token).toBe(server.token)
  })

  it('listens to this machine alone, unless a person wants otherwise and has made tokens', async () => {
    const place = await project()
    const remote = ['serve', '--port', '0', '--host', '0.0.0.0']
    expect((await runCli(remote, place)).stderr).toContain('add --allow-remote')
    expect((await runCli([...remote, '--allow-remote'], place)).stderr).toContain('mettle token create')
    writeFileSync(join(place.cwd, 'mettle.config.json'), '{"serve": {"host": "0.0.0.0"}}')
    expect((await started(place)).url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  })

  it('says how others come in where it listens everywhere, and to who comes under another name', async () => {
    const place = await project()
    await runCli(['token', 'create', '--role', 'read', '--name', 'ann'], place)
    const server = await started(place, '--host', '0.0.0.0', '--allow-remote')
    const { hostname, port } = new URL(server.url)
    expect(hostname).toBe('127.0.0.1')
    await expect
      .poll(server.written)
      .toContain(`METTLE_SERVE_URL=http://NAME:${port} mettle serve --host 0.0.0.0 --port ${port}`)
    const call = request({ port, path: '/healthz', headers: { host: `box.lan:${port}` } }).end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(403)
    expect((await answer.toArray()).join('')).toContain(`METTLE_SERVE_URL=http://box.lan:${port}`)
  })

  it('says that there is no journal where there is none', async () => {
    const cwd = temporaryFolder()
    const { exitCode, stderr } = await runCli(['serve'], {
      cwd,
      environment: { METTLE_HOME: join(cwd, 'home') },
    })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('mettle init')
  })
})

describe('mettle token', () => {
  it('makes, lists and revokes', async () => {
    const place = await project()
    const make = ['token', 'create', '--role', 'write', '--name', 'ann', '--json']
    const { token, ...told } = JSON.parse((await runCli(make, place)).stdout)
    expect(told).toMatchObject({ name: 'ann', role: 'write', projects: [expect.stringMatching(/^folder-/)] })
    const server = await started(place)
    const client = createClient({ url: server.url, token })
    await client.status()
    await expect(client.rebuild()).rejects.toMatchObject({ code: 'role' })
    const listed = (await runCli(['token', 'list'], place)).stdout
    expect(listed).toMatch(/^NAME +ROLE +PROJECTS +MADE +UNTIL\nann +write +folder-\w+ +\S.*\n$/)
    expect((await runCli(['token', 'revoke', 'ann'], place)).stdout).toBe('The token of ann is revoked.\n')
    await expect(client.status()).rejects.toMatchObject({ code: 'unauthorised' })
    expect((await runCli(['token', 'list'], place)).stdout).toContain('There are no tokens')
  })

  it('calls over MCP in a run of its own, where the call names none', async () => {
    const place = await project()
    const create = async (name: string): Promise<string> => {
      const made = ['token', 'create', '--role', 'write', '--name', name, '--json']
      return JSON.parse((await runCli(made, place)).stdout).token
    }
    const [ann, bob] = [await create('ann'), await create('bob')]
    const server = await started(place)
    for (const token of [ann, bob, ann]) expect(await learnOverMcp(server.url, token)).toBe(200)
    const { events } = await createClient({ url: server.url, token: server.token }).feed()
    const runs = events.map(({ origin, run }) => [origin.actor, run] as const)
    expect(runs.map(([actor]) => actor)).toEqual(['ann', 'bob', 'ann'])
    const [first, other, again] = runs.map(([, run]) => run)
    expect(first).toMatch(/^mcp-/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})

let lessons = 0

/** One learning, as a client of the Model Context Protocol records it. */
async function learnOverMcp(url: string, token: string): Promise<number> {
  const lesson = `Never trust the door of tenant ${++lessons}, because its lock jams in the cold`
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'record_learning', arguments: { lesson, agent: 'builder' } },
    }),
  })
  await answer.text()
  return answer.status
}
