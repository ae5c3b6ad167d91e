import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bundleHook } from '../../scripts/bundle-hook.mjs'
import { compiledCli } from '../servers/cli-from-source.ts'
import { HookWorld } from '../worlds/hook-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-hook-file-'))
const HOOK = join(folder, 'hook.cjs')
const worlds: HookWorld[] = []

/** The largest that the files may become: what is read and compiled is what a hook costs most. */
const MOST_BYTES = { entry: 3_000, main: 28_000, part: 48_000, beforeTool: 36_000, afterTool: 8_000 }
const LS = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'ls' } }
const EVENTS = [
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-tool'],
  ['PostToolUse', 'after-tool'],
  ['Stop', 'turn-end'],
] as const

beforeAll(async () => void (await bundleHook(folder)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

/** Runs the hook at the end of a pipe; what it printed, how it ended, and how many failures were written down. */
async function hookAfter(words: string, before = '') {
  const world = begin()
  await world.command(async () => undefined)
  const line = `{ ${words}; } | { ${before} "$NODE" "$HOOK" --client auto --event SessionStart; }; echo "exit $?"`
  const env = {
    ...process.env,
    ...world.environment,
    NODE: process.execPath,
    HOOK,
    ROOT: world.root,
  }
  const { stdout } = spawnSync('bash', ['-c', line], { encoding: 'utf8', cwd: world.root, env })
  const failures = join(world.environment.METTLE_HOME!, 'failures')
  let counted = 0
  try {
    counted = readdirSync(failures).length
  } catch {
    // None was written down.
  }
  return { stdout, counted }
}

const PAYLOAD = '{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"\'"$ROOT"\'","hook_event_name":"SessionStart"}'

it('is made of small files', () => {
  const sizes = Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]))
  expect(sizes['hook.cjs']).toBeLessThan(MOST_BYTES.entry)
  expect(sizes['hook-main.cjs']).toBeLessThan(MOST_BYTES.main)
  expect(sizes['hook-before-tool.cjs']).toBeLessThan(MOST_BYTES.beforeTool)
  expect(sizes['hook-after-tool.cjs']).toBeLessThan(MOST_BYTES.afterTool)
  expect(Math.max(...Object.values(sizes))).toBeLessThan(MOST_BYTES.part)
})

it('loads files, paths and scripts of Node and nothing else before it knows its moment', () => {
  const spy = join(folder, 'spy.cjs')
  writeFileSync(
    spy,
    `const Module = require('node:module'), load = Module._load, builtin = process.getBuiltinModule
    process.getBuiltinModule = (name) => (process._rawDebug(name), builtin(name))
    Module._load = (name, ...more) => (process._rawDebug(name), load(name, ...more))`,
  )
  const payload = join(folder, 'payload.json')
  writeFileSync(payload, JSON.stringify({ session_id: 's1', cwd: folder, hook_event_name: 'SessionStart' }))
  const stdio = [openSync(payload, 'r'), 'pipe', 'pipe'] as const
  // Compiled already, for compiling it loads more.
  const env = { ...process.env, METTLE_HOME: join(folder, 'home') }
  spawnSync(process.execPath, [HOOK], { stdio: [openSync(payload, 'r'), 'ignore', 'ignore'], env })
  const { stderr } = spawnSync(process.execPath, ['--require', spy, HOOK], {
    stdio: [...stdio],
    encoding: 'utf8',
    env,
  })
  const loaded = new Set(stderr.trim().split('\n'))
  expect([...loaded].filter((name) => name !== HOOK).sort()).toEqual(['node:fs', 'node:path', 'node:vm'])
})

it.each(EVENTS)('has all that %s needs in one part with what comes before', async (event, moment) => {
  const spy = join(folder, 'spy-files.cjs')
  writeFileSync(
    spy,
    `const fs = require('node:fs'), read = fs.readFileSync
    fs.readFileSync = (path, ...more) => (process._rawDebug(path), read(path, ...more))`,
  )
  const world = begin()
  await world.command(async () => undefined)
  const payload = { session_id: 's1', cwd: world.root, hook_event_name: event, prompt: 'x', ...LS }
  const { stderr } = spawnSync(process.execPath, ['--require', spy, HOOK, '--event', event], {
    input: JSON.stringify(payload),
    encoding: 'utf8',
    env: { ...process.env, ...world.environment },
  })
  const parts = [...stderr.matchAll(/hook-[\w-]+\.cjs/g)].map(([name]) => name)
  expect(parts[0]).toBe(`hook-main-${moment}.cjs`)
  expect(parts).not.toContain('hook-main.cjs')
  expect(parts).not.toContain(`hook-${moment}.cjs`)
})

it('answers a client that leaves its end of the pipe open', async () => {
  const { stdout } = await hookAfter(`printf '%s' '${PAYLOAD}'; sleep 1`, 'METTLE_HOOK_DEADLINE_MS=60000')
  expect(stdout).toContain('nothing has been learned yet')
  expect(stdout).toMatch(/exit 0\n$/)
})

it('takes what has come, however late a busy machine lets it look', async () => {
  const busy = join(folder, 'busy.cjs')
  const until = 'performance.now() + 60'
  writeFileSync(busy, `process.nextTick(() => { for (const end = ${until}; performance.now() < end; ); })`)
  const { stdout, counted } = await hookAfter(
    `printf '%s' '${PAYLOAD}'; sleep 2`,
    `sleep 0.2; METTLE_HOOK_DEADLINE_MS=20 NODE_OPTIONS='--require ${busy}'`,
  )
  expect(stdout).toContain('nothing has been learned yet')
  expect(counted).toBe(0)
})

it.each([
  ['sends nothing', 'sleep 2'],
  ['sends no JSON', "printf 'garbage'"],
  ['sends half of it', `printf '{"session_id":"s1"'; sleep 2`],
])('lets the agent go on where its client %s, and counts it', async (_, words) => {
  expect(await hookAfter(words)).toEqual({ stdout: 'exit 0\n', counted: 1 })
})

/** A hook as clients start it, at the end of a socket. */
async function called(world: HookWorld, payload: object): Promise<string> {
  const env = { PATH: process.env.PATH, METTLE_HOOK_DEADLINE_MS: '60000', ...world.environment }
  const hook = spawn(process.execPath, [HOOK], { stdio: ['pipe', 'pipe', 'inherit'], env, cwd: world.root })
  hook.stdin.end(JSON.stringify({ session_id: 's1', transcript_path: '/t.jsonl', cwd: world.root, ...payload }))
  return text(hook.stdout)
}

function begin(): HookWorld {
  const world = new HookWorld()
  world.now = Date.now()
  worlds.push(world)
  return world
}

const RUN_IN_BAND = 'Always run npm test with one worker because the tests share a port'
const NPM_TEST = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 't1',
  tool_input: { command: 'npm test' },
}

it('says nothing once its time is up, and counts that', async () => {
  const world = begin()
  await world.know(RUN_IN_BAND)
  world.environment.METTLE_HOOK_DEADLINE_MS = '20'
  expect(await called(world, NPM_TEST)).toBe('')
  expect(readdirSync(join(world.environment.METTLE_HOME!, 'failures'))).toHaveLength(1)
})

it('says nothing twice where two of them run at once', async () => {
  const world = begin()
  await world.know(RUN_IN_BAND)
  const printed = await Promise.all([called(world, NPM_TEST), called(world, NPM_TEST)])
  expect(printed.filter((one) => one.includes(RUN_IN_BAND))).toHaveLength(1)
  expect(world.spooled().filter(({ type }) => type === 'pattern-injected.v2')).toHaveLength(1)
})

it('leaves a receipt with the text that it printed, to the byte', async () => {
  const world = begin()
  await world.know(RUN_IN_BAND, 'Avoid "quotes", tabs\tand ümlauts in npm test output, because the parser drops them')
  const printed: string[] = []
  for (const payload of [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'make npm test pass with one worker' },
    NPM_TEST,
  ]) {
    const answer = await called(world, payload)
    if (answer !== '') printed.push(JSON.parse(answer).hookSpecificOutput.additionalContext)
  }
  const blocks = await world.command(async (mettle) => {
    const receipts = await mettle.receipts({ run: 's1' })
    return Promise.all(receipts.map(async ({ receipt }) => (await mettle.receipt(receipt)).block!))
  })
  // The brief line before a block says how the loop is doing; it is no part of what was chosen.
  const shown = printed.map((text) => text.replace(/^<mettle>Mettle follows[^\n]*<\/mettle>\n?/, ''))
  expect(shown.filter((text) => text !== '').sort()).toEqual(blocks.sort())
  expect(blocks.join('')).toContain(RUN_IN_BAND)
})

it('starts a process at the end of a turn that takes in what hooks left', async () => {
  const world = begin()
  await world.command(async () => undefined)
  world.environment.METTLE_HOOK_LEARN = 'true'
  const cli = join(folder, 'bin.js')
  const done = join(folder, 'done')
  const program = JSON.stringify(compiledCli())
  writeFileSync(
    cli,
    `require('node:child_process').spawnSync(process.execPath, [${program}, ...process.argv.slice(2)])
    require('node:fs').writeFileSync(${JSON.stringify(done)}, '')`,
  )
  writeFileSync(join(world.root, '.mettle', 'agents.json'), JSON.stringify({ cli }))
  await called(world, { hook_event_name: 'UserPromptSubmit', prompt: 'add a retry' })
  expect(world.spooled()).not.toEqual([])
  expect(await called(world, { hook_event_name: 'Stop', last_assistant_message: 'Done.' })).toBe('')
  await expect.poll(() => existsSync(done), { timeout: 60_000 }).toBe(true)
  expect(world.spooled()).toEqual([])
  const shown = await world.command((mettle) => mettle.session('s1'))
  expect(JSON.stringify(shown)).toContain('add a retry')
})
