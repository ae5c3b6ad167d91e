import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TOOLS } from '../../src/edges/mcp/catalogue.ts'
import { countTokens } from '../../src/engine/text/tokens.ts'
import { type Connected, connect, factsIn, LESSON, TASK, taughtFolder } from './mcp-client.ts'
import { runCli } from './run-cli.ts'

/** Each test starts a server of its own, and machines that test are busy. */
vi.setConfig({ testTimeout: 60_000 })

let setting: Awaited<ReturnType<typeof taughtFolder>>
const mettle = (...argv: string[]) => runCli(argv, setting)

beforeEach(async () => {
  setting = await taughtFolder()
})

/** A good input and a bad one of each tool, called from the top down; capitals stand for ids that earlier answers gave. */
const CALLS: [string, good: object, bad: object, field: string][] = [
  ['recall', { task: TASK, files: ['db/index.ts'] }, { task: '' }, 'task'],
  [
    'record_learning',
    {
      lesson: 'When a migration adds a column, make it nullable, because old workers insert rows without it',
    },
    { lesson: 'too short' },
    'lesson',
  ],
  [
    'record_outcome',
    { result: 'success', observedBy: 'test', files: ['db/index.ts'], applied: [{ pattern: 'PATTERN' }] },
    { result: 'splendid' },
    'result',
  ],
  ['record_feedback', { subject: 'pattern', id: 'PATTERN', type: 'helpful' }, { subject: 'pattern' }, 'id'],
  ['gate', { tool: 'Bash', command: 'git push origin main', risk: 'low' }, { risk: 'huge' }, 'risk'],
  ['why', { subject: 'pattern', id: 'PATTERN' }, { subject: 'weather', id: 'x' }, 'subject'],
  [
    'swarm_record_outcome',
    { bead_id: 'bd-1.1', duration_ms: 1000, success: true },
    { bead_id: 'bd-1.1', duration_ms: -1, success: true },
    'duration_ms',
  ],
  ['swarm_complete', { bead_id: 'bd-1.2', agent_name: 'builder', summary: 'Done' }, {}, 'summary'],
  ['swarm_accumulate_error', { bead_id: 'bd-1.3', message: 'timeout' }, { bead_id: 'bd-1.3' }, 'message'],
  ['swarm_get_error_context', { bead_id: 'bd-1.3' }, { bead_id: '../up' }, 'bead_id'],
  ['swarm_resolve_error', { error_id: 'ERROR' }, { error_id: 'none' }, 'none'],
  ['swarm_check_strikes', { bead_id: 'bd-1', action: 'check' }, { bead_id: 'b', action: 'go' }, 'action'],
  ['swarm_plan_prompt', { task: TASK }, { task: 7 }, 'task'],
  ['swarm_decompose', { task: TASK }, { task: TASK, retires: 1 }, 'retires'],
  ['hivemind_store', { information: `${LESSON} of yesterday` }, { information: 'short' }, 'information'],
  ['hivemind_find', { query: 'migrations' }, { query: 'migrations', limit: 0 }, 'limit'],
  ['hivemind_validate', { id: 'PATTERN' }, { id: 'p-0' }, 'p-0'],
  ['query_governed_patterns', { role: 'builder' }, { role: '' }, 'role'],
  ['get_deliberation_state', { issue: 42 }, { issue: 4.2 }, 'issue'],
  ['librarian_query', { query: 'migrations' }, {}, 'query'],
]

/** Puts in the ids that earlier answers gave. */
function withIds(input: object, ids: ReadonlyMap<string, string>): object {
  return JSON.parse(
    JSON.stringify(input).replace(/"([A-Z]{4,})"/g, (all, name) => JSON.stringify(ids.get(name) ?? all)),
  )
}

/** The pattern that a recall shows first. */
function firstIn(given: Readonly<Record<string, unknown>> | undefined): string {
  const [first] = (given?.items ?? []) as { pattern: string }[]
  return first!.pattern
}

async function callEach({ call }: Connected): Promise<void> {
  const ids = new Map<string, string>()
  for (const [name, good, bad, field] of CALLS) {
    const { error, told, text } = await call(name, withIds(good, ids))
    expect({ name, error }).toEqual({ name, error: undefined })
    expect(JSON.parse(text)).toEqual(told)
    const { output } = TOOLS.find((tool) => tool.name === name)!
    expect(await output['~standard'].validate(told)).toEqual({ value: told })
    if (name === 'recall') ids.set('PATTERN', firstIn(told))
    if (name === 'swarm_accumulate_error') ids.set('ERROR', told?.error_id as string)
    const wrong = await call(name, bad)
    expect({ name, words: wrong.error }).toEqual({ name, words: expect.stringContaining(field) })
    expect(wrong.told).toBeUndefined()
  }
}

describe.each([2025, 2026] as const)('a client of %s', (era) => {
  it('calls every tool, with a good input and a bad one', async () => {
    const connected = await connect({ ...setting, era })
    const { client, strange, said } = connected
    expect(client.getServerVersion()).toMatchObject({ name: 'mettle' })
    expect(client.getInstructions()?.length).toBeLessThan(2_000)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(CALLS.map(([name]) => name))
    await callEach(connected)
    expect({ strange, said: said() }).toEqual({ strange: [], said: '' })
  })

  it('reads the best patterns, one of them, and the prompt', async () => {
    const { client } = await connect({ ...setting, era })
    const { resources } = await client.listResources()
    expect(resources).toMatchObject([{ uri: 'mettle://patterns/top', annotations: { priority: 0.6 } }])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'mettle://patterns/{id}' }])
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents
      return JSON.parse((content as { text: string }).text)
    }
    const { patterns } = await read('mettle://patterns/top')
    expect(patterns).toMatchObject([{ text: LESSON, status: 'new', runs: 0 }])
    expect(await read(patterns[0].uri)).toMatchObject({
      subject: 'pattern',
      text: LESSON,
      evidence: [expect.stringMatching(/^recorded once, on \d{4}-\d\d-\d\d$/), 'not shown to anybody yet'],
    })
    await expect(client.readResource({ uri: 'mettle://patterns/p-0' })).rejects.toThrow('p-0')
    const completed = await client.complete({
      ref: { type: 'ref/resource', uri: 'mettle://patterns/{id}' },
      argument: { name: 'id', value: 'p-' },
    })
    expect(completed.completion.values).toEqual([patterns[0].id])
    const { messages } = await client.getPrompt({ name: 'reflect', arguments: { task: '<b>tests</b>' } })
    const { text } = messages[0]!.content as { text: string }
    expect(text).toContain('Can you point at it?')
    expect(text).toContain('&lt;b>tests')
    expect(text).toContain('Call record_learning')
    expect(text).not.toContain('.learnings/pending')
  })
})

describe('the tools', () => {
  it('say what they do to the journal, and keep the first in sight', async () => {
    const { client } = await connect(setting)
    const { tools } = await client.listTools()
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {}
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint]) expect(typeof hint).toBe('boolean')
      expect(openWorldHint).toBe(false)
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
    }
    const loaded = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
    expect(loaded.map(({ name }) => name)).toEqual(['recall'])
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true)
    expect(reading.map(({ name }) => name)).toEqual([
      'why',
      'swarm_get_error_context',
      'hivemind_find',
      'query_governed_patterns',
      'get_deliberation_state',
      'librarian_query',
    ])
  })

  it('are ours alone when asked for', async () => {
    const { client } = await connect({ ...setting, argv: ['--tools', 'own'] })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'recall',
      'record_learning',
      'record_outcome',
      'record_feedback',
      'gate',
      'why',
    ])
  })

  it('are two in fewer than 600 tokens, instructions included, unless a client asks for more', async () => {
    const { client, call } = await connect({ ...setting, argv: [] })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['recall', 'record_learning'])
    expect(countTokens(JSON.stringify(tools) + client.getInstructions())).toBeLessThan(600)
    const lesson = 'Always close the pool before the workers are stopped, otherwise they hang'
    expect((await call('record_learning', { lesson, phase: 'build' })).told).toMatchObject({
      duplicate: false,
    })
  })

  it('join a lesson that says the same in other words when the agent says so, and not before', async () => {
    const { call } = await connect({ ...setting, argv: [] })
    const words = [
      'Run the migrations first, or the tests see a schema that is out of date',
      'Tests fail on an old schema unless the migrations were run before them',
    ]
    for (const [n, lesson] of words.entries()) {
      const first = await call('record_learning', { lesson, run: `other-${n}` })
      const [near] = first.told!.near as { id: string; text: string }[]
      expect(near?.text).toBe(LESSON)
      expect(first.told?.note).toContain('sameAs')
      const second = await call('record_learning', { lesson, run: `other-${n}`, sameAs: `#${near?.id}` })
      expect(second.told?.near).toBeUndefined()
      expect((await mettle('learn')).exitCode).toBe(0)
    }
    // Claims that name their runs themselves count once a day, so there is still one sighting.
    const { items } = JSON.parse((await mettle('pattern', 'list', '--all', '--json')).stdout)
    expect(items).toMatchObject([{ pattern: { text: LESSON, aliases: words, sightings: 1 } }])
    // Nor does a claim replace a lesson: the conflict waits for a person or for a session that shows it.
    const lesson = 'The tests migrate the schema themselves now, so no migration has to be run before them'
    await call('record_learning', { lesson, run: 'other-2', insteadOf: items[0].pattern.id })
    await mettle('learn')
    expect((await mettle('status')).stdout).toMatch(/^conflicts .*\(recorded instead of it\)/m)
  })

  it('know a file by its place in the repository, however an agent names it', async () => {
    const { call } = await connect(setting)
    const { told } = await call('recall', { task: TASK })
    const file = join(setting.cwd, 'db', 'index.ts')
    const lesson = 'Always close the pool before the workers are stopped, otherwise they hang'
    await call('record_learning', { lesson, files: [file], file, line: 7 })
    const { payload } = (await factsIn(setting.cwd, 'learning-captured.v1')).at(-1)!
    expect(JSON.parse(payload!)).toMatchObject({
      context: { files: ['db/index.ts'] },
      citation: { file: 'db/index.ts', line: 7 },
    })
    const ended = await call('record_outcome', {
      result: 'success',
      observedBy: 'test',
      files: ['db/index.ts'],
      applied: [{ pattern: firstIn(told), file, line: 7 }],
    })
    const reason = 'mettle learn checks db/index.ts against the change'
    expect(ended.told).toMatchObject({ applied: [{ verified: false, reason, shown: true }] })
  })

  it('take the outcome of a task, and the record of a run, which moves policy', async () => {
    const { call } = await connect(setting)
    const task = { task: 't.1', result: 'success', durationMs: 1000, errorCount: 0, retryCount: 0 }
    expect((await call('record_outcome', { run: 'r1', ...task })).told).toMatchObject({
      run: 'r1',
      task: 't.1',
      feedback: { type: 'helpful' },
    })
    const missing = await call('record_outcome', { runId: 'r2', status: 'failed', adaptersUsed: ['github'] })
    expect(missing.error).toContain('qualityScore: is missing')
    const record = {
      runId: 'r2',
      status: 'failed',
      retryCount: 2,
      qualityScore: 0.2,
      adaptersUsed: ['github'],
      failureDetails: { adapterId: 'github', dominantFailureType: 'auth' },
    }
    expect((await call('record_outcome', record)).told?.summary).toContain('github')
    expect((await call('why', { subject: 'adapter', id: 'github' })).told).toMatchObject({
      state: expect.stringContaining('needs approval'),
      arithmetic: expect.stringContaining(', in 1 run'),
      whatWouldChangeIt: expect.arrayContaining([expect.stringContaining('then a person may loosen it')]),
      evidence: expect.arrayContaining([expect.stringContaining('auth occurred')]),
      timeline: [{ run: 'r2', what: expect.stringContaining('run ended: failure') }],
    })
  })

  it('explain the receipt of a recall, a pattern in one sentence, a criterion and a strategy', async () => {
    const { call } = await connect(setting)
    const { told } = await call('recall', { task: TASK, agent: 'plan-writer' })
    expect(told?.block).toContain(LESSON)
    const receipt = await call('why', { subject: 'receipt', id: told?.receipt as string })
    expect(receipt.told).toMatchObject({ subject: 'receipt', state: expect.stringContaining('1 shown') })
    const [, id] = /#(\w+)/.exec(told?.block as string)!
    const pattern = await call('why', { subject: 'pattern', id })
    expect(pattern.told?.state).toBe('New: no run with a known result has used it yet')
    await call('record_feedback', { subject: 'criterion', id: 'readable', type: 'helpful' })
    const criterion = await call('why', { subject: 'criterion', id: 'readable' })
    expect(criterion.told?.timeline).toMatchObject([{ what: expect.stringContaining('by agent') }])
    expect((await call('why', { subject: 'strategy', id: 'none' })).error).toContain("no strategy 'none'")
  })

  it('let nobody speak for a person', async () => {
    const { client, call } = await connect(setting)
    const { told } = await call('recall', { task: TASK })
    const pattern = firstIn(told)
    for (const [name, input] of [
      ['record_learning', { lesson: LESSON, agent: 'Person' }],
      ['record_feedback', { subject: 'pattern', id: pattern, type: 'helpful', agent: 'person' }],
    ] as const)
      expect((await call(name, input)).error).toContain('no call can speak for a person')
    await call('record_feedback', { subject: 'pattern', id: pattern, type: 'helpful' })
    expect((await factsIn(setting.cwd, 'feedback-given.v1')).at(-1)?.provenance).toMatchObject({
      source: 'agent',
    })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names.filter((name) => /approv|answer|loosen|promote/.test(name))).toEqual([])
  })

  it('never answer the gate: what waits for a person goes on waiting', async () => {
    const { call } = await connect(setting)
    const step = { adapter: 'github', risk: 'high', action: 'merge the release branch' }
    const record = { status: 'failed', retryCount: 2, qualityScore: 0.1, adaptersUsed: ['github'] }
    await call('record_outcome', { runId: 'r2', ...record })
    const { told } = await call('gate', step)
    expect(told).toMatchObject({
      decision: 'needs-approval',
      reasons: expect.arrayContaining([expect.objectContaining({ wouldChangeIt: expect.any(String) })]),
    })
    const answering = await call('gate', {
      tool: 'Bash',
      command: `mettle approval answer ${told?.approval} --allow --reason fine`,
    })
    expect(answering.told).toMatchObject({ decision: 'deny' })
    expect((await call('gate', step)).told).toMatchObject({ decision: 'needs-approval' })
    await mettle('approval', 'answer', told?.approval as string, '--allow', '--reason', 'looked at it')
    expect((await call('gate', step)).told).toMatchObject({ decision: 'allow' })
  })
})
