import { describe, expect, it } from 'vitest'
import { forgotten, NOTHING_KEPT } from '../../../test/worlds/forgotten.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { totals } from '../facts/cached-lists.ts'

const outcome = { run: 'r1', task: 't1', result: 'success', durationMs: 1_000, retryCount: 0 } as const
const error = { task: 't1', message: 'no such column' }
const strike = { task: 't1', attempt: 'add it', reason: 'no such table' }

describe('the outcome of a task', () => {
  it('counts the errors that were recorded, and says that it did', async () => {
    const loop = testLoop()
    for (let i = 0; i < 3; i++) await loop.recordError(error)
    expect((await loop.recordOutcome(outcome)).errorCount).toBe(3)
    const [recorded] = await loop.events('outcome-recorded')
    expect(recorded?.payload).toMatchObject({ errorCount: 3, assumed: ['errorCount'] })
  })

  it('counts resolved errors, and only those of the task', async () => {
    const loop = testLoop()
    const { error: id } = await loop.recordError(error)
    await loop.resolveError({ error: id })
    await loop.recordError({ ...error, task: 't2' })
    expect((await loop.recordOutcome(outcome)).errorCount).toBe(1)
  })

  it('believes the count that it was given, and makes none up', async () => {
    const loop = testLoop()
    await expect(loop.recordOutcome(outcome)).rejects.toThrow('lacks --errors (errorCount)')
    await loop.recordError(error)
    expect((await loop.recordOutcome({ ...outcome, errorCount: 0 })).errorCount).toBe(0)
    const [recorded] = await loop.events('outcome-recorded')
    expect(recorded?.payload.assumed).toBeUndefined()
  })

  it('stays the same outcome when it is told again after another error', async () => {
    const loop = testLoop()
    await loop.recordError(error)
    await loop.recordOutcome(outcome)
    await loop.recordError(error)
    expect(await loop.recordOutcome(outcome)).toMatchObject({ duplicate: true, errorCount: 1 })
  })

  it('stays the same outcome when it is told again after its words went into the archive', async () => {
    const loop = testLoop({ retention: NOTHING_KEPT })
    await loop.recordError(error)
    await loop.recordOutcome(outcome)
    await forgotten(loop)
    await loop.recordError(error)
    expect(await loop.recordOutcome(outcome)).toMatchObject({
      duplicate: true,
      errorCount: 1,
      settled: { errors: 0 },
    })
    expect(await loop.errors()).toHaveLength(1)
  })

  it('wipes the strikes and resolves the errors of the task when it is a success, with the reason', async () => {
    const loop = testLoop()
    await loop.recordError(error)
    await loop.recordStrike(strike)
    await loop.recordStrike({ ...strike, task: 't2' })
    await loop.recordOutcome(outcome)
    expect(await loop.errors()).toEqual([])
    expect(await loop.strikes()).toMatchObject([{ task: 't2' }])
    expect(await loop.strikesOf('t1')).toMatchObject({
      cleared: { by: 'mettle', reason: 'The task succeeded in run r1.' },
    })
  })

  it.each([{ result: 'failure' }, { result: 'partial' }, { observedBy: 'none' }] as const)(
    'settles nothing with %j',
    async (other) => {
      const loop = testLoop()
      await loop.recordError(error)
      await loop.recordStrike(strike)
      await loop.recordOutcome({ ...outcome, ...other })
      expect(await loop.errors()).toHaveLength(1)
      expect(await loop.strikes()).toHaveLength(1)
    },
  )

  it('is listed by its run, however many tasks that run and later ones have', async () => {
    const loop = testLoop()
    const course = { ...outcome, errorCount: 0 }
    for (let task = 0; task < 205; task++)
      await loop.recordOutcome({ ...course, task: `t${task}`, occurredAt: 1_000 + task })
    await loop.recordOutcome({ ...course, run: 'r10' })
    const all = await loop.tasks({ run: 'r1' })
    expect([all.length, all[0]?.task, totals.get(all)]).toEqual([205, 't204', 205])
    const some = await loop.tasks({ run: 'r1', limit: 3 })
    expect([some.length, totals.get(some)]).toEqual([3, 205])
  })

  it('settles nothing more when it is told again', async () => {
    const loop = testLoop()
    const course = { ...outcome, errorCount: 0 }
    await loop.recordOutcome(course)
    await loop.recordError(error)
    await loop.recordStrike(strike)
    expect((await loop.recordOutcome(course)).duplicate).toBe(true)
    expect(await loop.errors()).toHaveLength(1)
    expect(await loop.strikes()).toHaveLength(1)
  })
})
