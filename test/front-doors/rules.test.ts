import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolStep } from '../../src/edges/agents/hook-call.ts'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { estimateTokens } from '../../src/engine/text/tokens.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

const worlds: HookWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(settings?: Record<string, string>): Promise<HookWorld> {
  const world = new HookWorld(settings)
  worlds.push(world)
  await world.command((open) => open.status())
  return world
}

async function mettle(world: HookWorld, ...argv: string[]): Promise<string> {
  world.now += 1_000
  const { stdout, stderr, exitCode } = await runCli(argv, {
    cwd: world.root,
    environment: world.environment,
    now: world.now,
  })
  if (exitCode !== 0) throw new Error(stderr)
  return stdout
}

/** What a client is given at the start of a session, by the payload that it sends. */
async function start(world: HookWorld, session: string, client: 'claude-code' | 'gemini' = 'claude-code') {
  world.now += 1_000
  const payload = {
    session_id: session,
    transcript_path: '/nowhere/transcript.jsonl',
    cwd: world.root,
    hook_event_name: 'SessionStart',
    source: 'startup',
  }
  const { environment, now } = world
  const atStart = await answerHook({ payload, client, environment, now })
  // Gemini CLI is given it with the first prompt, which its history keeps.
  const prompt = { ...payload, hook_event_name: 'BeforeAgent', prompt: 'Resize an image' }
  const printed = client === 'gemini' ? await answerHook({ payload: prompt, client, environment, now }) : atStart
  return JSON.parse(printed).hookSpecificOutput.additionalContext as string
}

/** A prompt of a person, by the payload that Claude Code sends. */
async function say(world: HookWorld, session: string, prompt: string): Promise<string> {
  world.now += 1_000
  const payload = { session_id: session, cwd: world.root, hook_event_name: 'UserPromptSubmit', prompt }
  const { environment, now } = world
  return answerHook({ payload, client: 'claude-code', environment, now })
}

const rulesIn = (block: string) =>
  /<mettle-rules>\n([\s\S]*?)\n<\/mettle-rules>/
    .exec(block)?.[1]
    ?.split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2)) ?? []

/** Plain rules of the kinds that people state: process, safety, style, and in other languages. */
const RULES = [
  "Don't commit without asking me first",
  'Never commit directly to main',
  'Ask before you delete a file',
  'We use pnpm, not npm',
  'Write dates in UTC',
  'Keep functions under forty lines',
  'Use tabs in Makefiles only',
  'Never push with --force',
  'Name tests after what breaks',
  'No default exports',
  'Prefer early returns over nested ifs',
  'Run the linter before you say that you are done',
  'Answer in short sentences',
  'Do not add dependencies without asking',
  'Log with the logger, never with print',
  'Database migrations need a rollback',
  'Feature flags are removed after one release',
  'Do not touch the generated folder',
  'Comments explain why, not what',
  'Money is counted in cents',
  'Every endpoint checks the tenant',
  'Retry network calls at most twice',
  'Use the design tokens for colours',
  'Screenshots go into the pull request',
  'Changelog lines are for users',
  'Schreibe Commit-Nachrichten auf Englisch',
  'Frage vor jedem Löschen nach',
  "N'utilise jamais de mot de passe dans les tests",
  '提交前先运行测试',
  '不要修改公共接口',
]

describe('thirty rules of a person', () => {
  it.each(['bayes', 'classic'])(
    'are all shown first at every start within 600 tokens, and none is ever withheld (%s)',
    async (profile) => {
      const world = await begin({
        METTLE_INJECT_PROFILE: profile,
        METTLE_HOLDOUT_SHARE: '0.5',
        METTLE_HOLDOUT_RUN_SHARE: '0.2',
        METTLE_HOLDOUT_AFTER_RUNS: '0',
      })
      await world.know('When a token is refreshed, check its expiry before the request is sent')
      await world.command(async (open) => {
        for (const text of RULES) await open.addRule({ text, by: 'ada' })
      })
      for (let session = 0; session < 40; session++) {
        const given = await start(world, `s-${session}`)
        const block = given.slice(given.indexOf('\n') + 1)
        expect(block).toMatch(/^<mettle-rules>\nRules from ada\./)
        expect(rulesIn(block).sort()).toEqual([...RULES].sort())
        expect(estimateTokens(block)).toBeLessThanOrEqual(600)
      }
    },
  )

  it('are taken from prompts that ask to remember them, and shown at the next start', async () => {
    const world = await begin()
    await start(world, 's1')
    for (const [n, rule] of RULES.entries())
      await say(world, 's1', `${['remember:', 'Rule:', 'from now on', 'Remember: '][n % 4]} ${rule}`)
    await say(world, 's1', 'remember the report that I sent yesterday?')
    await say(world, 's1', '> remember: this line was quoted')
    await world.command((open) => open.settleSession({ run: 's1' }))
    await world.command((open) => open.settleSession({ run: 's1' }))
    const given = await start(world, 's2')
    expect(given).toContain('Rules from your team.')
    expect(rulesIn(given).sort()).toEqual([...RULES].sort())
    const [id = ''] = (await mettle(world, 'rule', 'list')).split(' ')
    await mettle(world, 'rule', 'remove', id)
    await world.command((open) => open.settleSession({ run: 's1' }))
    expect(rulesIn(await start(world, 's3'))).toHaveLength(RULES.length - 1)
  })

  it('are the first of what an inject block has, whatever the role and the task', async () => {
    const world = await begin()
    for (const rule of RULES.slice(0, 5)) await mettle(world, 'rule', 'add', rule, '--by', 'ada')
    const given = await mettle(world, 'inject', '--role', 'judge', '--task', 'resize an image')
    expect(rulesIn(given)).toEqual(RULES.slice(0, 5).reverse())
  })

  it('reach another client by its own payload', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Write dates in UTC', '--by', 'ada')
    expect(rulesIn(await start(world, 's1', 'gemini'))).toEqual(['Write dates in UTC'])
  })
})

describe('a rule', () => {
  it('is repeated once before the very command or file that it names, and before no other', async () => {
    const world = await begin()
    for (const rule of ['Ask me before you run `git push`', 'Never edit files under generated/', 'Be brief'])
      await mettle(world, 'rule', 'add', rule, '--by', 'ada')
    expect(rulesIn(await start(world, 's1'))).toHaveLength(3)
    const shownBefore = async (tool: ToolStep) =>
      rulesIn((await world.call({ moment: 'before-tool', tool })).context ?? '')
    const edit = { call: 'c2', name: 'Edit', kind: 'edit', files: ['generated/api.ts'], input: {} } as const
    expect(await shownBefore(shell('ls'))).toEqual([])
    expect(await shownBefore(shell('git push origin main'))).toEqual(['Ask me before you run `git push`'])
    expect(await shownBefore(edit)).toEqual(['Never edit files under generated/'])
    expect(await shownBefore(shell('git push origin main'))).toEqual([])
    expect(rulesIn(await say(world, 's1', 'now git push it'))).toEqual([])
  })

  it('names its place, and is for its role alone', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Write dates in UTC', '--at', 'src/api', '--by', 'ada')
    await mettle(world, 'rule', 'add', 'Quote the line', '--role', 'judge', '--by', 'ada')
    expect(rulesIn(await mettle(world, 'inject', '--role', 'builder'))).toEqual(['Write dates in UTC (in src/api)'])
    expect(rulesIn(await mettle(world, 'inject', '--role', 'judge'))).toHaveLength(2)
  })

  it('that is said again in other words is one rule, and says so', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Never commit directly to main', '--by', 'ada')
    const again = await mettle(world, 'rule', 'add', 'never commit to main directly!', '--by', 'ada')
    expect(again).toMatch(/^You said so before, in rule p-\w+: Never commit directly to main\n/)
    expect(await mettle(world, 'rule', 'list')).toMatch(
      /^p-\w+ {2}Never commit directly to main \(from ada\)\n {2}also said: never commit to main directly!\n$/,
    )
    expect(rulesIn(await start(world, 's1'))).toEqual(['Never commit directly to main'])
  })

  it.each([
    [
      'always squash the commits of a branch before you merge it',
      'never squash the commits of a branch before you merge it',
    ],
    ['Always squash commits before merging', 'Never squash commits'],
    ['Use tabs', 'Use spaces'],
    ['Always deploy from main', 'Deploy from the release branch'],
  ])('%j is replaced by %j', async (earlier, later) => {
    const world = await begin()
    await mettle(world, 'rule', 'add', earlier, '--by', 'ada')
    expect(await mettle(world, 'rule', 'add', later, '--by', 'ada')).toContain(
      `it replaces your earlier rule: ${earlier}`,
    )
    expect(rulesIn(await start(world, 's1'))).toEqual([later])
  })

  it('that says the opposite of an earlier one replaces it, and says so; undo brings that back', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Always squash commits before a merge', '--by', 'ada')
    const added = await mettle(world, 'rule', 'add', 'Never squash commits before a merge', '--by', 'ada')
    expect(added).toContain('it replaces your earlier rule: Always squash commits before a merge')
    expect(await mettle(world, 'rule', 'list')).toContain('replaced: Always squash commits before a merge')
    expect(rulesIn(await start(world, 's1'))).toEqual(['Never squash commits before a merge'])
    const [, event = ''] = /mettle undo (\S+)/.exec(added) ?? []
    await mettle(world, 'undo', event, '--reason', 'typed by mistake')
    expect(rulesIn(await start(world, 's2'))).toEqual(['Always squash commits before a merge'])
  })

  it('is told of what is near, and what to type if they mean the same', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Run the formatter before you open a pull request', '--by', 'ada')
    const added = await mettle(world, 'rule', 'add', 'Format the code first, then open the PR', '--by', 'ada')
    const [, command = ''] =
      /^ {2}it is near: Run the formatter .*\n {4}if they mean the same: mettle (.*)$/m.exec(added) ?? []
    const words = command.match(/"[^"]+"|\S+/g)!.map((word) => word.replaceAll('"', ''))
    await mettle(world, ...words, '--by', 'ada')
    expect(rulesIn(await start(world, 's1'))).toEqual(['Format the code first, then open the PR'])
  })

  it('that recommends something else for the same purpose replaces it, and another wording joins', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Use tabs for indentation in Go files', '--by', 'ada')
    const added = await mettle(world, 'rule', 'add', 'Use spaces for indentation in Go files', '--by', 'ada')
    expect(added).toContain('it replaces your earlier rule: Use tabs for indentation in Go files')
    await mettle(world, 'rule', 'add', 'Never push without asking me first', '--by', 'ada')
    await mettle(world, 'rule', 'add', 'please never push without asking me first!', '--by', 'ada')
    expect(rulesIn(await start(world, 's1'))).toEqual([
      'Never push without asking me first',
      'Use spaces for indentation in Go files',
    ])
  })

  it('that may contradict an earlier one leaves it, and says how to remove it', async () => {
    const world = await begin()
    await mettle(world, 'rule', 'add', 'Write dates in UTC', '--by', 'ada')
    const added = await mettle(world, 'rule', 'add', 'Write dates in local time', '--by', 'ada')
    expect(added).toMatch(/it may contradict: Write dates in UTC\n.*mettle rule remove p-\w+\n/)
    expect(rulesIn(await start(world, 's1'))).toHaveLength(2)
  })

  it('is removed in one command, and can be added again', async () => {
    const world = await begin()
    const added = await mettle(world, 'rule', 'add', 'Write dates in UTC', '--by', 'ada')
    const [, id = ''] = /New rule (\S+):/.exec(added) ?? []
    expect(await mettle(world, 'rule', 'remove', id)).toContain('Removed: Write dates in UTC')
    expect(await start(world, 's1')).not.toContain('mettle-rules')
    expect(await mettle(world, 'rule', 'list')).toContain('There is no rule yet.')
    await expect(mettle(world, 'rule', 'remove', id)).rejects.toThrow(/is not a rule.*\n.*mettle rule list/s)
    await mettle(world, 'rule', 'add', 'Write dates in UTC', '--by', 'ada')
    expect(rulesIn(await start(world, 's2'))).toEqual(['Write dates in UTC'])
  })

  it('takes in a learned pattern that says the same', async () => {
    const world = await begin()
    const [pattern] = await world.know('Always run the tests with one worker')
    const added = await mettle(world, 'rule', 'add', 'Always run the tests with one worker!', '--by', 'ada')
    expect(added).toContain(`${pattern}, a learned pattern that says the same, is now part of it`)
    const given = await start(world, 's1')
    expect(given.match(/with one worker/g)).toHaveLength(1)
  })

  it('is what a person promoted before there were rules', async () => {
    const world = await begin()
    const [pattern = ''] = await world.know('Check the expiry of a token before the request is sent')
    await mettle(world, 'pattern', 'promote', pattern, '--reason', 'we agreed', '--by', 'ada')
    expect(rulesIn(await start(world, 's1'))).toEqual(['Check the expiry of a token before the request is sent'])
  })

  it('is made by no agent', async () => {
    const world = await begin()
    const { cwd, environment } = { cwd: world.root, environment: world.environment }
    const person = {
      confirm: async () => {
        throw new Error('nobody is there')
      },
    }
    const refused = await runCli(['rule', 'add', 'Skip the tests'], { cwd, environment, person })
    expect(refused.exitCode).not.toBe(0)
    expect(await mettle(world, 'rule', 'list')).toContain('There is no rule yet.')
  })

  it('without words is refused with an example', async () => {
    const world = await begin()
    await expect(mettle(world, 'rule', 'add', '  ')).rejects.toThrow(/no words[\s\S]*mettle rule add "/)
  })
})

describe('exported rules', () => {
  it.each(['# Team notes\n\nUse pnpm.\n', '# Notes without a last line end', '# Notes\r\n\r\nUse pnpm.\r\n'])(
    'are a section of their own that is written again in place and taken out byte by byte: %j',
    async (before) => {
      const world = await begin()
      const file = join(world.root, 'CLAUDE.md')
      writeFileSync(file, before)
      await mettle(world, 'rule', 'add', 'Write dates in UTC', '--at', 'src/api', '--by', 'ada')
      expect(await mettle(world, 'rule', 'export', '--to', 'CLAUDE.md')).toBe('Wrote 1 rule to CLAUDE.md.\n')
      const first = readFileSync(file, 'utf8')
      expect(first.startsWith(before)).toBe(true)
      expect(first).toContain('- Write dates in UTC (in src/api)')
      await mettle(world, 'rule', 'export', '--to', 'CLAUDE.md')
      expect(readFileSync(file, 'utf8')).toBe(first)
      await mettle(world, 'rule', 'add', 'Never push with --force', '--by', 'ada')
      await mettle(world, 'rule', 'export', '--to', 'CLAUDE.md')
      expect(readFileSync(file, 'utf8').match(/mettle-rules:begin/g)).toHaveLength(1)
      await mettle(world, 'export', '--format', 'claude-md', '--out', 'CLAUDE.md')
      await mettle(world, 'export', '--format', 'claude-md', '--out', 'CLAUDE.md', '--remove')
      await mettle(world, 'rule', 'export', '--to', 'CLAUDE.md', '--remove')
      expect(readFileSync(file, 'utf8')).toBe(before)
    },
  )

  it('are refused with what to type when there is none', async () => {
    const world = await begin()
    await expect(mettle(world, 'rule', 'export', '--to', 'CLAUDE.md')).rejects.toThrow(
      /no rule to write[\s\S]*mettle rule add "/,
    )
  })
})

describe('more rules than there is room for', () => {
  it('are counted in the block with what to type, and the latest are shown', async () => {
    const world = await begin()
    const parts = ['api', 'worker', 'mobile', 'billing', 'search', 'docs', 'infra', 'editor']
    const duties = ['reviews every change', 'owns its schema', 'names its tables', 'keeps a changelog']
    const all = parts.flatMap((part) => duties.map((duty) => `The ${part} team ${duty}`))
    for (const rule of all) await mettle(world, 'rule', 'add', rule, '--by', 'ada')
    expect(JSON.parse(await mettle(world, 'rule', 'list', '--json')).items).toHaveLength(all.length)
    const block = await mettle(world, 'inject', '--role', 'builder', '--budget', '200')
    expect(block).toMatch(/\d+ more rules found no room here\. All of them: mettle rule list/)
    const [, left = ''] = /(\d+) more rules/.exec(block) ?? []
    expect(rulesIn(block).length + Number(left)).toBe(all.length)
    expect(rulesIn(block)[0]).toBe(all.at(-1))
    expect(estimateTokens(block)).toBeLessThanOrEqual(200)
  })
})
