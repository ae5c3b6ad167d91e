import { describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { NO_EVIDENCE } from '../../engine/standing/pattern-record.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import type { OutcomeInput } from './record-outcome.ts'

type Tier = 'shown' | 'cited' | 'applied'
type Signal = 'PASS' | 'PASS without evidence' | 'helpful' | 'harmful' | 'unobserved' | 'merged' | 'reverted'

const FAST = { durationMs: 60_000, errorCount: 0, retryCount: 0 }
const BAD = { durationMs: 2_000_000, errorCount: 4, retryCount: 3 }

/** A pattern of a role that was shown in run r1. */
async function shown(role = 'judge'): Promise<{ loop: TestLoop; pattern: string }> {
  const loop = testLoop()
  const pattern = await taught(loop, undefined, { role })
  const { items } = await loop.inject({ role, run: 'r1' })
  expect(items.map((item) => item.pattern)).toEqual([pattern])
  return { loop, pattern }
}

/** The `applied` part of an outcome that takes a pattern to a tier. */
function reaching(tier: Tier, pattern: string): Pick<OutcomeInput, 'applied' | 'files'> {
  const files = ['src/a.ts']
  if (tier === 'shown') return { files }
  return { files, applied: [tier === 'cited' ? { pattern } : { pattern, file: 'src/a.ts', line: 3 }] }
}

async function evidenceAfter(signal: Signal, tier: Tier, role = 'judge') {
  const { loop, pattern } = await shown(role)
  const use = reaching(tier, pattern)
  const unseen = { run: 'r1', result: 'success', observedBy: 'none', ...use } as const
  if (signal === 'helpful' || signal === 'harmful')
    await loop.recordOutcome({ run: 'r1', result: signal === 'helpful' ? 'success' : 'failure', ...use })
  else await loop.recordOutcome({ ...unseen, merged: signal === 'merged', reverted: signal === 'reverted' })
  if (signal.startsWith('PASS')) await judge(loop, signal === 'PASS' ? 2 : 3)
  return (await loop.pattern(pattern, { axes: true })).axes!.evidence
}

async function judge(loop: TestLoop, evidenceLevel: 1 | 2 | 3) {
  const roles = { adversarialRole: 'judge', validatorRole: 'inspector' }
  const found = { result: 'PASS' as const, mustFix: [], falsePositives: [], evidenceLevel, actions: [] }
  await appendFacts(loop.context, [
    {
      type: 'verdict-recorded',
      payload: { verdict: 'v1', ...roles, ...found },
      stream: runStream('r1'),
      run: 'r1',
    },
  ])
}

describe('the credit table, through the loop', () => {
  const nothing = {}
  it.each<[Signal, Tier, object]>([
    ['PASS', 'shown', nothing],
    ['PASS', 'cited', { successes: 1, wasValidated: true }],
    ['PASS', 'applied', { successes: 1, reinforcements: 1, wasValidated: true }],
    ['PASS without evidence', 'applied', nothing],
    ['helpful', 'shown', nothing],
    ['helpful', 'cited', { helpful: 0.25, helpfulCount: 1, maturity: 'candidate' }],
    ['helpful', 'applied', { helpful: 1, helpfulCount: 1, maturity: 'candidate' }],
    ['harmful', 'shown', nothing],
    ['harmful', 'cited', { harmful: 0.25, harmfulCount: 1, maturity: 'candidate' }],
    ['harmful', 'applied', { harmful: 1, harmfulCount: 1, maturity: 'candidate' }],
    ['unobserved', 'applied', nothing],
    ['merged', 'shown', nothing],
    ['merged', 'cited', { successes: 0.25 }],
    ['merged', 'applied', { successes: 1, wasValidated: true }],
    ['reverted', 'shown', nothing],
    ['reverted', 'cited', { ignoreWeight: 0.25, ignoreCount: 1 }],
    ['reverted', 'applied', { ignoreWeight: 1, ignoreCount: 1 }],
  ])('%s, %s', async (signal, tier, expected) => {
    const { helpful, harmful, ...rest } = await evidenceAfter(signal, tier)
    expect({ ...rest, helpful: helpful.value, harmful: harmful.value }).toEqual({
      ...NO_EVIDENCE,
      helpful: 0,
      harmful: 0,
      citedRuns: tier === 'shown' ? 0 : 1,
      appliedRuns: tier === 'applied' ? 1 : 0,
      ...expected,
    })
  })

  it("takes the weight of the pattern's own role for a revert", async () => {
    expect(await evidenceAfter('reverted', 'applied', 'sentinel')).toMatchObject({ ignoreWeight: 1.5 })
    expect(await evidenceAfter('reverted', 'cited', 'inspector')).toMatchObject({ ignoreWeight: 0.375 })
  })

  it('never moves the counter of another law', async () => {
    const { loop, pattern } = await shown()
    await loop.recordOutcome({ run: 'r1', result: 'success', ...reaching('applied', pattern) })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      successes: 0,
      ignoreCount: 0,
    })
  })
})

describe('an outcome', () => {
  it('is one, however often it is told', async () => {
    const { loop, pattern } = await shown()
    const told = { run: 'r1', result: 'success', ...reaching('applied', pattern) } as const
    expect(await loop.recordOutcome(told)).toMatchObject({ duplicate: false })
    const once = await loop.pattern(pattern)
    expect(await loop.recordOutcome(told)).toMatchObject({ duplicate: true })
    expect(await loop.pattern(pattern)).toEqual(once)
  })

  it('with another body for the same run is a conflict that shows both', async () => {
    const { loop } = await shown()
    await loop.recordOutcome({ run: 'r1', result: 'success' })
    const other = loop.recordOutcome({ run: 'r1', result: 'failure' })
    await expect(other).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/success.*failure/s),
    })
  })

  it('says when a pattern that it names was not shown to the run, and gives it nothing', async () => {
    const { loop, pattern } = await shown()
    const use = reaching('applied', pattern)
    expect((await loop.recordOutcome({ run: 'r1', result: 'success', ...use })).applied).toMatchObject([
      { verified: true, shown: true },
    ])
    expect((await loop.recordOutcome({ run: 'blind', result: 'success', ...use })).applied).toMatchObject([
      { verified: true, shown: false },
    ])
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.helpfulCount).toBe(1)
  })

  it('grades a pattern once for the run, not once for each task', async () => {
    const { loop, pattern } = await shown()
    const use = reaching('applied', pattern)
    await loop.recordOutcome({ run: 'r1', task: 't1', result: 'success', ...FAST, ...use })
    await loop.recordOutcome({ run: 'r1', task: 't2', result: 'success', ...FAST, ...use })
    await loop.recordOutcome({ run: 'r1', result: 'success', ...use })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      helpfulCount: 1,
      helpful: { value: 1 },
    })
  })

  it('is graded again when the agent says later what it used', async () => {
    const { loop, pattern } = await shown()
    const input: OutcomeInput = { run: 'r1', result: 'success', files: ['src/a.ts'] }
    await loop.recordOutcome(input)
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.helpfulCount).toBe(0)
    await loop.recordOutcome({ ...input, applied: [{ pattern }] })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.helpful.value).toBe(0.25)
    await loop.recordOutcome({ ...input, applied: [{ pattern, file: './src/a.ts', line: 1 }] })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      helpfulCount: 1,
      helpful: { value: 1 },
    })
  })

  it('accepts another place, and a check with another result, for the same pattern', async () => {
    const { loop, pattern } = await shown()
    const task = (id: string, file: string, files: string[]) =>
      loop.recordOutcome({
        ...{ run: 'r1', task: id, result: 'success', ...FAST },
        ...{ files, applied: [{ pattern, file }] },
      })
    expect((await task('t1', 'src/b.ts', [])).applied[0]).toMatchObject({ verified: false })
    expect((await task('t2', 'src/b.ts', ['src/a.ts'])).applied[0]).toMatchObject({ verified: false })
    expect((await task('t3', 'src/b.ts', ['src\\b.ts'])).applied[0]).toMatchObject({ verified: true })
  })

  it('takes back what a merge gave when the work is reverted', async () => {
    const { loop, pattern } = await shown()
    const told = { run: 'r1', result: 'success', ...reaching('applied', pattern) } as const
    await loop.recordOutcome({ ...told, merged: true })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      successes: 1,
      ignoreWeight: 0,
    })
    await loop.recordOutcome({ ...told, merged: true, reverted: true })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      successes: 0,
      ignoreWeight: 1,
      ignoreCount: 1,
      wasValidated: false,
      helpfulCount: 1,
    })
  })

  it('gives nothing to a pattern that the run never saw', async () => {
    const { loop, pattern } = await shown()
    await loop.recordOutcome({ run: 'r2', result: 'success', merged: true, ...reaching('applied', pattern) })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toEqual(NO_EVIDENCE)
  })

  it('says what it makes of the run, and nothing where nobody looked', async () => {
    const { loop } = await shown()
    const course = { durationMs: 1_000, errorCount: 0, retryCount: 0 }
    const seen = await loop.recordOutcome({ run: 'r1', result: 'success', ...course })
    expect(seen.feedback).toMatchObject({ type: 'helpful', strength: 1 })
    const unseen = await loop.recordOutcome({ run: 'r2', result: 'success', observedBy: 'none' })
    expect(unseen).not.toHaveProperty('feedback')
  })

  it('is refused with the field that is wrong', async () => {
    const loop = testLoop()
    const wrong = { run: '../x', result: 'success' } as const
    await expect(loop.recordOutcome(wrong)).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('run'),
    })
    await expect(loop.recordOutcome({ run: 'r1', result: 'success', occurredAt: Number.NaN })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('occurredAt: NaN'),
    })
    const use = { run: 'r1', result: 'success', applied: [{ pattern: 'no id' }] } as const
    await expect(loop.recordOutcome(use)).rejects.toMatchObject({ code: 'input' })
    expect((await loop.status()).events).toBe(0)
  })
})

describe('a task', () => {
  const task = { run: 'r1', task: 't1', result: 'success', ...FAST } as const

  it('is judged by its course, so the course must be there', async () => {
    const { loop } = await shown()
    const { errorCount: _, retryCount: __, ...half } = task
    await expect(loop.recordOutcome(half)).rejects.toMatchObject({
      code: 'input',
      message: "The outcome of task 't1' lacks --errors (errorCount), --retries (retryCount).",
    })
    await loop.recordOutcome({ ...half, observedBy: 'none' })
  })

  it('grades the patterns of its run by the mean of all its tasks, once', async () => {
    const { loop, pattern } = await shown()
    const use = reaching('applied', pattern)
    await loop.recordOutcome({ ...task, ...use })
    await loop.recordOutcome({ ...task, task: 't2', result: 'failure', ...BAD })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      helpfulCount: 0,
      harmfulCount: 0,
    })
    await loop.recordOutcome({ ...task, task: 't3', result: 'failure', ...BAD })
    const harmed = (await loop.pattern(pattern, { axes: true })).axes!.evidence
    expect(harmed).toMatchObject({ harmfulCount: 0, helpfulCount: 0 })
    await loop.recordOutcome({ ...task, task: 't4', result: 'failure', ...BAD })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      harmfulCount: 1,
      harmful: { value: 1 },
    })
  })

  it.each([
    ['in order', [1, 2]],
    ['the last one first', [2, 1]],
  ])('speaks to its run by its last attempt alone, told %s', async (_, order) => {
    const { loop, pattern } = await shown()
    const attempts = {
      1: { ...task, attempt: 1, result: 'failure', ...BAD },
      2: { ...task, attempt: 2, ...reaching('applied', pattern) },
    } as const
    for (const attempt of order) await loop.recordOutcome(attempts[attempt as 1 | 2])
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      helpfulCount: 1,
      harmfulCount: 0,
    })
  })

  it('says nothing to its run when nobody saw its last attempt, and speaks again with the next', async () => {
    const { loop, pattern } = await shown()
    const counts = async () => (await loop.pattern(pattern, { axes: true })).axes!.evidence
    await loop.recordOutcome({ ...task, ...reaching('applied', pattern) })
    expect(await counts()).toMatchObject({ helpfulCount: 1 })
    await loop.recordOutcome({ ...task, attempt: 2, observedBy: 'none' })
    expect(await counts()).toMatchObject({ helpfulCount: 0, harmfulCount: 0 })
    await loop.recordOutcome({ ...task, attempt: 3, result: 'failure', ...BAD })
    expect(await counts()).toMatchObject({ helpfulCount: 0, harmfulCount: 1 })
  })

  it('speaks of the default criteria, or of those that it names, each attempt once', async () => {
    const { loop } = await shown()
    const counts = async () =>
      Object.fromEntries((await loop.criteria()).map((view) => [view.criterion, [view.helpful, view.harmful]]))
    await loop.recordOutcome(task)
    await loop.recordOutcome(task)
    expect(await counts()).toEqual({ type_safe: [1, 0], no_bugs: [1, 0], patterns: [1, 0], readable: [1, 0] })
    await loop.recordOutcome({ ...task, attempt: 2, result: 'failure', ...BAD, criteria: ['readable', 'x'] })
    expect(await counts()).toMatchObject({ type_safe: [1, 0], readable: [1, 1], x: [0, 1] })
    await loop.recordOutcome({ run: 'r2', result: 'success' })
    expect(await counts()).toMatchObject({ type_safe: [1, 0] })
  })

  it('tells how it failed', async () => {
    const { loop } = await shown()
    const failed = { ...task, result: 'failure', failureDetails: 'schema mismatch in token.ts' } as const
    expect(await loop.recordOutcome(failed)).toMatchObject({ failureMode: 'validation' })
  })

  it('is listed by its last attempt, with what its course counts as and why', async () => {
    const { loop } = await shown()
    await loop.recordOutcome({ ...task, result: 'failure', ...BAD })
    await loop.recordOutcome({ ...task, attempt: 2 })
    await loop.recordOutcome({ ...task, run: 'r2', result: 'failure', ...BAD })
    expect(await loop.tasks({ run: 'r1' })).toMatchObject([
      {
        attempts: 2,
        feedback: { type: 'helpful', reasoning: 'Fast completion (60s), 0 errors, 0 retries, succeeded' },
      },
    ])
    expect((await loop.tasks({ feedback: 'harmful' })).map(({ run }) => run)).toEqual(['r2'])
    for (const run of ['r1', 'r2']) expect(await loop.tasks({ run, limit: 1 })).toMatchObject([{ run }])
  })
})
