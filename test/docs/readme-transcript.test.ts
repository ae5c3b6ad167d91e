import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { castOf } from '../../scripts/docs/cast.ts'
import { ROOT } from '../architecture/source-files.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { BundledHook, payloadOf } from '../worlds/bundled-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const blocksOf = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)
const [monday = '', tuesday = ''] = blocksOf('text')
const [transcript = ''] = blocksOf('console')
const prompts = monday.split('\n').flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []))

describe('the story of the README', () => {
  const hook = new BundledHook()
  const world = new HookWorld()
  beforeAll(async () => void (await hook.build()))
  afterAll(async () => {
    world.remove()
    await hook.remove()
  })

  const call = async (session: string, event: string, more: object) => {
    world.now += 1_000
    const pieces = [payloadOf(world, event, { session_id: session, ...more })]
    return (await hook.call(world, { event, pieces })).stdout
  }
  const bash = (id: string, command: string) => ({
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command },
  })

  it('happens as it is told: corrected on Monday, shown on Tuesday, explained on request', async () => {
    world.now = Date.now()
    world.environment.METTLE_HOLDOUT_SHARE = '0'
    await world.command(async () => undefined)
    const [task, correction] = prompts
    await call('monday', 'SessionStart', { source: 'startup' })
    await call('monday', 'UserPromptSubmit', { prompt: task })
    const error = 'Exit code 1\nerror: relation "parcels" does not exist'
    await call('monday', 'PostToolUseFailure', { ...bash('t1', 'npm test'), error })
    expect(await call('monday', 'UserPromptSubmit', { prompt: correction })).toMatch(/Lesson: /)
    for (const [id, command, stdout] of [
      ['t2', 'npm run migrate', 'migrated 3 tables'],
      ['t3', 'npm test', 'Tests  12 passed (12)'],
    ] as const)
      await call('monday', 'PostToolUse', { ...bash(id, command), tool_response: { stdout } })
    const lesson = /^- (.+) \(new\)/m.exec(tuesday)![1]
    await call('monday', 'Stop', { last_assistant_message: `The tests pass.\n\nLesson: ${lesson}` })
    await call('monday', 'SessionEnd', { reason: 'other' })
    await world.command(async (mettle) => {
      await mettle.settleSession({ run: 'monday' })
      await mettle.learn()
      await mettle.keepPrecomputed()
    })
    // One thing is one lesson: what code found of it waits nowhere.
    expect(await world.command((mettle) => mettle.review())).toEqual([])
    const start = JSON.parse(await call('tuesday', 'SessionStart', { source: 'startup' }))
    expect(start.hookSpecificOutput.additionalContext).toContain(tuesday.trim())

    const [line = '', ...expected] = transcript.trim().split('\n')
    const { stdout } = await runCli(line.split(' ').slice(2), {
      cwd: world.root,
      environment: world.environment,
    })
    const shown = expected.slice(0, expected.indexOf('…'))
    const why = stdout.split('\n').slice(0, shown.length)
    expect(why).toEqual(shown)

    // The picture is made of what was just printed; `npm run cast` writes it.
    const read: string[] = start.hookSpecificOutput.additionalContext.split('\n')
    const block = read.slice(read.indexOf(tuesday.split('\n')[0]!)).slice(0, tuesday.trim().split('\n').length)
    const cast = castOf([
      { kind: 'title', text: 'Monday, with your agent' },
      ...monday
        .trimEnd()
        .split('\n')
        .map((text) => ({ text, kind: text.startsWith('>') ? 'typed' : 'printed' }) as const),
      { kind: 'title', text: '' },
      { kind: 'title', text: 'Tuesday: what a new session reads before it does anything' },
      ...block.map((text) => ({ text, kind: text.startsWith('- ') ? 'lesson' : 'printed' }) as const),
      { kind: 'title', text: '' },
      { kind: 'typed', text: line },
      ...why.map((text) => ({ text, kind: 'printed' }) as const),
    ])
    await expect(cast).toMatchFileSnapshot(join(ROOT, 'docs', 'images', 'correction.svg'))
  })
})
