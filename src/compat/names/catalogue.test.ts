import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { callEntryPoint, ENTRY_POINTS, findEntryPoint } from './catalogue.ts'

/** Calls a tool, and holds what it gives against its schema. */
async function call(loop: TestLoop, name: string, input: unknown): Promise<Record<string, unknown>> {
  const told = await callEntryPoint(loop, { name, input }, DAY_ZERO)
  expect(findEntryPoint(name).output.parse(told)).toEqual(told)
  return told as Record<string, unknown>
}

const OUTCOME = {
  bead_id: 'bd-123.1',
  duration_ms: 180_000,
  success: true,
  files_touched: ['src/auth.ts'],
  strategy: 'file-based',
}
const DONE = { bead_id: 'bd-123.1', agent_name: 'builder', summary: 'Types first, then the routes' }
const STRIKE = { bead_id: 'bd-1', action: 'add_strike', attempt: 'retry', reason: 'red' }

describe('the entry points of other systems', () => {
  it('have names, summaries and schemas of their own', () => {
    expect(new Set(ENTRY_POINTS.map(({ name }) => name)).size).toBe(ENTRY_POINTS.length)
    for (const { summary } of ENTRY_POINTS) expect(summary).toMatch(/^[A-Z].*\.$/)
  })

  it('that only read leave the journal as it is, however often they are called', async () => {
    const loop = testLoop()
    await taught(loop)
    await loop.recordDeliberation({ role: 'judge', text: 'It holds.', issue: '42', run: 'r1' })
    const before = (await loop.status()).events
    const asked: Record<string, object> = {
      swarm_get_error_context: { bead_id: 'b' },
      hivemind_find: { query: 'database' },
      query_governed_patterns: { role: 'judge' },
      get_deliberation_state: { issue: 42 },
      librarian_query: { query: 'database' },
    }
    const reading = ENTRY_POINTS.filter(({ effect }) => effect === 'reads').map(({ name }) => name)
    expect(reading.sort()).toEqual(Object.keys(asked).sort())
    for (const name of reading) await call(loop, name, asked[name])
    expect((await loop.status()).events).toBe(before)
  })

  it('take one object and give one, as protocols of tools ask for', () => {
    for (const { input, output } of ENTRY_POINTS)
      for (const schema of [input, output]) expect(z.toJSONSchema(schema)).toMatchObject({ type: 'object' })
  })

  it('refuse what their schema does not hold, and name the field', async () => {
    const loop = testLoop()
    const wrong: [string, object, string][] = [
      ['swarm_record_outcome', { ...OUTCOME, duration_ms: -1 }, 'duration_ms'],
      ['swarm_record_outcome', { ...OUTCOME, error_count: Number.NaN }, 'error_count'],
      ['swarm_record_outcome', { ...OUTCOME, timestamp: 'yesterday' }, 'timestamp'],
      ['swarm_record_outcome', { ...OUTCOME, retires: 2 }, 'retires'],
      ['swarm_complete', { ...DONE, bead_id: '../up' }, 'bead_id'],
      ['swarm_check_strikes', { bead_id: 'bd-1', action: 'add_strike', reason: 'red' }, 'attempt'],
      ['swarm_check_strikes', { bead_id: 'bd-1', action: 'forgive' }, 'action'],
      ['hivemind_store', { information: 'too short' }, 'information'],
      ['swarm_record_outcome', { ...OUTCOME, retry_count: 1e9 }, 'retry_count'],
      ['swarm_record_outcome', { ...OUTCOME, files_touched: [''] }, 'files_touched'],
      ['swarm_accumulate_error', { bead_id: 'b', message: 'm', tool_name: ' ' }, 'tool_name'],
      ['swarm_resolve_error', { error_id: '../up' }, 'error_id'],
    ]
    for (const [name, input, field] of wrong) await expect(call(loop, name, input)).rejects.toThrow(field)
    expect((await loop.status()).events).toBe(0)
  })

  it('are told by the nearest name', async () => {
    await expect(call(testLoop(), 'swarm_compleet', {})).rejects.toThrow('swarm_complete')
  })
})

describe('swarm_record_outcome', () => {
  it('gives signals, score, feedback and errors as documented', async () => {
    const loop = testLoop()
    for (let i = 0; i < 2; i++)
      await call(loop, 'swarm_accumulate_error', {
        bead_id: 'bd-123.1',
        error_type: 'validation',
        message: 'm',
      })
    const told = await call(loop, 'swarm_record_outcome', OUTCOME)
    const timestamp = '2026-01-01T00:00:00.000Z'
    expect(told).toMatchObject({
      outcome: {
        signals: { ...OUTCOME, error_count: 2, retry_count: 0, timestamp },
        scored: { type: 'helpful', decayed_value: 0.92 },
      },
      error_patterns: { total: 2, unresolved: 0, by_type: { validation: 2 } },
      summary: { duration_seconds: 180, accumulated_errors: 2, unresolved_errors: 0 },
    })
    expect(told.feedback_events).toHaveLength(4)
    expect((told.feedback_events as object[])[0]).toEqual({
      id: 'bd-123.1-type_safe-1',
      criterion: 'type_safe',
      type: 'helpful',
      timestamp,
      context: 'Fast completion (180s), 2 errors, 0 retries, succeeded [strategy: file-based] [errors: validation:2]',
      bead_id: 'bd-123.1',
      raw_value: 1,
    })
  })

  it('tells what is left of the score of a task that ended long ago', async () => {
    const timestamp = new Date(DAY_ZERO - 90 * 86_400_000).toISOString()
    const told = await call(testLoop(), 'swarm_record_outcome', { ...OUTCOME, timestamp })
    expect(told).toMatchObject({ outcome: { signals: { timestamp }, scored: { decayed_value: 0.5 } } })
  })

  it('takes a task that was tried a thousand times and lay for weeks', async () => {
    const weeks = { ...OUTCOME, retry_count: 5_000, duration_ms: 21 * 86_400_000 }
    expect(await call(testLoop(), 'swarm_record_outcome', weeks)).toMatchObject({ success: true })
  })

  it('is an outcome of the epic, one for each attempt', async () => {
    const loop = testLoop()
    await call(loop, 'swarm_record_outcome', {
      ...OUTCOME,
      success: false,
      failure_details: 'Schema mismatch',
    })
    const again = await call(loop, 'swarm_record_outcome', { ...OUTCOME, retry_count: 1 })
    expect(again).toMatchObject({ note: 'Recorded, with its feedback.' })
    const recorded = await loop.events('outcome-recorded')
    expect(recorded.map(({ payload }) => [payload.run, payload.task, payload.attempt, payload.result])).toEqual([
      ['bd-123', 'bd-123.1', 1, 'failure'],
      ['bd-123', 'bd-123.1', 2, 'success'],
    ])
    await call(loop, 'swarm_record_outcome', { ...OUTCOME, retry_count: 1 })
    expect(await loop.events('outcome-recorded')).toHaveLength(2)
  })

  it('tells how a task failed from the details', async () => {
    const told = await call(testLoop(), 'swarm_record_outcome', {
      ...OUTCOME,
      success: false,
      failure_details: 'Schema mismatch',
    })
    expect(told).toMatchObject({ outcome: { signals: { failure_mode: 'validation' } } })
  })
})

describe('swarm_complete', () => {
  it('records the success, judges task_completion, settles the task and keeps the lesson', async () => {
    const loop = testLoop()
    await call(loop, 'swarm_accumulate_error', { bead_id: 'bd-123.1', message: 'timeout' })
    await call(loop, 'swarm_check_strikes', { ...STRIKE, bead_id: 'bd-123.1' })
    const told = await call(loop, 'swarm_complete', {
      ...DONE,
      start_time: DAY_ZERO - 60_000,
      files_touched: ['a.ts', 'b.ts'],
      strategy: 'risk-based',
    })
    expect(told).toMatchObject({
      closed: true,
      result: DONE.summary,
      strikes_cleared: true,
      errors_resolved: 1,
      outcome_scoring: { feedback_type: 'helpful', score: 0.92 },
      memory_capture: {
        information:
          'Task "bd-123.1" completed successfully using risk-based strategy.\nKey insight: Types first, then the routes\nFiles touched: a.ts, b.ts',
        metadata: 'swarm, success, bd-123.1, risk-based',
      },
    })
    const [outcome] = await loop.events('outcome-recorded')
    expect(outcome?.payload).toMatchObject({
      durationMs: 60_000,
      criteria: ['task_completion'],
      errorCount: 1,
      assumed: ['errorCount'],
    })
    expect((await loop.criteria()).find(({ criterion }) => criterion === 'task_completion')).toMatchObject({
      known: true,
    })
    expect(await loop.learn()).toMatchObject({ added: 1 })
  })

  it('says that it assumed a duration, and names no file where there is none', async () => {
    const loop = testLoop()
    const told = await call(loop, 'swarm_complete', DONE)
    expect(told.memory_capture).toMatchObject({
      information: expect.stringMatching(/\nFiles touched: none$/),
      metadata: 'swarm, success, bd-123.1, completion',
    })
    expect((await loop.events('outcome-recorded'))[0]?.payload.assumed).toEqual(['durationMs'])
  })

  it('is the same when it is told again', async () => {
    const loop = testLoop()
    await call(loop, 'swarm_complete', DONE)
    expect(await call(loop, 'swarm_complete', DONE)).toMatchObject({ closed: true, errors_resolved: 0 })
    expect(await loop.events('learning-captured')).toHaveLength(1)
  })

  it('is closed once, though time goes by before it is told again', async () => {
    const loop = testLoop()
    const told = { ...DONE, start_time: DAY_ZERO - 60_000 }
    const first = await callEntryPoint(loop, { name: 'swarm_complete', input: told }, DAY_ZERO)
    const again = await callEntryPoint(loop, { name: 'swarm_complete', input: told }, DAY_ZERO + 5_000)
    expect(again).toEqual({ ...first, message: 'Its success is on record; it counts once.' })
    expect(await loop.events('outcome-recorded')).toHaveLength(1)
    expect(await loop.events('feedback-given')).toEqual([])
  })

  it('judges task_completion once for a success that was recorded before', async () => {
    const loop = testLoop()
    await call(loop, 'swarm_record_outcome', OUTCOME)
    for (let i = 0; i < 2; i++) expect(await call(loop, 'swarm_complete', DONE)).toMatchObject({ closed: true })
    const found = (await loop.criteria()).find(({ criterion }) => criterion === 'task_completion')
    expect(found).toMatchObject({ helpful: 1, harmful: 0 })
    expect(await loop.events('outcome-recorded')).toHaveLength(1)
  })

  it('is another success when it says that it was tried again since', async () => {
    const loop = testLoop()
    await call(loop, 'swarm_complete', DONE)
    await call(loop, 'swarm_complete', { ...DONE, retry_count: 1 })
    expect(await loop.events('outcome-recorded')).toHaveLength(2)
  })

  it('is the next attempt after those that failed', async () => {
    const loop = testLoop()
    await call(loop, 'swarm_record_outcome', { ...OUTCOME, success: false })
    expect(await call(loop, 'swarm_complete', DONE)).toMatchObject({ closed: true })
    expect(await loop.task('bd-123', 'bd-123.1')).toMatchObject({
      attempt: 2,
      retryCount: 1,
      result: 'success',
    })
  })

  it('records nothing when the evaluation has not passed', async () => {
    const loop = testLoop()
    const evaluation = JSON.stringify({ passed: false, overall_feedback: 'no tests', retry_suggestion: null })
    const told = await call(loop, 'swarm_complete', { ...DONE, evaluation })
    expect(told).toMatchObject({ success: false, feedback: 'no tests' })
    expect((await loop.status()).events).toBe(0)
    await expect(call(loop, 'swarm_complete', { ...DONE, evaluation: 'fine' })).rejects.toThrow('evaluation')
  })

  it('keeps a lesson that fits, however much was touched', async () => {
    const files_touched = Array.from({ length: 500 }, (_, i) => `src/${'deep/'.repeat(40)}${i}.ts`)
    const told = await call(testLoop(), 'swarm_complete', {
      ...DONE,
      summary: 'x '.repeat(3_000),
      files_touched,
    })
    expect(told).toMatchObject({ success: true })
    expect((told.memory_capture as { information: string }).information).toMatch(/ and 490 more$/)
  })
})

describe('swarm_check_strikes', () => {
  it('counts, asks for the review at the third, and begins again', async () => {
    const loop = testLoop()
    expect(await call(loop, 'swarm_check_strikes', { bead_id: 'bd-1', action: 'get_prompt' })).toMatchObject({
      has_prompt: false,
    })
    for (let i = 0; i < 2; i++) await call(loop, 'swarm_check_strikes', STRIKE)
    expect(await call(loop, 'swarm_check_strikes', { bead_id: 'bd-1', action: 'check' })).toMatchObject({
      strike_count: 2,
      is_striked_out: false,
    })
    expect(await call(loop, 'swarm_check_strikes', STRIKE)).toMatchObject({
      strike_count: 3,
      is_striked_out: true,
      failures: [{ attempt: 'retry', reason: 'red', timestamp: '2026-01-01T00:00:00.000Z' }, {}, {}],
      first_strike_at: '2026-01-01T00:00:00.000Z',
      memory_store: {
        information: expect.stringMatching(
          /^Architecture problem detected in bd-1: Task failed after 3 attempts\.\n1\. retry - red\n2\. /,
        ),
        metadata: 'architecture, 3-strike, bd-1, failure',
      },
    })
    expect(await call(loop, 'swarm_check_strikes', { bead_id: 'bd-1', action: 'get_prompt' })).toMatchObject({
      has_prompt: true,
      architecture_review_prompt: expect.stringContaining('Architecture Review'),
    })
    expect(await call(loop, 'swarm_check_strikes', { bead_id: 'bd-1', action: 'clear' })).toMatchObject({
      strike_count: 0,
      is_striked_out: false,
    })
  })
})

describe('swarm_plan_prompt', () => {
  it('holds the task, the wishes, and what is known, under the epic', async () => {
    const loop = testLoop()
    await taught(loop)
    const told = await call(loop, 'swarm_plan_prompt', {
      task: 'close the database before the folder is removed',
      context: 'a library',
      strategy: 'risk-based',
      epic_id: 'bd-123',
      query_cass: true,
    })
    expect(told).toMatchObject({ strategy: 'risk-based', epic_id: 'bd-123', patterns: 1 })
    expect(told.prompt).toContain('## Context\n\na library\n\n## Wishes\n\n- Strategy: risk-based')
    expect(told.prompt).toContain(LESSON)
    expect(await loop.events('pattern-injected')).toHaveLength(1)
  })
})

describe('swarm_decompose', () => {
  it('gives the same prompt, without a wish for a strategy', async () => {
    const loop = testLoop()
    await taught(loop)
    const asked = { task: 'close the database before the folder is removed', query_cass: true }
    const told = await call(loop, 'swarm_decompose', asked)
    expect(told).toMatchObject({ strategy: 'auto', patterns: 1 })
    expect(told.prompt).toContain(LESSON)
  })
})

describe('hivemind', () => {
  const information = 'Refresh tokens need a buffer of five minutes before they expire'

  it('finds what was stored, and counts a validation as helpful', async () => {
    const loop = testLoop()
    const { id } = await call(loop, 'hivemind_store', {
      information,
      tags: 'auth, tokens',
      collection: 'auth',
    })
    expect(await call(loop, 'hivemind_find', { query: 'refresh tokens' })).toMatchObject({
      count: 1,
      results: [{ id, content: information, collection: 'auth', age_days: 0, decay_percent: 100 }],
    })
    expect(await call(loop, 'hivemind_find', { query: 'refresh', collection: 'other' })).toMatchObject({
      count: 0,
    })
    expect(await call(loop, 'hivemind_validate', { id })).toMatchObject({
      message: 'Counted as helpful feedback of today.',
    })
    const own = await call(loop, 'hivemind_store', {
      information: `${information} twice`,
      collection: 'agent',
    })
    expect(await call(loop, 'hivemind_validate', { id: own.id })).toMatchObject({
      message: expect.stringContaining(
        "came from the role 'agent', and nobody's praise counts for a pattern of their own",
      ),
    })
    const { pattern, axes } = await loop.pattern(id as string, { axes: true })
    const { evidence } = axes!
    expect(pattern).toMatchObject({ tags: ['auth', 'tokens'], appliesTo: ['*'] })
    expect(evidence).toMatchObject({ helpful: { value: 1 } })
  })

  it('finds the nearest first, whatever stands higher', async () => {
    const loop = testLoop()
    const near = await call(loop, 'hivemind_store', { information })
    const far = await call(loop, 'hivemind_store', {
      information: 'Always rotate the signing keys of tokens every month',
    })
    for (let i = 0; i < 5; i++) await call(loop, 'hivemind_validate', { id: far.id })
    const { results } = await call(loop, 'hivemind_find', { query: 'refresh tokens buffer expire' })
    expect((results as { id: string }[]).map(({ id }) => id)).toEqual([near.id, far.id])
  })

  it('refuses what is no lesson, with the reason', async () => {
    const told = await call(testLoop(), 'hivemind_store', { information: 'done done done done done' })
    expect(told).toMatchObject({ success: false, error: expect.stringContaining('repeats') })
  })

  it('shows the beginning of a long text, or all of it', async () => {
    const loop = testLoop()
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`)
    const long = `${information}, ${words.join(' ')}`
    await call(loop, 'hivemind_store', { information: long })
    const contentOf = async (expand: boolean) =>
      ((await call(loop, 'hivemind_find', { query: 'refresh', expand })).results as { content: string }[])[0]!.content
    expect(await contentOf(false)).toHaveLength(203)
    expect((await contentOf(true)).length).toBeGreaterThan(300)
  })
})

describe('a pipeline that asks', () => {
  const REVIEW = '## Accumulated Patterns\n- Never log the raw request body of a payment\n'

  it('finds what a role may be shown, in the columns that it knows', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    const told = await call(loop, 'query_governed_patterns', { role: 'builder' })
    expect(told).toMatchObject({
      role: 'builder',
      count: 1,
      patterns: [{ id, text: LESSON, lifecycle_state: 'observed', ignore_count: 0, was_validated: false }],
    })
    expect((told.patterns as { last_used: string }[])[0]?.last_used).toBe('2026-01-01T00:00:00.000Z')
  })

  it('learns how far the deliberation of an issue is, by role', async () => {
    const loop = testLoop()
    const say = (role: string, issue: string, text: string) => loop.recordDeliberation({ role, issue, text, run: 'r1' })
    await say('judge', '42', `${REVIEW}First look.`)
    await say('judge', '42', 'Second look.')
    await say('inspector', '42', 'It holds.')
    await say('judge', '43', 'Something else.')
    expect(await call(loop, 'get_deliberation_state', { issue: 42 })).toMatchObject({
      count: 3,
      verdicts: { judge: 'none', inspector: 'none' },
      deliberations: [{ role: 'inspector' }, { role: 'judge' }, { role: 'judge', issue: '42', run: 'r1' }],
    })
    expect(await call(loop, 'get_deliberation_state', { run: 'r2' })).toEqual({
      count: 0,
      verdicts: {},
      deliberations: [],
    })
  })

  it('asks the librarian in its own words', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    await taught(loop, 'Never log the raw request body of a payment', { run: 'r1' })
    expect(await call(loop, 'librarian_query', { query: 'temp folder of the database', limit: 1 })).toMatchObject({
      patterns: [{ id }],
    })
    expect(await call(loop, 'librarian_query', { query: 'database', role: 'judge' })).toMatchObject({
      count: 0,
    })
  })
})
