import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { edited, type LivedStep, lived, prompt, ran, said } from '../worlds/session.ts'
import { testLoop } from '../worlds/test-loop.ts'
import { runCli } from './run-cli.ts'

const MISSING = "Error: Cannot find module '../dist/index.js'"
const FIX = `Run \`npm run build\` before \`npm test\`, which otherwise fails with "Cannot find module '../dist/index.js'".`
const TOLD = "Don't edit generated files."
const SESSION = [
  prompt('Make the login page remember who was here before'),
  edited('src/login.ts'),
  ran('npm test 2>&1 | tail -20', 'failed', MISSING),
  ran('npm run build'),
  ran('npm test'),
  said('It remembers.'),
  prompt("no, don't edit generated files. Change openapi.yaml and run make client"),
  edited('openapi.yaml'),
  ran('npm test', 'failed', 'AssertionError: expected 1 to be 2'),
  said('The client is generated now.'),
]

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-session-'))
  await typed('init', '--no-clients')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Types a line, and gives what was printed; it must end well. */
async function typed(...words: string[]): Promise<string> {
  const environment = { METTLE_HOME: join(folder, 'home'), METTLE_HOLDOUT_SHARE: '0' }
  const { exitCode, stdout, stderr } = await runCli(words, { cwd: folder, environment })
  expect({ words, exitCode, stderr }).toEqual({
    words,
    exitCode: 0,
    stderr: expect.not.stringMatching(/error/i),
  })
  return stdout
}

/** Puts a session into the journal, as a client's hooks would have. */
async function happened(run: string, steps: readonly LivedStep[]): Promise<void> {
  const { project } = JSON.parse(readFileSync(join(folder, '.mettle', 'project.json'), 'utf8')) as {
    project: string
  }
  const store = await openSqliteStore({ path: join(folder, '.mettle', 'journal.db') })
  await lived(testLoop({ store, project, name: `${run}-` }).context, run, steps)
  await store.close()
}

describe('a session, from what happened to the prompt of the next one', () => {
  it('is settled, listed and shown, and what code found in it waits until it is confirmed', async () => {
    await happened('first', SESSION)
    expect(await typed('session', 'list')).toMatch(/first +claude-code +2 +6 +2 +not settled +Make the login page/)

    const settled = await typed('session', 'settle', '--run', 'first')
    expect(settled.split('\n')).toEqual([
      'Settled first: 10 steps on record.',
      '  session.1  success, by test: npm test passed after the last change',
      '  session.2  failure, by test: npm test failed after the last change',
      '  Recorded 4 builds and tests.',
      '  Found, and not shown until you accept it (mettle review):',
      `    ${TOLD} (correction)`,
      `    ${FIX} (error-fix)`,
      '  Patterns: 2 new, 0 joined, 0 refused.',
      '',
    ])
    const shown = await typed('session', 'show', 'first')
    expect(shown).toContain('session.1  success, by test: npm test passed after the last change; counts as helpful')
    expect(shown).toContain(`${FIX} (approved; found by code)`)

    const block = await typed('inject', '--surface', 'agent-start', '--agent', 'main', '--run', 'second')
    expect(block).not.toContain('npm run build')
    expect(block).not.toContain('generated')
    await happened('second', SESSION)
    await typed('session', 'settle', '--run', 'second')
    const third = await typed('inject', '--surface', 'agent-start', '--agent', 'main', '--run', 'third')
    expect(third).toContain(FIX)
    expect(third).toContain(TOLD)
  })

  it('settled by several at once it is settled once', async () => {
    await happened('first', SESSION)
    await Promise.all([1, 2, 3, 4].map(() => typed('session', 'settle', '--run', 'first', '--json')))
    const again = JSON.parse(await typed('session', 'settle', '--run', 'first', '--json')) as {
      works: { isNew: boolean }[]
      lessons: { isNew: boolean }[]
      checks: number
    }
    expect([...again.works, ...again.lessons].some(({ isNew }) => isNew)).toBe(false)
    expect(again.checks).toBe(0)
    const { items: patterns } = JSON.parse(await typed('pattern', 'list', '--all', '--json')) as {
      items: unknown[]
    }
    expect(patterns).toHaveLength(2)
  })

  it('one that is not there is named, with what to type', async () => {
    const { exitCode, stderr } = await runCli(['session', 'settle', '--run', 'nobody'], { cwd: folder })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: "There is no session 'nobody'.\nmettle session list\n",
    })
  })
})

describe("a session that a client's hooks tell of", () => {
  const RUN = '4f7a1c52-0b7e-4c39-9f0e-2d1c3b4a5e6f'

  let now = Date.parse('2026-01-01T00:00:00Z')

  /** What a client prints into the prompt after it called the hook. */
  async function told(event: string, payload: object, session = RUN): Promise<string> {
    const stdin = JSON.stringify({ session_id: session, cwd: folder, hook_event_name: event, ...payload })
    const environment = {
      METTLE_HOME: join(folder, 'home'),
      METTLE_HOLDOUT_SHARE: '0',
      METTLE_HOOK_LEARN: 'false',
    }
    const words = ['hook', '--client', 'claude-code', '--event', event]
    now += 1_000
    const { exitCode, stdout } = await runCli(words, { cwd: folder, environment, stdin, now })
    expect(exitCode).toBe(0)
    return stdout
  }
  const bash = (command: string, more: object) => ({
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: `call-${command}`,
    ...more,
  })

  it('is in front of the next session when the agent worded it', async () => {
    await told('UserPromptSubmit', { prompt: 'Add a schema' })
    await told('PostToolUse', bash('npm install zod', { tool_response: { stdout: 'added 1 package' } }))
    await told('UserPromptSubmit', { prompt: 'no, we always use pnpm in this repository' })
    await told('PostToolUse', bash('pnpm add zod', { tool_response: { stdout: '+ zod' } }))
    const lesson = 'Install packages with pnpm, which is what this repository uses.'
    await told('Stop', { last_assistant_message: `Done with pnpm.\nLesson: ${lesson}` })
    expect(await typed('session', 'settle', '--run', RUN)).toContain('The agent recorded 1 lesson.')
    const next = await told('SessionStart', { source: 'startup' }, 'another-session')
    expect(next).toContain(lesson)
  })
})
