import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { commandLine, connect, factsIn, LESSON, TASK, taughtFolder } from './mcp-client.ts'
import { runCli } from './run-cli.ts'

/** Each test starts a server of its own, and machines that test are busy. */
vi.setConfig({ testTimeout: 60_000 })

let setting: Awaited<ReturnType<typeof taughtFolder>>
const mettle = (...argv: string[]) => runCli(argv, setting)

beforeEach(async () => {
  setting = await taughtFolder()
})

describe('the run of a call', () => {
  it('is the one it names, else the session of the client, and its facts come in by this door', async () => {
    const environment = { ...setting.environment, CLAUDE_CODE_SESSION_ID: 'claude-1' }
    const { call } = await connect({ ...setting, environment })
    const codex = { 'x-codex-turn-metadata': { session_id: 'codex-1', turn_id: 't' } }
    await call('recall', { task: TASK })
    await call('recall', { task: TASK }, codex)
    await call('recall', { task: TASK, run: 'mine' }, codex)
    const receipts = await factsIn(setting.cwd, 'pattern-injected.v2')
    expect(receipts.map(({ run }) => run)).toEqual(['claude-1', 'codex-1', 'mine'])
    expect(receipts.map(({ origin }) => origin.surface)).toEqual(['mcp', 'mcp', 'mcp'])
  })

  it('is else one for all calls of the server', async () => {
    const { call } = await connect(setting)
    const [one, two] = [await call('recall', { task: TASK }), await call('recall', { task: TASK })]
    expect(one.told?.run).toMatch(/^mcp-/)
    expect(two.told?.run).toBe(one.told?.run)
  })
})

const ENGINE = new URL('../../src/store/sqlite/engine.ts', import.meta.url).href

/** Another process that holds the journal until it is ended. */
async function holdLocked(path: string) {
  const code = `const { sqliteEngine } = await import('${ENGINE}')
const journal = new (sqliteEngine())(process.argv[1], { timeout: 0 })
journal.exec('BEGIN EXCLUSIVE')
process.stdin.resume()
console.log('held')`
  const words = ['--import', 'tsx', '--input-type=module', '-e', code, path]
  const holder = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  return holder
}

describe('a journal that is not there', () => {
  it('leaves recall empty with a note, is an error elsewhere, and is found once it is', async () => {
    rmSync(join(setting.cwd, '.mettle'), { recursive: true })
    const { call } = await connect(setting)
    const { error, told } = await call('recall', { task: TASK })
    expect(error).toBeUndefined()
    expect(told).toMatchObject({ block: '', items: [], note: expect.stringContaining('mettle init') })
    expect((await call('record_learning', { lesson: LESSON })).error).toContain('mettle init')
    expect((await call('gate', { adapter: 'github' })).told).toMatchObject({
      decision: 'allow',
      next: expect.stringContaining('without the journal'),
    })
    expect(existsSync(join(setting.cwd, '.mettle'))).toBe(false)
    await mettle('init')
    expect((await call('record_learning', { lesson: LESSON })).error).toBeUndefined()
  })

  it('is not written to after it was taken away from under the server', async () => {
    const { call } = await connect(setting)
    await call('recall', { task: TASK })
    rmSync(join(setting.cwd, '.mettle'), { recursive: true })
    expect((await call('record_learning', { lesson: LESSON })).error).toContain('mettle init')
    await mettle('init')
    const { told } = await call('record_learning', { lesson: LESSON })
    expect(told).toMatchObject({ duplicate: false })
    expect(await factsIn(setting.cwd, 'learning-captured.v1')).toHaveLength(1)
  })

  it('stays usable for others while it is locked, and comes back', async () => {
    const { call, said } = await connect(setting)
    const holder = await holdLocked(join(setting.cwd, '.mettle', 'journal.db'))
    expect((await call('recall', { task: TASK })).told?.note).toContain('mettle doctor')
    expect((await call('record_learning', { lesson: LESSON })).error).toMatch(/lock|busy|in use/i)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect((await call('recall', { task: TASK })).told?.block).toContain(LESSON)
    expect(said()).toBe('')
    expect(JSON.parse((await mettle('status', '--json')).stdout).failures).toBe(1)
  })
})

const OPENING = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'pipe', version: '1' },
}
const ask = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

describe('the end', () => {
  it('comes with that of the input, of its own accord', async () => {
    const server = spawn(...commandLine(), {
      cwd: setting.cwd,
      env: { ...process.env, ...setting.environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    server.stdin.write(ask(1, 'initialize', OPENING))
    server.stdin.write(ask(2, 'tools/call', { name: 'recall', arguments: { task: TASK } }))
    for await (const line of createInterface(server.stdout)) if (JSON.parse(line).id === 2) break
    server.stdin.end()
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('waits for what was asked before it', async () => {
    const stdin = [
      ask(1, 'initialize', OPENING),
      'this is no message\n',
      ask(2, 'tools/call', { name: 'recall', arguments: { task: TASK } }),
    ]
    const { exitCode, stdout, stderr } = await runCli(['mcp'], { ...setting, stdin })
    expect(exitCode).toBe(0)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
    expect(answers[1].result.structuredContent.block).toContain(LESSON)
    expect(stderr).toBe('mettle mcp: a message was skipped (SyntaxError)\n')
  })

  it('is not waited for at a terminal', async () => {
    const { exitCode, stderr } = await runCli(['mcp'], { ...setting, terminal: 80 })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('mettle docs mcp')
  })
})
