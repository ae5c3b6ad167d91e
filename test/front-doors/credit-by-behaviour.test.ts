import { afterEach, describe, expect, it } from 'vitest'
import type { HookCall } from '../../src/edges/agents/hook-call.ts'
import { readHookCall } from '../../src/edges/agents/read-hook-call.ts'
import { sample } from '../agents/sample.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

type SessionClient = HookCall['client']

const worlds: HookWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

const ORDER = 'Run `npm run build` before `npm test`'
const PNPM = 'Use pnpm, not npm, in this repository'
const PASSED = 'Test Files  2 passed (2)\n     Tests  9 passed (9)'

/** What a client sends when a session starts, a file was edited, a command ended and a turn ended. */
interface Payloads {
  readonly folder: string
  readonly start: string
  readonly edit: string
  readonly ran: string
  readonly end: string
  readonly command: (command: string) => object
}

const CLIENTS: readonly (readonly [SessionClient, Payloads])[] = [
  [
    'claude-code',
    {
      folder: 'claude-code-2.1.325',
      start: 'SessionStart',
      edit: 'PostToolUse.Write',
      ran: 'PostToolUse.Bash',
      end: 'Stop',
      command: (command) => ({ tool_input: { command }, tool_response: { stdout: PASSED, stderr: '' } }),
    },
  ],
  [
    'codex',
    {
      folder: 'codex-0.166.0',
      start: 'SessionStart',
      edit: 'PostToolUse.apply_patch',
      ran: 'PostToolUse.Bash',
      end: 'Stop',
      command: (command) => ({ tool_input: { command }, tool_response: PASSED }),
    },
  ],
  [
    'gemini',
    {
      folder: 'gemini-cli-0.61.0',
      start: 'SessionStart',
      edit: 'AfterTool.write_file',
      ran: 'AfterTool.run_shell_command',
      end: 'AfterAgent',
      command: (command) => ({ tool_input: { command }, tool_response: { llmContent: `Output: ${PASSED}` } }),
    },
  ],
  [
    'copilot',
    {
      folder: 'copilot-cli-1.0.102-pascalcase',
      start: 'SessionStart',
      edit: 'PostToolUse.Write',
      ran: 'PostToolUse.Bash',
      end: 'Stop',
      command: (command) => ({
        tool_input: { command },
        tool_result: { result_type: 'success', text_result_for_llm: PASSED },
      }),
    },
  ],
]

/** Plays a session of a client in a world; what the agent was shown at its start. */
async function play(
  world: HookWorld,
  client: SessionClient,
  commands: readonly string[] | ((shown: string) => readonly string[]),
  session = 's1',
) {
  const { folder, start, edit, ran, end, command } = CLIENTS.find(([name]) => name === client)![1]
  const call = async (name: string, more: object = {}) => {
    const payload = { ...sample(folder, name), ...more, tool_use_id: `call-${session}-${world.now}` }
    const read = readHookCall(payload, { client, event: undefined })
    if (read === undefined) throw new Error(`${name} says nothing`)
    return world.call({ ...read, session, cwd: world.root })
  }
  const started = await call(start)
  // Gemini CLI drops what stands before its first prompt when a session is resumed, so the lessons come with that prompt.
  const { context = '' } = client === 'gemini' ? await call('BeforeAgent') : started
  const input = JSON.stringify(sample(folder, edit)).replace(/\b(?:README\.md|new\.txt|\w+\.txt)\b/g, 'price.ts')
  await call(edit, JSON.parse(input))
  for (const one of typeof commands === 'function' ? commands(context) : commands) await call(ran, command(one))
  await call(end)
  await world.command((mettle) => mettle.settleSession({ run: session }))
  return context
}

function begin(settings?: Record<string, string>): HookWorld {
  const world = new HookWorld(settings)
  worlds.push(world)
  return world
}

describe.each(CLIENTS.map(([client]) => client))('a session of %s', (client) => {
  it('credits the lesson that it followed, without a word about it', async () => {
    const world = begin()
    const [id = ''] = await world.know(ORDER)
    const shown = await play(world, client, ['npm run build', 'npm test'])
    expect(shown).toContain(`- ${ORDER} (new) #${id.slice(2, 7)}`)
    await world.command(async (mettle) => {
      const { standing, timeline } = await mettle.why(id)
      const { axes } = await mettle.pattern(id, { axes: true })
      expect(standing.evidence.applied).toEqual({ runs: 1, succeeded: 1, failed: 0 })
      expect(axes!.evidence).toMatchObject({ citedRuns: 1, appliedRuns: 1, helpfulCount: 1, harmfulCount: 0 })
      expect(axes!.usage).toMatchObject({ rate: 1, applied: 1, flag: '' })
      expect(timeline.map(({ what }) => what)).toContain('followed: npm run build before npm test')
      expect((await mettle.pattern(id.slice(2, 7))).pattern.id).toBe(id)
    })
  })

  it('does not credit what it did not follow', async () => {
    const world = begin()
    const [id = ''] = await world.know(ORDER)
    await play(world, client, ['npm test'])
    const { axes } = await world.command((mettle) => mettle.pattern(id, { axes: true }))
    expect(axes!.evidence).toMatchObject({ citedRuns: 0, appliedRuns: 0, successes: 0, ignoreCount: 1 })
  })
})

it('a rule that was obeyed in two successful runs is not one to review', async () => {
  const world = begin()
  const [id = ''] = await world.know(PNPM)
  for (const session of ['s1', 's2']) await play(world, 'claude-code', ['pnpm install', 'pnpm test'], session)
  const { axes } = await world.command((mettle) => mettle.pattern(id, { axes: true }))
  expect(axes!.usage).toMatchObject({ rounded: 1, applied: 2, flag: '' })
  expect(axes!.evidence).toMatchObject({ citedRuns: 2, appliedRuns: 2 })
})

it('a lesson that three of three runs followed and failed is doubted, with the reason, and a warning once people say that it harms', async () => {
  const world = begin()
  const [id = ''] = await world.know(PNPM)
  const failing = async (name: string) => {
    const { context: atStart = '' } = await world.call({ moment: 'session-start', session: name })
    const prompt = 'switch the install of this repository from npm to pnpm'
    const { context = '' } = await world.call({ moment: 'prompt', session: name, prompt })
    const edit = { call: `${name}-1`, name: 'Edit', kind: 'edit', files: ['price.ts'], input: {} } as const
    await world.call({ moment: 'after-tool', session: name, tool: { ...edit, ended: 'passed' } })
    await world.call({
      moment: 'after-tool',
      session: name,
      tool: shell('pnpm test', { call: `${name}-2`, ended: 'failed', exitCode: 1 }),
    })
    await world.call({ moment: 'turn-end', session: name, said: 'Done.' })
    await world.command((mettle) => mettle.settleSession({ run: name }))
    return `${atStart}\n${context}`
  }
  for (const name of ['s1', 's2', 's3']) expect(await failing(name)).toContain(`- ${PNPM} (new`)
  const { standing } = await world.command((mettle) => mettle.why(id))
  expect(standing).toMatchObject({
    status: 'doubted',
    runs: 3,
    because: '0 of 3 runs that followed it ended well',
  })
  expect(standing.evidence.applied).toEqual({ runs: 3, succeeded: 0, failed: 3 })
  expect(await failing('s4')).not.toContain(PNPM)
  for (const by of ['ann', 'ben', 'eve'])
    await world.command((mettle) => mettle.recordFeedback({ subject: 'pattern', id, type: 'harmful', by }))
  expect(await failing('s5'), 'the next run on the same topic is warned').toContain(
    `- AVOID: ${PNPM} (warning, 3 runs)`,
  )
  const { standing: warned } = await world.command((mettle) => mettle.why(id))
  expect(warned).toMatchObject({ status: 'warning', because: expect.stringContaining('0 of 4 runs that followed it') })
})

describe('a mistake that a lesson is about', () => {
  // The draw follows from the project, so that it is the same every time.
  const DRAWN = { METTLE_HOLDOUT_SHARE: '0.1', METTLE_HOLDOUT_AFTER_RUNS: '0', METTLE_PROJECT: 'parcels' }

  /** Sessions that make the mistake whenever they are not shown the lesson; how many were shown it. */
  async function sessions(world: HookWorld, count: number, { right, wrong }: { right: string[]; wrong: string[] }) {
    const [text = ''] = (await world.command((mettle) => mettle.patterns())).map(({ pattern }) => pattern.text)
    let shown = 0
    for (let number = 1; number <= count; number++) {
      world.now += 3_600_000
      const said = await play(world, 'claude-code', (context) => (context.includes(text) ? right : wrong), `s${number}`)
      if (said.includes(text)) shown += 1
      await world.command((mettle) => mettle.learn())
    }
    return shown
  }

  it('proves the lesson where it comes back without it, and the report says so in a sentence', async () => {
    const world = begin(DRAWN)
    const [id = ''] = await world.know(ORDER)
    const shown = await sessions(world, 40, { right: ['npm run build', 'npm test'], wrong: ['npm test'] })
    // Half of the sessions go without it once its mistake was seen to be possible, until that is decided.
    expect(40 - shown).toBeGreaterThan(2)
    await world.command(async (mettle) => {
      const { relapse } = await mettle.report()
      expect(relapse).toMatchObject({ verdict: 'prevents', shown: { relapses: 0, opportunities: shown } })
      expect(relapse!.words).toMatch(
        /^Known mistakes came back in 0% of \d+ runs with Mettle's lessons and in 100% of \d+ runs without \(100 points less; at least \d+ with 95% confidence\)\.$/,
      )
      const { standing, runs } = await mettle.why(id)
      expect(standing.status).toBe('proven')
      expect(standing.because).toMatch(/^its mistake came back in 0 of \d+ runs with it, (\d+) of \1 without it/)
      expect(runs.join('\n')).toMatch(
        /were shown it, and could repeat its mistake: (\d+), 0 repeated it \(0%\)\n.*were not shown it, and could repeat it: (\d+), \2 repeated it \(100%\)/,
      )
    })
  }, 120_000)

  it('doubts the lesson where it comes back as often with it as without it, though every run ends well', async () => {
    const world = begin(DRAWN)
    const [id = ''] = await world.know(ORDER)
    let withIt = 0
    for (let number = 1; number <= 24; number++) {
      world.now += 3_600_000
      const commands = number % 2 === 0 ? ['npm test'] : ['npm run build', 'npm test']
      if ((await play(world, 'claude-code', commands, `s${number}`)).includes(ORDER)) withIt += 1
    }
    await world.command(async (mettle) => {
      const { standing } = await mettle.why(id)
      const { relapse, applied } = standing.evidence
      // Every run that followed it succeeded.
      expect(applied.runs).toBeGreaterThan(2)
      expect(applied).toMatchObject({ failed: 0, succeeded: applied.runs })
      expect(relapse!.shown.opportunities).toBe(withIt)
      expect(relapse!.withheld.relapses).toBeGreaterThan(1)
      expect(relapse!.verdict).not.toBe('prevents')
      expect(standing.status).toBe('doubted')
      expect(standing.because).toMatch(/^its mistake came back in \d+ of \d+ runs with it, \d+ of \d+ without it/)
    })
  }, 120_000)

  it('is not learned again by code where somebody has put it into words', async () => {
    const cured = async (world: HookWorld) => {
      await world.call({ moment: 'session-start', session: 's1' })
      await world.call({ moment: 'prompt', session: 's1', prompt: 'Round the price' })
      const output = "Error: Cannot find module '../dist/price.js'"
      for (const [number, command, ended] of [
        [1, 'npm test', 'failed'],
        [2, 'npm run build', 'passed'],
        [3, 'npm test', 'passed'],
      ] as const) {
        const told = ended === 'failed' ? { ended, exitCode: 1, output } : { ended }
        const tool = shell(command, { call: `c${number}`, ...told })
        await world.call({ moment: 'after-tool', session: 's1', tool })
      }
      await world.call({ moment: 'turn-end', session: 's1', said: 'Done.' })
      await world.command((mettle) => mettle.settleSession({ run: 's1' }))
      const all = await world.command((mettle) => mettle.patterns({ all: true }))
      return all.map(({ pattern }) => pattern.text)
    }
    const [known, fresh] = [begin(), begin()]
    await known.know('`npm test` needs `npm run build` first')
    await fresh.know(PNPM)
    expect(await cured(known)).toEqual(['`npm test` needs `npm run build` first'])
    expect((await cured(fresh)).sort()).toEqual([
      expect.stringMatching(/^Run `npm run build` before `npm test`, which otherwise fails/),
      PNPM,
    ])
  })

  it('is known by the failure that the lesson came from: a lint rule that the linter prints again', async () => {
    const world = begin(DRAWN)
    await world.command((mettle) => mettle.learn())
    const broken = '  3:1  error  Unexpected console statement  no-console'
    const session = async (name: string) => {
      world.now += 3_600_000
      const { context = '' } = await world.call({ moment: 'session-start', session: name })
      await world.call({ moment: 'prompt', session: name, prompt: 'Round the price' })
      const edit = { call: `${name}-1`, name: 'Edit', kind: 'edit', files: ['price.ts'], input: {} } as const
      await world.call({ moment: 'after-tool', session: name, tool: { ...edit, ended: 'passed' } })
      const isShown = context.includes('no-console')
      const ended = isShown ? { ended: 'passed', output: '' } : { ended: 'failed', exitCode: 1, output: broken }
      const tool = shell('npm run lint', { call: `${name}-2`, ...ended } as never)
      await world.call({ moment: 'after-tool', session: name, tool })
      if (!isShown) {
        const cure = { ...edit, call: `${name}-3`, input: { new_string: 'return Math.round(price * 100) / 100' } }
        await world.call({ moment: 'after-tool', session: name, tool: { ...cure, ended: 'passed' } })
        const passed = shell('npm run lint', { call: `${name}-4`, ended: 'passed', output: '' })
        await world.call({ moment: 'after-tool', session: name, tool: passed })
      }
      await world.call({ moment: 'turn-end', session: name, said: 'Done.' })
      await world.command((mettle) => mettle.settleSession({ run: name }))
      return isShown
    }
    let shown = 0
    for (let number = 1; number <= 26; number++) if (await session(`s${number}`)) shown += 1
    expect(26 - shown).toBeGreaterThan(4)
    const id = await world.command(async (mettle) => {
      const { pattern } = (await mettle.patterns())[0]!
      const { notes, standing, timeline } = await mettle.why(pattern.id)
      expect(notes).toContain('a run repeats its mistake when `npm run lint` fails with `no-console`')
      expect(timeline.map(({ what }) => what)).toContain(
        'its mistake came back, though it was withheld: npm run lint without "no-console"',
      )
      expect(standing.status).toBe('proven')
      expect(standing.evidence.relapse).toMatchObject({ verdict: 'prevents', shown: { relapses: 0 } })
      const { relapse, cost, sharp = [] } = await mettle.report()
      expect(relapse).toMatchObject({ shown: standing.evidence.relapse!.shown, verdict: 'prevents' })
      const { withheld } = relapse!
      // Every session without the lesson failed once more, and no other did.
      expect(cost).toMatchObject({ relapses: withheld.opportunities, hookMs: expect.any(Number) })
      expect(cost!.tokens).toBeGreaterThan(5)
      const failed = sharp.find(({ name }) => name === 'failed commands')!
      expect(failed).toMatchObject({
        withheld: { sessions: withheld.opportunities, mean: 1 },
        shown: { sessions: relapse!.shown.opportunities, mean: 0 },
        difference: -1,
        means: ['0.0', '1.0'],
      })
      expect(failed.low).toBeLessThan(-1)
      const words = (name: string) => sharp.find((row) => row.name.startsWith(name))!.words
      expect(words('thousand tokens')).toBe('no session shows it yet')
      expect(words('minutes')).toBe('no session shows it yet')
      expect(words('corrections')).toBe('0.0, too early to tell')
      return pattern.id
    })
    const { stdout } = await runCli(['report'], { cwd: world.root, environment: world.environment })
    const { relapse, cost } = await world.command((mettle) => mettle.report())
    expect(stdout.startsWith(`${relapse!.words}\n${cost!.words}\n`)).toBe(true)
    expect(stdout).toMatch(/ failed commands +0\.0 +1\.0 +-1\.0/)
    await world.command(async (mettle) => {
      const change = { pattern: id, by: 'ann', reason: 'the formatter does it' }
      await expect(mettle.editPattern({ ...change, tellTale: 'be careful' })).rejects.toThrow(
        "tellTale: 'be careful' names nothing that steps could show",
      )
      expect((await mettle.editPattern({ ...change, tellTale: 'none' })).changed).toEqual(['tellTale'])
      const { notes, standing } = await mettle.why(id)
      expect(notes).toContain('later runs are not checked for its mistake')
      expect(standing.evidence.relapse).toBeUndefined()
    })
    await session('s27')
    expect((await world.command((mettle) => mettle.report())).relapse).toBeUndefined()
  }, 120_000)

  it('does not wait for damage to find out', async () => {
    const world = begin(DRAWN)
    await world.know('Never run `git push --force`, use `git push`')
    await sessions(world, 12, { right: ['git push'], wrong: ['git push --force'] })
    expect((await world.command((mettle) => mettle.report())).relapse).toBeUndefined()
  }, 120_000)
})
