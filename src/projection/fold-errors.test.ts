import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEvent, anyEventOf, DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact } from '../../test/worlds/facts.ts'
import { type World, worldOf } from '../../test/worlds/fold-world.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { errorStats, type TaskError } from '../engine/laws/task-errors.ts'
import { ERROR, NO_ERRORS, TASK_ERRORS } from './documents/task-documents.ts'

const MINUTE_MS = 60_000

function failed(error: string, more: Partial<PayloadOf<'error-recorded'>> = {}, minute = 0): KnownEvent {
  const payload = { error, task: 't1', type: 'validation', message: 'no such column', ...more } as const
  return fact('error-recorded', payload, { at: DAY_ZERO + minute * MINUTE_MS })
}

const fixed = (error: string, how?: string, minute = 0) =>
  fact('error-resolved', { error, ...(how === undefined ? {} : { how }) }, { at: DAY_ZERO + minute * MINUTE_MS })

const counts = (world: World, task = 't1') => {
  const { total, unresolved, byType } = world.get(TASK_ERRORS, task)?.body ?? NO_ERRORS
  return { total, unresolved, byType }
}

describe('the errors of a task', () => {
  it('are counted in all, unresolved, and by type', () => {
    const world = worldOf([failed('e1'), failed('e2', { type: 'timeout' }), failed('e3'), fixed('e1')])
    expect(counts(world)).toEqual({ total: 3, unresolved: 2, byType: { validation: 2, timeout: 1 } })
    expect(world.get(TASK_ERRORS, 't1')?.state).toBe('open')
  })

  it('keep what was said about each, and how it was fixed', () => {
    const world = worldOf([failed('e1', { tool: 'tsc' }, 1), fixed('e1', 'added the column', 2)])
    expect(world.get(ERROR, 'e1')?.body).toEqual({
      error: { error: 'e1', task: 't1', type: 'validation', message: 'no such column', tool: 'tsc' },
      run: 'r1',
      at: DAY_ZERO + MINUTE_MS,
      resolved: { at: DAY_ZERO + 2 * MINUTE_MS, how: 'added the column' },
    })
    expect(world.get(ERROR, 'e1')?.state).toBe('resolved')
    expect(world.get(TASK_ERRORS, 't1')?.state).toBe('resolved')
  })

  it('are recorded once and resolved once', () => {
    const world = worldOf([failed('e1'), failed('e1', { message: 'again' }), fixed('e1', 'a'), fixed('e1', 'b')])
    expect(counts(world)).toEqual({ total: 1, unresolved: 0, byType: { validation: 1 } })
    expect(world.get(ERROR, 'e1')?.body).toMatchObject({
      error: { message: 'no such column' },
      resolved: { how: 'a' },
    })
  })

  it('stay apart from those of other tasks, and need none', () => {
    const { task: _, ...loose } = failed('e3').payload as PayloadOf<'error-recorded'>
    const world = worldOf([failed('e1'), failed('e2', { task: 't2' }), fact('error-recorded', loose)])
    expect(counts(world)).toMatchObject({ total: 1 })
    expect(counts(world, 't2')).toMatchObject({ total: 1 })
    expect(world.get(ERROR, 'e3')?.body).toBeDefined()
  })

  it('are not resolved before they are there', () => {
    const world = worldOf([fixed('e1'), failed('e1')])
    expect(counts(world)).toMatchObject({ total: 1, unresolved: 1 })
  })

  it('can be found from the task and from the error', () => {
    expect(worldOf([failed('e1'), fixed('e1')]).subjects).toEqual([
      ['error/e1', 'task/t1'],
      ['error/e1', 'task/t1'],
    ])
  })

  it('count up to what counting them again gives, whatever the history', () => {
    const anyErrors = fc.array(fc.oneof(anyEventOf('error-recorded'), anyEventOf('error-resolved'), anyEvent), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(anyErrors, (events) => {
        const world = worldOf(events)
        const naive = countedAgain(events)
        for (const task of ['t1', 't2', 'constructor']) expect(counts(world, task)).toEqual(naive(task))
      }),
    )
  })
})

/** The same figures without a projection: every error in a map, counted when asked. */
function countedAgain(events: readonly KnownEvent[]) {
  const seen = new Map<string, TaskError & { task: string | undefined }>()
  for (const event of events) {
    if (event.type === 'error-recorded' && !seen.has(event.payload.error))
      seen.set(event.payload.error, { ...event.payload, task: event.payload.task, at: event.occurredAt })
    const known = event.type === 'error-resolved' ? seen.get(event.payload.error) : undefined
    if (known !== undefined) seen.set((event.payload as { error: string }).error, { ...known, resolved: true })
  }
  return (task: string) => errorStats([...seen.values()].filter((error) => error.task === task))
}
