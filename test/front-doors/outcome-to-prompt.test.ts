import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const LESSON = 'Always cache the session token in the module of the login page'
const BAD = '--result failure --duration-ms 2400000 --errors 4 --retries 2'.split(' ')
const GOOD = '--result success --duration-ms 60000 --errors 0 --retries 0'.split(' ')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-outcome-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Types a line, and gives what was printed; it must end well. */
async function typed(...words: string[]): Promise<string> {
  return typedWith(BY_COUNTS, ...words)
}

async function typedWith(more: Record<string, string>, ...words: string[]): Promise<string> {
  const environment = { METTLE_HOME: join(folder, 'home'), METTLE_HOLDOUT_SHARE: '0', ...more }
  const { exitCode, stdout, stderr } = await runCli(words, { cwd: folder, environment })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringMatching(/error/i) })
  return stdout
}

/** By counts: three failures of three are a warning. By belief the pattern is no longer shown, and it takes more to say that it harms. */
const BY_COUNTS = { METTLE_INJECT_PROFILE: 'classic' }
const prompt = (run: string) => typed('plan-prompt', '--task', 'extend the login', '--run', run)
const block = (run: string) => typed('inject', '--role', 'planner', '--run', run)

describe('from an outcome at the command line to the changed prompt', () => {
  it('a strategy and a pattern that fail are warned of, and what works is told', async () => {
    await typed('init')
    await typed('learning', 'record', '--agent', 'planner', '--lesson', LESSON)
    await typed('learn')
    expect(await block('run-1')).toContain(LESSON)
    const [found] = (JSON.parse(await typed('pattern', 'list', '--json')) as Listed).items
    const pattern = found!.pattern.id

    for (const run of ['run-1', 'run-2', 'run-3']) {
      await block(run)
      await typed('plan', 'record', '--run', run, '--text', 'Split by file type')
      const use = ['--file', 'src/login.ts', '--applied', `${pattern}@src/login.ts:3`]
      const told = await typed('outcome', 'record', '--run', run, '--task', `${run}.1`, ...BAD, ...use)
      expect(told).toContain('It counts as harmful (0.14): Slow completion (2400s), 4 errors, 2 retries, failed')
    }
    for (const task of ['run-4.1', 'run-4.2'])
      await typed('outcome', 'record', '--run', 'run-4', '--task', task, '--strategy', 'feature-based', ...GOOD)

    const next = (await prompt('run-5')).split('\n')
    expect(next).toEqual([
      '=== HISTORICAL PATTERNS (planner) ===',
      '## What worked',
      '- feature-based (succeeded 2/2 times, 100%)',
      '## What to avoid',
      '- AVOID: Split by file type. Failed 3/3 times (100% failure rate)',
      `- AVOID: ${LESSON}. Failed 3/3 times (100% failure rate)`,
      '',
    ])
    const plain = await block('run-6')
    expect(plain).toContain(`- AVOID: ${LESSON}. Failed 3/3 times (100% failure rate)`)
    expect(plain).not.toContain(`- ${LESSON}`)
    expect(await typed('criterion', 'list')).toMatch(/type_safe +0, deprecated +2 +3/)
    expect(await typed('strategy', 'why', 'Split by file type')).toContain('failed 3 of 3 = 1.00')
    expect(await typed('pattern', 'why', pattern)).toContain(`anti-${pattern} warns of it`)
  })

  it('by belief, a lesson that fails in three of three runs is doubted, and a warning once people say that it harms', async () => {
    const by = (...words: string[]) => typedWith({}, ...words)
    const next = (run: string) =>
      by('inject', '--role', 'planner', '--run', run, '--task', 'cache the session token of the login')
    await by('init')
    await by('learning', 'record', '--agent', 'planner', '--lesson', LESSON)
    await by('learn')
    const [found] = (JSON.parse(await by('pattern', 'list', '--json')) as Listed).items
    const id = found!.pattern.id
    for (const run of ['run-1', 'run-2', 'run-3']) {
      expect(await next(run)).toContain(`- ${LESSON} (new`)
      const use = ['--file', 'src/login.ts', '--applied', `${id}@src/login.ts:3`]
      await by('outcome', 'record', '--run', run, '--result', 'failure', ...use)
    }
    const doubted = await by('pattern', 'why', id)
    expect(doubted).toMatch(/^Doubted: \d+% likely to help, from 3 runs\.$/m)
    expect(doubted).toContain('Agents are not shown it: 0 of 3 runs that followed it ended well.')
    expect(doubted).toMatch(
      /^What would change it\n {2}in \d+ days agents are shown it again, to learn whether it still fails$/m,
    )
    expect(await next('run-4')).not.toContain(LESSON)

    for (const name of ['ann', 'ben', 'eve'])
      await by('feedback', 'record', 'pattern', id, '--type', 'harmful', '--by', name)
    const warned = await by('pattern', 'why', id)
    expect(warned).toMatch(/^Warning: (?:\d+|under 1)% likely to help, from 3 runs\.$/m)
    expect(await next('run-5')).toContain(`- AVOID: ${LESSON} (warning, 3 runs)`)
    for (const why of [doubted, warned]) expect(why.split('\n').length).toBeLessThanOrEqual(24)
  })

  it('a task without its course is refused by name', async () => {
    await typed('init')
    const words = ['outcome', 'record', '--run', 'r1', '--task', 't1', '--result', 'success', '--errors', '0']
    const environment = { METTLE_HOME: join(folder, 'home') }
    const { exitCode, stderr } = await runCli(words, { cwd: folder, environment })
    expect(exitCode).toBe(1)
    expect(stderr).toContain("The outcome of task 't1' lacks --duration-ms (durationMs), --retries (retryCount).")
  })
})

interface Listed {
  readonly items: readonly { readonly pattern: { readonly id: string } }[]
}
