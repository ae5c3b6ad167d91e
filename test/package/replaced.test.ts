import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt, run } from './packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-replaced-'))
const [installed, project] = [join(folder, 'mettle'), join(folder, 'project')]
const CLI = join(installed, 'dist', 'cli', 'bin.js')
const env = { ...process.env, METTLE_HOME: join(folder, 'home') }
const children: ChildProcess[] = []

/** What an update of the package replaces. */
const PARTS = ['dist', 'plugins', 'models', 'package.json']

beforeAll(async () => {
  await ensureBuilt()
  mkdirSync(project)
  install()
  symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'))
  await run(process.execPath, [CLI, 'init', '--yes', '--cwd', project], { env })
}, 120_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function install(): void {
  for (const part of PARTS) cpSync(join(ROOT, part), join(installed, part), { recursive: true })
}

function start(...words: string[]) {
  const child = spawn(process.execPath, [CLI, ...words, '--cwd', project], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
  })
  children.push(child)
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

async function serve() {
  const { lines } = start('serve', '--port', '0', '--json')
  const { url, tokenFile } = JSON.parse((await lines.next()).value)
  const { token } = JSON.parse(readFileSync(tokenFile, 'utf8'))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (method: string, path: string, body?: object) =>
    fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

const LEARNING = { agent: 'builder', run: 'r1', lesson: 'Run the tests with one worker, they share a port' }
const WRITES: [string, object][] = [
  ['/v1/learnings', LEARNING],
  ['/v1/learn', {}],
  ['/v1/inject', { agent: 'builder', role: 'builder', run: 'r2', task: 'run the tests' }],
  ['/v1/gate', { command: 'git push origin main' }],
  ['/v1/outcomes', { run: 'r2', result: 'success', observedBy: 'ci' }],
]

describe('a server that runs', () => {
  it.each(['removed', 'replaced by something else'])(
    'answers every call when its own files are %s',
    async (how) => {
      const call = await serve()
      for (const part of PARTS) rmSync(join(installed, part), { recursive: true })
      if (how !== 'removed') {
        mkdirSync(join(installed, 'dist', 'cli'), { recursive: true })
        writeFileSync(CLI, 'throw new Error("another version")')
      }
      try {
        const { paths } = (await (await call('GET', '/v1/openapi.json')).json()) as { paths: object }
        const reads = Object.entries(paths).flatMap(([path, methods]) =>
          'get' in methods && !/live|watch/.test(path) ? [path.replace(/\{[^}]+\}/g, 'x')] : [],
        )
        expect(reads.length).toBeGreaterThan(40)
        const failed: string[] = []
        for (const path of ['/', ...reads]) {
          const { status } = await call('GET', path)
          // Some name a run or a pattern that there is not.
          if (status >= 500) failed.push(`${status} ${path}`)
        }
        for (const [path, body] of WRITES) {
          const answer = await call('POST', path, body)
          if (!answer.ok) failed.push(`${answer.status} ${path} ${await answer.text()}`)
        }
        expect(failed).toEqual([])
        expect((await call('GET', '/v1/status')).status).toBe(200)
      } finally {
        children.pop()?.kill('SIGKILL')
        rmSync(join(installed, 'dist'), { recursive: true, force: true })
        install()
      }
    },
    120_000,
  )

  it('over the Model Context Protocol answers as well', async () => {
    const { child, lines } = start('mcp', '--tools', 'own')
    let id = 0
    const ask = async (method: string, params: object) => {
      id += 1
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return JSON.parse((await lines.next()).value)
    }
    await ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    // It loads the rest of its code when it has nothing else to do.
    await new Promise((done) => setTimeout(done, 6_000))
    for (const part of PARTS) rmSync(join(installed, part), { recursive: true })
    try {
      const recalled = await ask('tools/call', { name: 'recall', arguments: { task: 'run the tests' } })
      expect(recalled.result.isError ?? false).toBe(false)
      const { result } = await ask('tools/call', { name: 'gate', arguments: { command: 'git push' } })
      expect(JSON.stringify(result)).toContain('allow')
      child.stdin.end()
      await once(child, 'exit')
    } finally {
      install()
    }
  }, 60_000)
})
