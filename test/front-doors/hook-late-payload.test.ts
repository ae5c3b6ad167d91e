import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BundledHook, failuresOf, payloadOf } from '../worlds/bundled-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'

const hook = new BundledHook()
const worlds: HookWorld[] = []
beforeAll(async () => void (await hook.build()))
afterAll(() => hook.remove())
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(): Promise<HookWorld> {
  const world = new HookWorld()
  world.now = Date.now()
  worlds.push(world)
  await world.command(async () => undefined)
  return world
}

/** Writes the person's own settings. */
function configure(world: HookWorld, text: string): void {
  mkdirSync(world.environment.METTLE_HOME!, { recursive: true })
  writeFileSync(join(world.environment.METTLE_HOME!, 'config.json'), text)
}

const types = (world: HookWorld) => world.spooled().map(({ type }) => type)
const RUN_IN_BAND = 'Always run npm test with one worker because the tests share a port'
const BASH = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'npm test' } }

/** In two halves, so far apart that the time for an answer would be over twice. */
const halves = (payload: string, pauseMs = 700) => [payload.slice(0, 40), pauseMs, payload.slice(40)]

describe('a payload that comes late', () => {
  it('is recorded and answered, for the deadline runs from when it is complete', async () => {
    const world = await begin()
    await world.know(RUN_IN_BAND)
    delete world.environment.METTLE_HOOK_DEADLINE_MS
    configure(world, '{ "hook": { "deadlineMs": 10000 } }')
    const prompt = payloadOf(world, 'UserPromptSubmit', { prompt: 'run npm test with one worker' })
    const { stdout } = await hook.call(world, { event: 'UserPromptSubmit', pieces: [700, prompt] })
    expect(stdout).toContain(RUN_IN_BAND)
    expect(types(world)).toEqual(['iteration-started.v1', 'prompt-given.v1', 'pattern-injected.v2'])
    expect(failuresOf(world)).toEqual([])
  })

  it.each([
    ['UserPromptSubmit', { prompt: 'add a retry' }, 'prompt-given.v1'],
    ['PostToolUse', { ...BASH, tool_response: { stdout: 'ok' } }, 'tool-used.v1'],
    ['SessionStart', { source: 'startup' }, 'session-started.v1'],
    ['Stop', { last_assistant_message: 'Done.' }, 'turn-ended.v1'],
    ['SessionEnd', { reason: 'other' }, 'session-ended.v1'],
  ])('in halves is recorded at %s', async (event, more, type) => {
    const world = await begin()
    await hook.call(world, { event, pieces: halves(payloadOf(world, event, more)) })
    expect(types(world)).toContain(type)
  })

  it('byte by byte is recorded, also where a letter of two bytes is cut in half', async () => {
    const world = await begin()
    const bytes = [...Buffer.from(payloadOf(world, 'UserPromptSubmit', { prompt: 'größer, bitte' }))]
    const child = spawn(process.execPath, [hook.file, '--event', 'UserPromptSubmit'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: world.root,
      env: { PATH: process.env.PATH, ...world.environment },
    })
    const ended = once(child, 'exit')
    for (const byte of bytes) {
      child.stdin.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    child.stdin.end()
    await ended
    expect(world.spooled().at(-1)?.payload).toEqual({ text: 'größer, bitte' })
  })
})

describe('the deadline', () => {
  it('of the configuration file keeps an answer back that is not ready, and loses nothing else', async () => {
    const world = await begin()
    await world.know(RUN_IN_BAND)
    delete world.environment.METTLE_HOOK_DEADLINE_MS
    // Reading settings from files that changed takes longer than this on any machine.
    configure(world, '{ "hook": { "deadlineMs": 20 } }')
    const slow = join(hook.folder, 'slow.cjs')
    writeFileSync(slow, SLOW_PATTERNS)
    const prompt = payloadOf(world, 'UserPromptSubmit', { prompt: 'run npm test with one worker' })
    const environment = { NODE_OPTIONS: `--require ${slow}` }
    const { stdout, code } = await hook.call(world, {
      event: 'UserPromptSubmit',
      pieces: [prompt],
      environment,
    })
    expect([stdout, code]).toEqual(['', 0])
    expect(types(world)).toEqual(['iteration-started.v1', 'prompt-given.v1'])
    const failures = failuresOf(world)
    expect(failures).toMatchObject([{ code: 'late', message: expect.stringContaining('of 20 ms') }])
    const checks = await world.command((mettle) => mettle.doctor())
    const { fix = '' } = checks.find(({ name }) => name === 'failures') ?? {}
    const [, typed = '', kept = ''] = /^export (METTLE_HOOK_DEADLINE_MS=\d+) .* or (\{.*\}) in your/.exec(fix) ?? []
    expect(JSON.parse(kept)).toEqual({ hook: { deadlineMs: Number(typed.split('=')[1]) } })
    const took = /after (\d+) of 20 ms/.exec(failures[0]!.message)?.[1]
    expect(Number(typed.split('=')[1])).toBeGreaterThanOrEqual(2 * Number(took))
  })
})

/** Opening the precomputed patterns takes 100 ms. */
const SLOW_PATTERNS = `const fs = require('node:fs'), open = fs.openSync
fs.openSync = (path, ...more) => {
  if (String(path).endsWith('patterns.bin')) for (const end = Date.now() + 100; Date.now() < end; );
  return open(path, ...more)
}`

describe('what happened is on record', () => {
  it('where the client ends the hook while it chooses what to show', async () => {
    const world = await begin()
    await world.know(RUN_IN_BAND)
    const stuck = join(hook.folder, 'stuck.cjs')
    writeFileSync(stuck, SLOW_PATTERNS.replace('+ 100;', '+ 60_000;'))
    const child = spawn(process.execPath, [hook.file, '--event', 'UserPromptSubmit'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: world.root,
      env: { PATH: process.env.PATH, ...world.environment, NODE_OPTIONS: `--require ${stuck}` },
    })
    child.stdin.end(payloadOf(world, 'UserPromptSubmit', { prompt: 'run npm test for the parcels service' }))
    await expect.poll(() => types(world), { timeout: 15_000 }).toContain('prompt-given.v1')
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(types(world)).toEqual(['iteration-started.v1', 'prompt-given.v1'])
  })

  it.each([
    ['UserPromptSubmit', { prompt: 'run npm test for the parcels service' }, 'prompt-given.v1'],
    ['SessionStart', { source: 'startup' }, 'session-started.v1'],
  ])('at %s where the precomputed patterns cannot be read', async (event, more, type) => {
    const world = await begin()
    rmSync(join(world.hooks, 'ahead', 'patterns.bin'), { force: true })
    mkdirSync(join(world.hooks, 'ahead', 'patterns.bin'), { recursive: true })
    const { code } = await hook.call(world, { event, pieces: [payloadOf(world, event, more)] })
    expect(code).toBe(0)
    expect(types(world)).toContain(type)
    expect(failuresOf(world)).toHaveLength(1)
  })

  it('where the notes of the session cannot be written', async () => {
    const world = await begin()
    writeFileSync(join(world.hooks, 'sessions'), 'a file in place of the folder')
    const prompt = payloadOf(world, 'UserPromptSubmit', { prompt: 'run npm test' })
    await hook.call(world, { event: 'UserPromptSubmit', pieces: [prompt] })
    expect(types(world)).toEqual(['prompt-given.v1'])
    expect(failuresOf(world)).toHaveLength(1)
  })

  it('where the settings of the project have a syntax error, and that is counted', async () => {
    const world = await begin()
    delete world.environment.METTLE_HOOK_DEADLINE_MS
    writeFileSync(join(world.root, 'mettle.config.json'), '{ "hook": { "deadlineMs": 500, } }')
    const prompt = payloadOf(world, 'UserPromptSubmit', { prompt: 'run npm test' })
    await hook.call(world, { event: 'UserPromptSubmit', pieces: [prompt] })
    expect(types(world)).toContain('prompt-given.v1')
    expect(failuresOf(world)).toMatchObject([{ message: expect.stringContaining('is not a JSON object') }])
  })

  it('not where a person turned recording off before the settings were damaged', async () => {
    const world = new HookWorld()
    world.now = Date.now()
    worlds.push(world)
    for (const name of Object.keys(world.environment)) if (name !== 'METTLE_HOME') delete world.environment[name]
    configure(world, '{ "hook": { "record": false } }')
    await world.know(RUN_IN_BAND)
    configure(world, '{ "hook": { "record": false ')
    const prompt = payloadOf(world, 'UserPromptSubmit', { prompt: 'add a retry' })
    await hook.call(world, { event: 'UserPromptSubmit', pieces: [prompt] })
    expect(types(world)).not.toContain('prompt-given.v1')
  })

  it('where the agent has left the project with cd, in Claude Code and Gemini', async () => {
    const world = await begin()
    const elsewhere = join(world.folder, 'elsewhere')
    mkdirSync(elsewhere)
    const step = payloadOf(world, 'PostToolUse', { ...BASH, cwd: elsewhere, tool_response: { stdout: 'ok' } })
    const feed = { event: 'PostToolUse', pieces: [step], cwd: elsewhere }
    await hook.call(world, feed)
    expect(types(world)).toEqual([])
    await hook.call(world, { ...feed, environment: { CLAUDE_PROJECT_DIR: world.root } })
    expect(types(world)).toEqual(['tool-used.v1'])
  })
})
