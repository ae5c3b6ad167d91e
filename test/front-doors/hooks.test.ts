import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolStep } from '../../src/edges/agents/hook-call.ts'
import { isWithheld } from '../../src/engine/belief/holdout.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'

const worlds: HookWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

function begin(settings?: Record<string, string>): HookWorld {
  const world = new HookWorld(settings)
  worlds.push(world)
  return world
}

const RUN_IN_BAND = 'Always run npm test with one worker because the tests share a port'
const EXPIRY = 'When a token is refreshed, check its expiry before the request is sent'
const MIGRATION = 'Write a down migration beside every up migration of the database'

const types = (world: HookWorld) => world.spooled().map(({ type }) => type)

describe('a folder that is not ours', () => {
  it('is left alone', async () => {
    const world = begin()
    expect(await world.call({ moment: 'session-start' })).toEqual({})
    expect(readdirSync(world.hooks)).toEqual(['spool'])
  })
})

describe('lessons that nothing has proven yet', () => {
  const LESSONS = [
    ['Compile the header templates before the storybook, which caches them', 'Compile the header templates'],
    ['The basket keeps prices in cents; rounding happens in the invoice only', 'Change how the basket keeps prices'],
    ['Refunds need an idempotency key, or the bank books them twice', 'Send refunds to the bank'],
    ['Courier labels are printed in the warehouse, so their margins are in points', 'Print the courier labels'],
    ['Vouchers expire at midnight in the zone of the shop, not of the buyer', 'Let vouchers expire after a year'],
    ['The search index is rebuilt at night; a new field stays empty until then', 'Add a field to the search index'],
    [
      'Newsletter images must be smaller than a megabyte, or the mail gateway drops them',
      'Shrink the newsletter images',
    ],
    ['The loyalty points of a cancelled order come back through the ledger worker', 'Take back loyalty points'],
  ] as const

  it('have to be nearer to the work the more of them a session was shown, until its prompt is cleared', async () => {
    const world = begin()
    await world.know(...LESSONS.map(([lesson]) => lesson))
    const linesIn = ({ context = '' }: { context?: string }) => LESSONS.filter(([lesson]) => context.includes(lesson))
    const asks = async (prompt: string) => linesIn(await world.call({ moment: 'prompt', prompt }))
    const start = linesIn(await world.call({ moment: 'session-start', reason: 'startup' }))
    expect(start.length).toBeGreaterThan(2)
    const later = []
    for (const [, prompt] of LESSONS) later.push(...(await asks(prompt)))
    expect(later).toHaveLength(1)
    expect(linesIn(await world.call({ moment: 'session-start', reason: 'clear' }))).toEqual(start)
  })
})

describe('two patterns that contradict each other', () => {
  const [OLD, NEW] = ['Build the addons with node 18', 'Build the addons with node 22'] as const
  const sidesIn = ({ context = '' }: { context?: string }) => [OLD, NEW].filter((side) => context.includes(side))

  it('are never both in front of one agent, whether at the start, with a prompt or before a command', async () => {
    const world = begin()
    await world.know(OLD, NEW)
    const shown = [
      await world.call({ moment: 'session-start', reason: 'startup' }),
      await world.call({ moment: 'prompt', prompt: 'Build the addons with the new node' }),
      await world.call({ moment: 'before-tool', tool: shell('node build.js addons') }),
    ].flatMap(sidesIn)
    expect(shown).toHaveLength(1)
    for (const task of [undefined, OLD, NEW]) {
      const { block } = await world.command((mettle) => mettle.inject({ role: 'builder', task }))
      expect(sidesIn({ context: block })).toHaveLength(1)
    }
    const prompted = await world.call({ moment: 'prompt', prompt: `Please: ${NEW}`, session: 's2' })
    expect(sidesIn(prompted)).toHaveLength(1)
  })

  it('wait until a person says which one holds', async () => {
    const world = begin()
    const [, newer = ''] = await world.know(OLD, NEW)
    const { conflicts } = await world.command((mettle) => mettle.status())
    expect(conflicts).toMatchObject([{ reason: expect.stringContaining('18') }])
    await world.command((mettle) => mettle.promotePattern({ pattern: newer, by: 'ada', reason: 'we moved' }))
    expect(sidesIn(await world.call({ moment: 'session-start', session: 's3' }))).toEqual([NEW])
    expect((await world.command((mettle) => mettle.status())).conflicts).toEqual([])
  })
})

describe('the start of a session', () => {
  it('tells how the loop is doing in one line, then what the agent should know', async () => {
    const world = begin()
    await world.know(EXPIRY, MIGRATION)
    const { context = '' } = await world.call({ moment: 'session-start', reason: 'startup' })
    const [brief, ...block] = context.split('\n')
    expect(brief).toMatch(/^<mettle>Mettle follows this repository: 2 patterns\..*<\/mettle>$/)
    expect(block.filter((line) => line.startsWith('- '))).toHaveLength(2)
    expect(types(world)).toEqual(['session-started.v1', 'pattern-injected.v2'])
  })

  it('tells from how many runs the patterns are, as soon as there was one', async () => {
    const world = begin()
    await world.know(EXPIRY)
    await world.command((mettle) => mettle.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test' }))
    const { context } = await world.call({ moment: 'session-start' })
    expect(context).toContain('Mettle follows this repository: 1 pattern from 1 run.')
  })

  it('leaves a receipt that is found by its id', async () => {
    const world = begin()
    const [id = ''] = await world.know(EXPIRY)
    await world.call({ moment: 'session-start' })
    await world.command(async (mettle) => {
      const [{ receipt = '' } = {}] = (await mettle.run('s1')).receiptList
      expect((await mettle.receipt(receipt)).texts).toEqual({ [id]: EXPIRY })
      expect((await mettle.whyReceipt(receipt)).name).toBe(receipt)
      expect((await mettle.whyNot({ receipt, pattern: id })).state).toContain('was shown as number 1 of 1')
    })
  })

  it('is not told again to a session that is taken up, and is told again after its prompt was made shorter', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const first = await world.call({ moment: 'session-start', reason: 'startup' })
    expect(await world.call({ moment: 'session-start', reason: 'resume' })).toEqual({})
    expect(await world.call({ moment: 'session-start', reason: 'compact' })).toEqual(first)
  })

  it('is shown again where a client has dropped it: after clear and compact in all, after resume in Copilot', async () => {
    for (const client of ['claude-code', 'codex', 'copilot'] as const) {
      const world = begin()
      await world.know(EXPIRY)
      const first = await world.call({ client, moment: 'session-start', reason: 'startup' })
      expect(first.context).toContain(EXPIRY)
      for (const reason of ['clear', 'compact'])
        expect(await world.call({ client, moment: 'session-start', reason })).toEqual(first)
      const resumed = await world.call({ client, moment: 'session-start', reason: 'resume' })
      expect(resumed).toEqual(client === 'copilot' ? first : {})
    }
  })

  it('is shown with the next prompt after Copilot made the session shorter, once', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const place = { client: 'copilot', prompt: 'Go on' } as const
    const first = await world.call({ ...place, moment: 'session-start', reason: 'new' })
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({})
    await world.call({ ...place, moment: 'compaction' })
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual(first)
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({})
  })

  it('is shown with the next step of the session itself where Copilot makes it shorter within a turn, once', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const place = { client: 'copilot', prompt: 'Go on', tool: shell('ls', { ended: 'passed' }) } as const
    const [step, prompt] = [{ ...place, moment: 'after-tool' } as const, { ...place, moment: 'prompt' } as const]
    const first = await world.call({ ...place, moment: 'session-start', reason: 'new' })
    for (const again of [step, step, prompt]) {
      expect(await world.call(step)).toEqual({})
      await world.call({ ...place, moment: 'compaction' })
      expect(await world.call({ ...place, moment: 'before-tool', tool: shell(`node ${EXPIRY}`) })).toEqual({})
      expect(await world.call({ ...step, agent: { id: 'a1', type: 'task' } })).toEqual({})
      expect(await world.call(again)).toEqual(first)
      expect(await world.call(prompt)).toEqual({})
    }
    await world.call({ ...place, moment: 'compaction' })
    expect(await world.call({ ...place, moment: 'session-start', reason: 'resume' })).toEqual(first)
    expect(await world.call(prompt)).toEqual({})
  })

  it('goes with the first prompt in Gemini CLI, and again where its history has lost it', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const transcript = join(world.root, 'session.jsonl')
    const history = (text: string) =>
      writeFileSync(transcript, `${JSON.stringify({ $set: { messages: [{ content: [{ text }] }] } })}\n`)
    const place = { client: 'gemini', prompt: 'Go on', transcript } as const
    expect(await world.call({ ...place, moment: 'session-start', reason: 'startup' })).toEqual({})
    const { context = '' } = await world.call({ ...place, moment: 'prompt' })
    expect(context).toContain(EXPIRY)
    history(`<hook_context>${context.replaceAll('<', '&lt;')}</hook_context>`)
    expect(await world.call({ ...place, moment: 'session-start', reason: 'resume' })).toEqual({})
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({})
    history('A summary of what came before.')
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({ context })
    rmSync(transcript)
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({})
  })

  it('goes with a step in Gemini CLI that made the session shorter in a turn, and with a prompt that will', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const transcript = join(world.root, 'session.jsonl')
    const written = (...lines: readonly object[]) =>
      writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const history = (text: string) => ({ $set: { messages: [{ content: [{ text }] }] } })
    const tokens = (input: number) => ({ type: 'gemini', content: '', tokens: { input, output: 9 } })
    const place = { client: 'gemini', prompt: 'Go on', transcript } as const
    const step = { ...place, moment: 'after-tool', tool: shell('ls', { ended: 'passed' }) } as const
    await world.call({ ...place, moment: 'session-start', reason: 'startup' })
    const { context = '' } = await world.call({ ...place, moment: 'prompt' })
    written(history(context), tokens(900_000))
    expect(await world.call(step)).toEqual({})
    const task = { type: 'gemini', toolCalls: [{ args: { prompt: `<organization-learnings>\n- ${EXPIRY}` } }] }
    written(history('A summary.'), task)
    expect(await world.call(step)).toEqual({ context })
    expect(await world.call(step)).toEqual({})
    written(history(context), tokens(500_000))
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({})
    written(history(context), tokens(900_000))
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({ context })
    written(tokens(900_000), history(context))
    expect(await world.call({ ...place, moment: 'prompt' })).toEqual({})
  })

  it('takes opencode itself for the client, not what started it: that may be a person’s window manager', async () => {
    const world = begin()
    await world.command(async () => undefined)
    await world.call({ client: 'opencode', moment: 'session-start' })
    expect(readdirSync(join(world.environment.METTLE_HOME!, 'clients'))).toEqual([String(process.pid)])
  })

  it('says before anything was learned that nothing was', async () => {
    const world = begin()
    await world.command(async () => undefined)
    const { context } = await world.call({ moment: 'session-start' })
    expect(context).toContain('nothing has been learned yet')
  })

  it('leaves what another version wrote ahead to the next command, which writes it again', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const file = join(world.hooks, 'ahead', 'patterns.bin')
    const bytes = readFileSync(file)
    bytes[bytes.indexOf('"v":') + 4] = '9'.charCodeAt(0)
    writeFileSync(file, bytes)
    const old = await world.call({ moment: 'session-start' })
    expect(old.context).toContain('nothing has been learned yet')
    await world.command((mettle) => mettle.keepPrecomputed())
    const again = await world.call({ moment: 'session-start', session: 's2' })
    expect(again.context).toContain(EXPIRY)
  })

  it('shows nothing where a person turned that off, and still records', async () => {
    const world = begin({ METTLE_HOOK_SESSION_START: 'false' })
    await world.know(EXPIRY)
    expect(await world.call({ moment: 'session-start' })).toEqual({})
    expect(types(world)).toEqual(['session-started.v1'])
  })
})

describe('a prompt', () => {
  it('is shown what has to do with it, once, and begins an iteration', async () => {
    const world = begin()
    await world.know(EXPIRY, MIGRATION)
    const ask = { moment: 'prompt', prompt: 'check expiry before a token is refreshed' } as const
    const { context = '' } = await world.call(ask)
    expect(context).toContain(EXPIRY)
    expect(context).not.toContain(MIGRATION)
    expect(await world.call(ask)).toEqual({})
    const iterations = world.spooled().filter(({ type }) => type === 'iteration-started.v1')
    expect(iterations.map(({ payload }) => payload.iteration)).toEqual([1, 2])
  })

  it('begins its iteration at the commit that is checked out', async () => {
    const world = begin()
    await world.command(async () => undefined)
    const commit = 'c0ffee'.repeat(7).slice(0, 40)
    writeFileSync(join(world.root, '.git', 'HEAD'), `${commit}\n`)
    await world.call({ moment: 'prompt', prompt: 'fix the login' })
    expect(world.spooled()[0]).toMatchObject({ payload: { iteration: 1, commit } })
  })

  it('of no words is none', async () => {
    const world = begin()
    await world.know(EXPIRY)
    expect(await world.call({ moment: 'prompt', prompt: ' \n' })).toEqual({})
    expect(world.spooled()).toEqual([])
  })

  it('is kept without secrets', async () => {
    const world = begin()
    await world.command(async () => undefined)
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    await world.call({ moment: 'prompt', prompt: `push with ${secret}` })
    const files = readdirSync(join(world.hooks, 'spool'))
    const written = files.map((name) => readFileSync(join(world.hooks, 'spool', name), 'utf8')).join('')
    expect(written).toContain('prompt-given.v1')
    expect(written).not.toContain(secret)
  })
})

describe('a subagent', () => {
  const spawn = {
    moment: 'subagent-spawn',
    prompt: 'refresh the token when it is expired',
    tool: { call: 't1', name: 'Agent', kind: 'agent', input: { prompt: 'x', subagent_type: 'plan-writer' } },
  } as const

  it('gets what has to do with its task in the task, and at its start only the rest', async () => {
    const world = begin({ METTLE_INJECT_AGENT_START_MOST: '1' })
    await world.know({ text: EXPIRY, appliesTo: ['plan-writer'] }, { text: MIGRATION, appliesTo: ['plan-writer'] })
    const { task = '' } = await world.call(spawn)
    expect(task).toMatch(/^refresh the token when it is expired\n\n<organization-learnings agent="plan-writer">/)
    expect(task).toContain(EXPIRY)
    const agent = { id: 'a1', type: 'plan-writer' }
    const { context = '' } = await world.call({ moment: 'subagent-start', agent })
    expect(context).toContain(MIGRATION)
    expect(context).not.toContain(EXPIRY)
    expect(await world.call({ moment: 'subagent-start', agent: { id: 'a2', type: 'reviewer' } })).toEqual({})
  })

  it('gets what is for its kind in its task where the client does not say when it begins', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const spawn = { moment: 'subagent-spawn', prompt: 'Count the files.' } as const
    const tool: ToolStep = { call: 'c1', name: 'task', kind: 'agent', input: { prompt: spawn.prompt } }
    expect(await world.call({ ...spawn, tool })).toEqual({})
    const { task } = await world.call({ ...spawn, client: 'gemini', tool: { ...tool, call: 'c2' } })
    expect(task).toContain(EXPIRY)
  })

  it('is told before a tool call what only the session was shown', async () => {
    const world = begin()
    await world.know(RUN_IN_BAND)
    const tool = shell('npm test')
    expect((await world.call({ moment: 'before-tool', tool })).context).toContain(RUN_IN_BAND)
    expect(await world.call({ moment: 'before-tool', tool })).toEqual({})
    const agent = { id: 'a1', type: 'tester' }
    expect((await world.call({ moment: 'before-tool', tool, agent })).context).toContain(RUN_IN_BAND)
    expect(await world.call({ moment: 'before-tool', tool, agent })).toEqual({})
  })
})

describe('what a person turned off', () => {
  const agent = { id: 'a1', type: 'tester' }
  const tool = shell('npm test', { ended: 'failed', exitCode: 1, output: 'boom' })
  const spawned = { call: 't1', name: 'Agent', kind: 'agent', input: { prompt: 'x' } } as const
  const ask = 'check expiry before a token is refreshed'
  /** A whole session; the moments at which something was shown. */
  async function shownAt(world: HookWorld): Promise<string[]> {
    await world.know(EXPIRY, RUN_IN_BAND)
    const calls = [
      { moment: 'prompt', prompt: ask, session: 's2' },
      { moment: 'before-tool', tool, session: 's3' },
      { moment: 'after-tool', tool, session: 's3' },
      { moment: 'subagent-spawn', prompt: ask, tool: spawned, session: 's4' },
      { moment: 'subagent-start', agent, session: 's4' },
      { moment: 'session-start', reason: 'startup', session: 's5' },
      { moment: 'turn-end', said: 'Done.', session: 's5' },
      { moment: 'session-end', reason: 'exit', session: 's5' },
    ] as const
    const shown: string[] = []
    for (const call of calls) {
      const { context = '', task = '' } = await world.call(call)
      if (/^- .* \(new\) #/m.test(`${context}${task}`)) shown.push(call.moment)
    }
    return shown
  }
  const ALL = ['prompt', 'before-tool', 'subagent-spawn', 'subagent-start', 'session-start']
  const FACTS = [
    'iteration-started.v1',
    'prompt-given.v1',
    'tool-used.v1',
    'error-recorded.v1',
    'session-started.v1',
    'turn-ended.v1',
    'session-ended.v1',
  ]
  const facts = (world: HookWorld) => types(world).filter((type) => type !== 'pattern-injected.v2')

  it('nothing: everything is shown and recorded', async () => {
    const world = begin()
    expect(await shownAt(world)).toEqual(ALL)
    expect(facts(world)).toEqual(FACTS)
  })

  it('recording: what was shown is known, and nothing of what happened', async () => {
    const world = begin({ METTLE_HOOK_RECORD: 'false' })
    expect(await shownAt(world)).toEqual(ALL)
    expect(facts(world)).toEqual([])
  })

  it.each([
    ['PROMPT', ['prompt']],
    ['TOOLS', ['before-tool']],
    ['SUBAGENTS', ['subagent-spawn', 'subagent-start']],
    ['SESSION_START', ['session-start']],
  ])('%s: nothing is shown then, and all is recorded', async (name, silent) => {
    const world = begin({ [`METTLE_HOOK_${name}`]: 'false' })
    expect(await shownAt(world)).toEqual(ALL.filter((moment) => !silent.includes(moment)))
    expect(facts(world)).toEqual(FACTS)
  })
})

describe('a tool call', () => {
  it('leaves no receipt where nothing has to do with it', async () => {
    const world = begin()
    await world.know(RUN_IN_BAND)
    expect(await world.call({ moment: 'before-tool', tool: shell('ls -la') })).toEqual({})
    expect(world.spooled()).toEqual([])
  })

  it('is spoken of afterwards where the client hears nothing before it', async () => {
    const world = begin()
    await world.know(RUN_IN_BAND)
    const tool = shell('npm test', { ended: 'passed', exitCode: 0 })
    expect(await world.call({ client: 'gemini', moment: 'before-tool', tool })).toEqual({})
    expect(world.spooled()).toEqual([])
    expect((await world.call({ client: 'gemini', moment: 'after-tool', tool })).context).toContain(RUN_IN_BAND)
    expect(types(world)).toEqual(['tool-used.v1', 'pattern-injected.v2'])
  })

  it('is recorded with how it ended, and as an error if it failed', async () => {
    const world = begin()
    await world.command(async () => undefined)
    const tool = shell('npm test', { ended: 'failed', exitCode: 3, output: 'boom', durationMs: 11.4 })
    await world.call({ moment: 'after-tool', tool })
    expect(world.spooled().map(({ type, payload }) => [type, payload.exitCode])).toEqual([
      ['tool-used.v1', 3],
      ['error-recorded.v1', 3],
    ])
    expect(world.spooled()[0]!.payload).toMatchObject({ command: 'npm test', durationMs: 11 })
    await world.call({
      moment: 'after-tool',
      tool: shell('true', { call: 'c2', ended: 'passed', exitCode: 0 }),
    })
    const shown = await world.command((mettle) => mettle.session('s1'))
    expect(JSON.stringify(shown)).toContain('npm test')
  })

  it('of which megabytes were printed leaves the ends of them', async () => {
    const world = begin()
    await world.command(async () => undefined)
    const output = `first line\n${'x'.repeat(79)}\n`.repeat(100_000).concat('last line')
    await world.call({ moment: 'after-tool', tool: shell('make', { ended: 'passed', output }) })
    const kept = world.spooled()[0]!.payload.output as string
    expect(kept.length).toBeLessThanOrEqual(4_000)
    expect(kept).toMatch(/^first line[\s\S]*\[…\][\s\S]*last line$/)
  })
})

describe('the transcript of a session', () => {
  const notes = (world: HookWorld) =>
    readFileSync(join(world.hooks, 'sessions', 's1.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ transcript }) => transcript !== undefined)

  it('is noted once, by whichever hook records something, and by none that only asks', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const transcript = '/home/user/.claude/projects/-repository/s1.jsonl'
    await world.call({ moment: 'before-tool', transcript, tool: shell('ls') })
    expect(existsSync(join(world.hooks, 'sessions', 's1.jsonl'))).toBe(false)
    await world.call({ moment: 'after-tool', transcript, tool: shell('ls', { ended: 'passed' }) })
    await world.call({ moment: 'turn-end', transcript })
    expect(notes(world)).toMatchObject([{ agent: '', transcript, client: 'claude-code', session: 's1' }])
  })
})

describe('the gate', () => {
  const push = { moment: 'before-tool', tool: shell('git push origin main') } as const

  async function gated(): Promise<HookWorld> {
    const world = begin()
    await world.command((mettle) =>
      mettle.tightenOverlay({
        adapter: 'git',
        requireApproval: true,
        by: 'ada',
        reason: 'a push went wrong',
      }),
    )
    return world
  }

  it('asks about a step of an adapter that a person must allow, and lets it pass once a person did', async () => {
    const world = await gated()
    const { gate } = await world.call(push)
    const approval = /mettle approval answer (a-[0-9a-f]{12}) --allow/.exec(gate?.reason ?? '')?.[1]
    expect(gate?.decision).toBe('ask')
    await world.call(push)
    const asked = await world.command((mettle) => mettle.approvals())
    expect(asked.map(({ approval: id, asked: times }) => [id, times])).toEqual([[approval, 1]])
    await world.command((mettle) =>
      mettle.answerApproval({ approval: approval!, answer: 'allow', by: 'ada', reason: 'checked' }),
    )
    expect(await world.call(push)).toEqual({})
    world.now += 31 * 60_000
    expect((await world.call(push)).gate?.decision).toBe('ask')
  })

  it('is told of at the start of a session', async () => {
    const world = await gated()
    const { context } = await world.call({ moment: 'session-start' })
    expect(context).toContain('A person is asked before git is used.')
  })

  it('names the step as `mettle gate` does', async () => {
    const world = await gated()
    const { gate } = await world.call(push)
    const asked = await world.command((mettle) => mettle.gate({ tool: 'Bash', command: 'git push origin main' }))
    expect(gate?.reason).toContain(asked.approval)
  })

  it('holds while the journal is away', async () => {
    const world = await gated()
    writeFileSync(join(world.root, '.mettle', 'journal.db'), 'not a database')
    expect((await world.call(push)).gate?.decision).toBe('ask')
    expect((await world.call({ moment: 'before-tool', tool: shell('git status') })).gate).toBeUndefined()
  })

  it('asks where what is kept beside the journal is damaged', async () => {
    const world = await gated()
    writeFileSync(join(world.hooks, 'overlays.json'), '{')
    expect((await world.call(push)).gate?.decision).toBe('ask')
    expect((await world.call({ moment: 'before-tool', tool: shell('ls') })).gate).toBeUndefined()
  })

  it('refuses to reach for credentials and to end processes by name, whatever the journal says', async () => {
    const world = begin()
    await world.know(EXPIRY)
    const asked = async (tool: ToolStep) => (await world.call({ moment: 'before-tool', tool })).gate
    for (const command of ['cat ~/.ssh/id_rsa', 'pkill -f node', 'bash -c "cat ~/.aws/credentials"']) {
      expect(await asked(shell(command))).toMatchObject({ decision: 'deny' })
      const given = await world.command((mettle) => mettle.gate({ tool: 'Bash', command }))
      expect(given).toMatchObject({ decision: 'deny', recorded: false, reasons: [{ source: 'safety' }] })
    }
    const read = { call: 'c1', name: 'Read', kind: 'read', input: {} } as const
    expect((await asked({ ...read, files: ['/home/ann/.ssh/id_rsa'] }))?.reason).toContain('it reads private SSH keys')
    expect(await asked({ ...read, files: ['/home/ann/.ssh/id_rsa.pub'] })).toBeUndefined()
    expect(await world.call({ moment: 'before-tool', tool: { ...read, files: ['src/token.ts'] } })).toEqual({})
    expect(await asked(shell('kill 4711'))).toBeUndefined()
  })

  it('refuses what the policy file refuses, also once it is emptied, until a person accepts that', async () => {
    const world = begin()
    const policy = join(world.root, 'mettle.policy.json')
    writeFileSync(policy, JSON.stringify({ version: 1, adapters: { git: { deny: true } } }))
    expect((await world.call(push)).gate).toBeUndefined()
    await world.know(EXPIRY)
    expect((await world.call(push)).gate).toMatchObject({ decision: 'deny' })
    writeFileSync(policy, JSON.stringify({ version: 1 }))
    expect((await world.call(push)).gate).toMatchObject({ decision: 'deny' })
    await world.know(MIGRATION)
    expect((await world.call(push)).gate).toMatchObject({ decision: 'deny' })
    expect(await world.command((mettle) => mettle.acceptPolicy('ann'))).toEqual(['adapters.git.deny'])
    expect((await world.call(push)).gate).toBeUndefined()
  })

  it.each(['mettle', 'npx mettle', 'node /usr/lib/node_modules/mettle/dist/cli/bin.js'])(
    'does not let an agent answer for a person with %s',
    async (program) => {
      const world = begin()
      await world.command(async () => undefined)
      const tool = shell(`${program} approval answer a-000000000000 --allow --reason x`)
      expect((await world.call({ moment: 'before-tool', tool })).gate?.decision).toBe('deny')
    },
  )

  it('sees the command that a tool of a server would run', async () => {
    const world = await gated()
    const viaServer = (command: string): ToolStep => ({
      ...{ call: 'c1', name: 'mcp__desktop__execute', kind: 'mcp', input: { command } },
    })
    const asked = await world.call({ moment: 'before-tool', tool: viaServer('git push origin main') })
    expect(asked.gate?.decision).toBe('ask')
    expect((await world.call({ moment: 'before-tool', tool: viaServer('ls') })).gate).toBeUndefined()
  })

  it.each<[string, (world: HookWorld) => void]>([
    ['the settings are damaged', ({ root }) => writeFileSync(join(root, 'mettle.config.json'), '{')],
    ['the environment has no such setting', ({ environment }) => void Object.assign(environment, { METTLE_X: '1' })],
    ['what sessions remember is away', ({ hooks }) => writeFileSync(join(hooks, 'sessions'), '')],
    [
      'nothing can be left for the journal',
      ({ hooks }) => {
        rmSync(join(hooks, 'spool'), { recursive: true })
        writeFileSync(join(hooks, 'spool'), '')
      },
    ],
  ])('asks where %s', async (_, damage) => {
    const world = await gated()
    damage(world)
    expect((await world.call(push)).gate?.decision).toBe('ask')
  })

  it('asks about a command that is too long to be named', async () => {
    const world = await gated()
    const tool = shell(`git push origin main # ${'x'.repeat(100_000)}`)
    expect((await world.call({ moment: 'before-tool', tool })).gate?.decision).toBe('ask')
  })
})

describe('the end of a turn', () => {
  it('keeps the last words', async () => {
    const world = begin()
    await world.command(async () => undefined)
    expect(await world.call({ moment: 'turn-end', said: 'Done.' })).toEqual({})
    expect(world.spooled()[0]).toMatchObject({ type: 'turn-ended.v1', payload: { said: 'Done.' } })
  })

  it('asks a chosen agent what it learned, or what became of what it was shown, twice at most', async () => {
    const world = begin({ METTLE_HOOK_ENFORCE_CAPTURE: 'main' })
    await world.know(EXPIRY)
    const stop = () => world.call({ moment: 'turn-end', said: 'Done.' })
    expect(await stop()).toEqual({ goOn: expect.stringContaining('Lesson: ') })
    await world.call({ moment: 'session-start' })
    expect(await stop()).toEqual({ goOn: expect.stringContaining('Applied: ') })
    expect(await stop()).toEqual({})
  })

  it('asks nobody who told it', async () => {
    const world = begin({ METTLE_HOOK_ENFORCE_CAPTURE: '*' })
    await world.know(EXPIRY)
    await world.call({ moment: 'session-start' })
    const said = 'Done.\nLEARNINGS_ACKNOWLEDGED: no_learnings (only a rename)'
    expect(await world.call({ moment: 'turn-end', said })).toEqual({})
  })
})

describe('hold-out', () => {
  it('withholds the same from every moment of a session, and says so in the receipts', async () => {
    const world = begin({
      METTLE_HOLDOUT_SHARE: '0.5',
      METTLE_HOLDOUT_AFTER_RUNS: '0',
      METTLE_PROJECT: 'fixed',
    })
    const ids = await world.know(RUN_IN_BAND, EXPIRY, MIGRATION)
    const isDrawn = (run: string) => ids.some((pattern) => isWithheld({ seed: 'fixed', run, pattern }, 0.5))
    const session = Array.from({ length: 40 }, (_, n) => `s${n}`).find(isDrawn)!
    await world.call({ moment: 'session-start', session })
    await world.call({ moment: 'before-tool', tool: shell('npm test'), session })
    await world.call({ moment: 'subagent-start', agent: { id: 'a1', type: 'tester' }, session })
    const receipts = world.spooled().filter(({ type }) => type === 'pattern-injected.v2')
    const of = (list: unknown) => (list as { pattern: string }[]).map(({ pattern }) => pattern)
    const shown = new Set(receipts.flatMap(({ payload }) => of(payload.items)))
    const withheld = new Set(receipts.flatMap(({ payload }) => of(payload.withheld)))
    expect([...shown].filter((id) => withheld.has(id))).toEqual([])
    expect([...shown, ...withheld].sort()).toEqual([...ids].sort())
    expect(withheld.size).toBeGreaterThan(0)
  })

  it('lets whole runs go without, and says in the receipt what they would have been shown', async () => {
    const world = begin({
      METTLE_HOLDOUT_SHARE: '0',
      METTLE_HOLDOUT_RUN_SHARE: '0.5',
      METTLE_HOLDOUT_AFTER_RUNS: '0',
      METTLE_PROJECT: 'fixed',
    })
    const ids = await world.know(RUN_IN_BAND, EXPIRY)
    const isHeld = (run: string) => isWithheld({ seed: 'fixed', run, pattern: '' }, 0.5)
    const sessions = Array.from({ length: 40 }, (_, n) => `s${n}`)
    const [without, other] = [sessions.find(isHeld)!, sessions.find((run) => !isHeld(run))!]
    const { context: told = '' } = await world.call({ moment: 'session-start', session: without })
    const { context: block = '' } = await world.call({ moment: 'session-start', session: other })
    expect([told.includes(EXPIRY), block.includes(EXPIRY)]).toEqual([false, true])
    const receipts = world.spooled().filter(({ type }) => type === 'pattern-injected.v2')
    expect(receipts.map(({ payload }) => payload.holdout)).toEqual([
      { share: 0, runShare: 0.5, isRunHeld: true },
      { share: 0, runShare: 0.5 },
    ])
    const withheld = receipts[0]!.payload.withheld as { pattern: string }[]
    expect(withheld.map(({ pattern }) => pattern).sort()).toEqual([...ids].sort())
  })
})
