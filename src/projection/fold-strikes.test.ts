import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { TASK_STRIKES } from './documents/task-documents.ts'

const struck = (n: number, task = 't1') =>
  fact('strike-added', { task, attempt: `fix ${n}`, reason: `red ${n}` }, { at: DAY_ZERO + n })
const cleared = (n: number, task = 't1') =>
  fact('strike-cleared', { task, by: 'ann', reason: 'another design' }, { at: DAY_ZERO + n })

const stateOf = (events: Parameters<typeof worldOf>[0]) => worldOf(events).get(TASK_STRIKES, 't1')?.state

describe('the strikes of a task', () => {
  it('tell what was tried, why it failed, and when', () => {
    expect(worldOf([struck(1), struck(2)]).get(TASK_STRIKES, 't1')?.body).toEqual({
      task: 't1',
      failed: 2,
      failures: [
        { attempt: 'fix 1', reason: 'red 1', at: DAY_ZERO + 1 },
        { attempt: 'fix 2', reason: 'red 2', at: DAY_ZERO + 2 },
      ],
      firstStrikeAt: DAY_ZERO + 1,
      lastStrikeAt: DAY_ZERO + 2,
    })
  })

  it('are out at the third, and not before', () => {
    expect(stateOf([struck(1), struck(2)])).toBe('struck')
    expect(stateOf([struck(1), struck(2), struck(3)])).toBe('out')
  })

  it('keep every failure, and how many there were', () => {
    const strikes = worldOf([struck(1), struck(2), struck(3), struck(4)]).get(TASK_STRIKES, 't1')?.body
    expect(strikes).toMatchObject({ failed: 4, firstStrikeAt: DAY_ZERO + 1 })
    expect(strikes?.failures.map(({ attempt }) => attempt)).toEqual(['fix 1', 'fix 2', 'fix 3', 'fix 4'])
  })

  it('begin again when they are cleared, and remember by whom', () => {
    const events = [struck(1), struck(2), struck(3), cleared(4)]
    expect(stateOf(events)).toBe('clear')
    expect(worldOf([...events, struck(5)]).get(TASK_STRIKES, 't1')?.body).toMatchObject({
      failed: 1,
      firstStrikeAt: DAY_ZERO + 5,
      cleared: { by: 'ann', reason: 'another design', at: DAY_ZERO + 4 },
    })
  })

  it('are those of the task alone', () => {
    expect(stateOf([struck(1), struck(2, 't2'), struck(3, 't2')])).toBe('struck')
  })

  it('are capped whatever the order, and count what failed since they were cleared', () => {
    const anyActions = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('t1', 't2'), fc.nat(20)))
    fc.assert(
      fc.property(anyActions, (actions) => {
        const events = actions.map(([isStrike, task, n]) => (isStrike ? struck(n, task) : cleared(n, task)))
        const strikes = worldOf(events).get(TASK_STRIKES, 't1')?.body
        const own = actions.filter(([, task]) => task === 't1')
        const since = own.slice(own.findLastIndex(([isStrike]) => !isStrike) + 1)
        expect(strikes?.failed ?? 0).toBe(since.length)
        expect(strikes?.failures.length ?? 0).toBe(Math.min(since.length, 20))
      }),
    )
  })
})
