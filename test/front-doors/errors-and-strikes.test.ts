import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-errors-'))
  await mettle('init')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function mettle(line: string, more: { stdin?: string; words?: string[] } = {}) {
  const { stdin, words = [] } = more
  const told = await runCli([...line.split(' '), ...words], {
    cwd: folder,
    now: NOW,
    environment: { METTLE_HOME: join(folder, 'home') },
    ...(stdin === undefined ? {} : { stdin }),
  })
  return told
}

const failed = (message: string, ...words: string[]) =>
  mettle('error record --task bd-12', { words: ['--message', message, ...words] })
const struck = (attempt: string) =>
  mettle('strike record --task bd-12', { words: ['--attempt', attempt, '--reason', 'the test was red'] })

describe('errors at the command line', () => {
  it('are recorded, typed by their words, counted, and told to the next attempt', async () => {
    const { stdout } = await failed('Merge conflict in src/a.ts')
    expect(stdout).toMatch(
      /^Recorded \S+\ntype: conflict, for it says 'conflict'\nbd-12 has met 1 error, 1 unresolved; mettle error context --task bd-12\n$/,
    )
    await failed('Type error in src/auth.ts', '--type', 'validation', '--tool', 'tsc')
    const context = await mettle('error context --task bd-12')
    expect(context.stdout).toContain('## Previous Errors')
    expect(context.stdout).toContain('### validation (1 error)\n\n- **Type error in src/auth.ts**\n  - Tool: tsc')
    expect(context.stdout).toContain('  - Time: 2026-01-01T00:00:00.000Z')
  })

  it('take a stack trace from standard input', async () => {
    await mettle('error record --task bd-12 --message boom --stack -', { stdin: 'at main (a.ts:1)\n' })
    expect((await mettle('error context --task bd-12')).stdout).toContain('Stack: `at main (a.ts:1)`')
  })

  it('are listed until they are resolved', async () => {
    await failed('boom', '--id', 'e1')
    expect((await mettle('error list')).stdout).toContain('bd-12')
    expect((await mettle('error resolve e1 --how fixed')).stdout).toBe('Resolved e1.\n')
    expect((await mettle('error resolve e1')).stdout).toBe('e1 was resolved before.\n')
    expect((await mettle('error list')).stdout).toBe('No error is open.\n')
    expect((await mettle('error list --include-resolved')).stdout).toContain('resolved')
    const { stdout, stderr } = await mettle('error context --task bd-12')
    expect(stdout).toBe('')
    expect(stderr).toBe('bd-12 met 1 error, and none is open; --include-resolved shows what was.\n')
  })

  it('that are unknown are named, with the line to type', async () => {
    expect(await mettle('error resolve e9')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/There is no error 'e9'\.\n.*mettle error list/),
    })
  })

  it('are counted by the outcome of their task, and settled by its success', async () => {
    await failed('boom')
    await failed('bang')
    await struck('retry')
    const line = 'outcome record --run r1 --task bd-12 --result success --duration-ms 1000 --retries 0'
    expect((await mettle(line)).stdout).toContain('Settled by it: its strikes and 2 open errors.\n')
    const ended = await mettle(`${line} --json`)
    expect(JSON.parse(ended.stdout)).toMatchObject({ errorCount: 2 })
    expect((await mettle('error list')).stdout).toBe('No error is open.\n')
  })
})

describe('a tool of another system', () => {
  const tool = (name: string, input: string) => mettle(`tool ${name}`, { stdin: input })

  it('takes JSON from standard input, and shares the journal with every command', async () => {
    await tool('swarm_accumulate_error', '{"bead_id":"bd-12","message":"Request timeout"}')
    expect((await mettle('error list')).stdout).toContain('Request timeout')
  })

  it.each([
    [
      'swarm_check_strikes',
      '{"bead_id":"bd-12","action":"add"}',
      "action: must be one of check, add_strike, clear, get_prompt, not 'add'",
    ],
    [
      'swarm_check_strikes',
      '{"bead_id":"bd-12","action":"add_strike","reason":"red"}',
      'attempt: is missing: add_strike needs it',
    ],
    ['swarm_complete', '{"bead_id":"bd-12","summary":"x"}', 'agent_name: is missing'],
    ['swarm_complete', 'no', 'input: is not JSON'],
    ['swarm_complet', '{}', "There is no tool 'swarm_complet'. Did you mean 'swarm_complete'?"],
  ])('%s %s is refused: %s', async (name, input, message) => {
    const { exitCode, stderr } = await tool(name, input)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(message)
  })

  it('is listed with what it takes, and with its schemas', async () => {
    expect((await mettle('tool --list')).stdout).toContain('{bead_id, include_resolved?}')
    const { tools } = JSON.parse((await mettle('tool --list --json')).stdout)
    expect(tools[0]).toMatchObject({ name: 'swarm_record_outcome', input: { type: 'object' } })
  })
})

describe('strikes at the command line', () => {
  it('call for a review at the third, and for none before', async () => {
    expect((await struck('retry')).stdout).toBe('Strike 1 of 3 for bd-12.\n')
    const early = await mettle('strike prompt bd-12')
    expect(early).toMatchObject({ exitCode: 0, stdout: '' })
    expect(early.stderr).toBe('bd-12 has 1 of 3 strikes: no review is due.\n')
    await struck('wait longer')
    expect((await struck('send it in parts')).stdout).toBe(
      'bd-12 has failed 3 times: review its design before another attempt.\nmettle strike prompt bd-12\n',
    )
    expect((await mettle('strike prompt bd-12')).stdout).toContain('1. retry: the test was red')
    expect((await mettle('learn --json')).stdout).toContain('"added":1')
  })

  it('are listed, and wiped by a person', async () => {
    await struck('retry')
    expect((await mettle('strike list')).stdout).toBe(
      'TASK   STRIKES  LAST      LAST ATTEMPT\nbd-12  1/3      just now  retry: the test was red\n',
    )
    expect((await mettle('strike list --struck-out')).stdout).toBe('No task failed three times.\n')
    const cleared = await mettle('strike clear bd-12 --by ann', { words: ['--reason', 'another design'] })
    expect(cleared.stdout).toBe('Wiped 1 strike of bd-12.\n')
    expect((await mettle('strike list')).stdout).toBe('No task has strikes.\n')
  })
})

it('status shows what is open, and is silent about it otherwise', async () => {
  expect((await mettle('status')).stdout).not.toMatch(/^(errors|strikes)/m)
  await failed('boom')
  for (const attempt of ['one', 'two', 'three']) await struck(attempt)
  const { stdout } = await mettle('status')
  expect(stdout).toContain('errors        1 error unresolved; mettle error list\n')
  expect(stdout).toContain('strikes       1 task failed three times; mettle strike list --struck-out\n')
})
