import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { outcome } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { TASK, type TaskRecord } from './fold-tasks.ts'

const COURSE = { task: 't1', durationMs: 180_000, errorCount: 0, retryCount: 0 }
const taskAfter = (...events: KnownEvent[]) => worldOf(events).get(TASK, 'r1/t1')?.body as TaskRecord | undefined

describe('a task', () => {
  it('is kept with its feedback and the reasoning behind it', () => {
    const world = worldOf([outcome({ ...COURSE, strategy: 'file-based', files: ['a.ts'] })])
    expect(world.get(TASK, 'r1/t1')).toMatchObject({ state: 'helpful', rank: DAY_ZERO })
    expect(world.get(TASK, 'r1/t1')?.body).toMatchObject({
      attempts: 1,
      strategy: 'file-based',
      files: ['a.ts'],
      feedback: {
        type: 'helpful',
        strength: 1,
        reasoning: 'Fast completion (180s), 0 errors, 0 retries, succeeded',
      },
    })
    expect(world.subjects.at(-1)).toContain('task/r1/t1')
  })

  it('is its last attempt, in whatever order they arrive', () => {
    const first = outcome({ ...COURSE, result: 'failure', failureDetails: 'tests timeout' })
    const second = outcome({ ...COURSE, attempt: 2 })
    for (const order of [
      [first, second],
      [second, first],
    ])
      expect(taskAfter(...order)).toMatchObject({ attempts: 2, attempt: 2, result: 'success' })
    expect(taskAfter(first)).toMatchObject({ failureMode: 'timeout', failureDetails: 'tests timeout' })
  })

  it('says nothing when nobody saw how it ended', () => {
    const world = worldOf([outcome({ ...COURSE, observedBy: 'none' })])
    expect(world.get(TASK, 'r1/t1')?.state).toBe('unknown')
    expect(world.get(TASK, 'r1/t1')?.body).toMatchObject({ feedback: undefined })
  })

  it('is none where the outcome is of the whole run', () => {
    expect(taskAfter(outcome())).toBeUndefined()
  })
})
