import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git } from '../repositories/repository.ts'
import { MAKES_TERMINALS, typedByPerson } from '../worlds/terminal.ts'
import { ensureBuilt, installPacked, run } from './packed.ts'

const RULE = 'Ask before you add a dependency'
const LESSON = 'Run `npm run migrate` before `npm test`: the tests need the tables.'

let app = ''
let repository = ''
let environment: Record<string, string> = {}

beforeAll(async () => {
  await ensureBuilt()
  app = await installPacked()
  const home = await mkdtemp(join(tmpdir(), 'mettle-first-hour-'))
  repository = join(home, 'shop')
  mkdirSync(repository)
  git(repository, 'init', '-q')
  writeFileSync(join(repository, 'name.txt'), 'shop')
  git(repository, 'add', '.')
  git(repository, 'commit', '-q', '-m', 'begin')
  environment = {
    HOME: home,
    PATH: `${join(app, 'node_modules', '.bin')}:${process.env.PATH}`,
    // What is told here happens within a minute: no run goes without a lesson, nothing works behind the back of the next step, and a busy machine leaves no lesson out.
    METTLE_HOLDOUT_SHARE: '0',
    METTLE_HOOK_LEARN: 'false',
    METTLE_HOOK_DEADLINE_MS: '10000',
  }
}, 180_000)
afterAll(() => rm(dirname(repository), { recursive: true, force: true }))

const mettle = async (...words: string[]) => (await run('mettle', words, { cwd: repository, env: environment })).stdout

/** What a person types at a terminal of their own. */
const typed = async (line: string) => {
  const { code, stdout, screen } = await typedByPerson(`cd '${repository}' && ${line}`, environment)
  expect([line, code, code === 0 ? '' : screen]).toEqual([line, 0, ''])
  return stdout
}

/** Sends a moment as Claude Code does: it runs what its settings file says. */
function hook(session: string, event: string, more: object = {}) {
  const settings = JSON.parse(readFileSync(join(repository, '.claude', 'settings.json'), 'utf8'))
  const { command } = settings.hooks[event][0].hooks[0]
  const payload = { session_id: session, cwd: repository, hook_event_name: event, ...more }
  const output = execFileSync('sh', ['-c', command], {
    cwd: repository,
    env: environment,
    input: JSON.stringify(payload),
    encoding: 'utf8',
  })
  return output === '' ? {} : JSON.parse(output).hookSpecificOutput
}

const start = (session: string): string => hook(session, 'SessionStart', { source: 'startup' }).additionalContext
const bash = (id: string, command: string) => ({
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command },
})

describe.skipIf(!MAKES_TERMINALS)("a person's first hour with the installed package", () => {
  it('connects the agent, and doctor proves that its hooks run', async () => {
    expect(await mettle('init', '--client', 'claude-code', '--yes')).toContain('Created .claude/settings.json')
    expect(await mettle('doctor')).toContain('Claude Code: connected; all 10 hooks answered')
    expect(start('s1')).toContain('nothing has been learned yet')
  })

  it('gives a rule, and the next session begins with it', async () => {
    expect(await typed(`mettle rule add "${RULE}"`)).toContain(RULE)
    expect(start('s2')).toContain(RULE)
  })

  it('corrects the agent once, and the next session is shown the lesson', async () => {
    hook('s2', 'UserPromptSubmit', { prompt: 'Add a price to every parcel and run the tests' })
    const error = 'Exit code 1\nerror: relation "parcels" does not exist'
    hook('s2', 'PostToolUseFailure', { ...bash('t1', 'npm test'), error })
    const asked = hook('s2', 'UserPromptSubmit', { prompt: 'no, run the migrations before the tests' })
    expect(asked.additionalContext).toContain('Lesson: ')
    hook('s2', 'PostToolUse', { ...bash('t2', 'npm run migrate'), tool_response: { stdout: 'migrated' } })
    hook('s2', 'PostToolUse', { ...bash('t3', 'npm test'), tool_response: { stdout: 'Tests  3 passed (3)' } })
    hook('s2', 'Stop', { last_assistant_message: `Done.\n\nLesson: ${LESSON}` })
    hook('s2', 'SessionEnd', { reason: 'other' })
    expect(await mettle('session', 'settle', '--run', 's2')).toContain('The agent recorded 1 lesson.')
    expect(start('s3')).toContain(LESSON)
  })

  it('reads why, in one screen, by the short id that the agent was shown', async () => {
    const id = /#(\w+)/.exec(
      start('s4')
        .split('\n')
        .find((line) => line.includes(LESSON))!,
    )![1]!
    const why = await mettle('pattern', 'why', id)
    expect(why).toContain(LESSON)
    expect(why).toContain('run the migrations before the tests')
    expect(why.split('\n').length).toBeLessThan(30)
  })

  it('is asked before a step that cannot be undone', () => {
    const answer = hook('s4', 'PreToolUse', bash('t4', 'git push --force origin main'))
    expect(answer).toMatchObject({ permissionDecision: 'ask' })
    expect(hook('s4', 'PreToolUse', bash('t5', 'git status'))?.permissionDecision).toBeUndefined()
  })

  it('takes all of a session back, and the lesson is gone', async () => {
    await typed('mettle undo --run s2 --reason "it was a try" --yes')
    expect(start('s5')).not.toContain(LESSON)
    expect(start('s6')).toContain(RULE)
  })

  it('removes everything again', async () => {
    await typed('mettle init --remove --journal --yes')
    expect(existsSync(join(repository, '.claude'))).toBe(false)
    expect(existsSync(join(repository, '.mettle'))).toBe(false)
    expect(git(repository, 'status', '--porcelain')).toBe('')
  })
})
