import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHistory, anyTellingEvent, anyTime, anyUnknownEvent, DAY_ZERO } from '../../test/worlds/any-event.ts'
import {
  acknowledged,
  cited,
  fact,
  merged,
  outcome,
  receipt,
  reverted,
  review,
  reworked,
  verdict,
} from '../../test/worlds/facts.ts'
import type { KnownEvent } from './read-event.ts'
import { becameOf, evolveRun, isAbove, type Run } from './run.ts'

const fold = (events: readonly KnownEvent[]) =>
  events.reduce<Run | undefined>((state, event) => evolveRun(state, event, 1), undefined)
const at = (seconds: number) => ({ at: DAY_ZERO + seconds * 1_000 })

describe('a run', () => {
  it('takes any event without failing', () => {
    fc.assert(fc.property(anyHistory, (history) => void fold(history)))
  })

  it('only moves its times for an event that says nothing about runs', () => {
    fc.assert(
      fc.property(anyHistory, anyUnknownEvent, anyTime, (history, event, time) => {
        const run = fold([...history, outcome({}, { at: time })])!
        const { firstAt, lastAt } = run
        const later = evolveRun(run, event, 7)
        const times = {
          firstAt: Math.min(firstAt, event.occurredAt),
          lastAt: Math.max(lastAt, event.occurredAt),
        }
        expect(later).toEqual({ ...run, ...times })
        if (times.firstAt === firstAt && times.lastAt === lastAt) expect(later).toBe(run)
      }),
    )
  })

  it('comes out the same in whatever order its facts arrive', () => {
    const facts = fc
      .uniqueArray(anyTellingEvent, { maxLength: 12, selector: (event) => event.occurredAt })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(facts, ([list, other]) => {
        if (list.length > 0) expect({ ...fold(other), id: '' }).toEqual({ ...fold(list), id: '' })
      }),
      { numRuns: 500 },
    )
  })

  it('keeps the number that it was given first', () => {
    expect(evolveRun(evolveRun(undefined, outcome(), 4), merged(), 9).number).toBe(4)
  })

  it('counts errors and builds', () => {
    const error = fact('error-recorded', { error: 'x', type: 'timeout', message: 'late' })
    const build = (passed: boolean) => fact('build-finished', { passed })
    expect(fold([error, error, build(true), build(false), build(false)])).toMatchObject({
      errors: 2,
      builds: { passed: 1, failed: 2 },
    })
  })
})

describe('a tier', () => {
  it('climbs from shown to cited to applied, and never back', () => {
    expect(fold([receipt(['p1', 'p2'])])?.tiers).toEqual({ p1: 'shown', p2: 'shown' })
    expect(fold([receipt(['p1', 'p2']), acknowledged('p1')])?.tiers).toEqual({ p1: 'cited', p2: 'shown' })
    const applied = [receipt(['p1']), cited('p1', true), acknowledged('p1'), receipt(['p1'])]
    expect(fold(applied)).toMatchObject({ tiers: { p1: 'applied' }, receipts: 2 })
  })

  it('is not climbed by a citation that does not hold', () => {
    expect(fold([receipt(['p1']), cited('p1', false)])?.tiers).toEqual({ p1: 'shown' })
  })

  it('waits for the receipt: a pattern that was never shown has none', () => {
    const claimed = fold([acknowledged('p1'), cited('p1', true), acknowledged('p2')])
    expect(claimed).toMatchObject({ tiers: {}, claims: { p1: 'applied', p2: 'cited' } })
    expect(evolveRun(claimed, receipt(['p1']), 1)).toMatchObject({
      tiers: { p1: 'applied' },
      claims: { p2: 'cited' },
    })
  })

  it('is kept for a pattern with the name of an object member', () => {
    expect(fold([receipt(['constructor']), acknowledged('constructor')])?.tiers).toEqual({
      constructor: 'cited',
    })
  })

  it('is above the ones before it', () => {
    const order = [undefined, 'shown', 'cited', 'applied'] as const
    for (const [i, tier] of order.entries())
      for (const [j, other] of order.entries()) expect(isAbove(tier, other)).toBe(i > j)
  })
})

describe('an outcome', () => {
  it('of the whole run holds against those of its tasks, whichever comes last', () => {
    const whole = outcome({ result: 'failure' }, at(1))
    const task = outcome({ task: 't1' }, at(2))
    expect(fold([whole, task])?.outcome).toMatchObject({ result: 'failure', whole: true })
    expect(fold([task, whole])?.outcome).toMatchObject({ result: 'failure', whole: true })
  })

  it('that nobody observed is unknown, and takes the place of none that was', () => {
    const unseen = outcome({ observedBy: 'none' }, at(9))
    expect(fold([unseen])?.outcome?.result).toBe('unknown')
    expect(fold([outcome({ task: 't1' }, at(1)), unseen])?.outcome?.result).toBe('success')
    expect(fold([unseen, outcome({ task: 't1' }, at(1))])?.outcome?.result).toBe('success')
  })

  it('of the later task holds', () => {
    const early = outcome({ task: 't1', result: 'failure' }, at(1))
    const late = outcome({ task: 't2' }, at(2))
    expect(fold([early, late])?.outcome?.result).toBe('success')
    expect(fold([late, early])?.outcome?.result).toBe('success')
  })
})

describe('late truth', () => {
  it('takes a merge back for good', () => {
    expect(fold([merged(at(1))])?.merge).toEqual({ kept: true, at: at(1).at })
    for (const order of [
      [merged(at(1)), reverted(at(2))],
      [reverted(at(2)), merged(at(1))],
    ])
      expect(fold(order)?.merge).toEqual({ kept: false, at: at(2).at })
  })

  it('is that a revert holds against rework, and rework against kept, whichever is told first', () => {
    const facts = [merged(at(1)), reworked(at(2)), reverted(at(3))]
    const arbitrary = fc
      .subarray(facts)
      .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })))
    fc.assert(
      fc.property(arbitrary, ([some, shuffled]) => {
        const strongest = ['run-reverted', 'run-reworked', 'run-merged'].find((type) =>
          some.some((event) => event.type === type),
        )
        const became = {
          'run-reverted': 'reverted',
          'run-reworked': 'reworked',
          'run-merged': 'kept',
        }
        if (strongest !== undefined) expect(becameOf(fold(shuffled)!)).toBe(became[strongest as keyof typeof became])
      }),
    )
    expect(becameOf(fold([outcome()])!)).toBeUndefined()
  })

  it('of a review is gone when that review is dismissed, whichever is told first', () => {
    const asked = review('changes_requested', at(2))
    const dismissed = review('dismissed', at(3))
    const of = (...events: KnownEvent[]) => becameOf(fold(events)!)
    expect([of(asked), of(asked, dismissed), of(dismissed, asked), of(dismissed)]).toEqual([
      'reworked',
      undefined,
      undefined,
      undefined,
    ])
    expect(of(merged(), asked, dismissed)).toBe('kept')
    expect(of(asked, dismissed, review('changes_requested', { review: '81' }))).toBe('reworked')
    expect(of(reworked({ commit: '80' }), dismissed)).toBe('reworked')
  })

  it('told twice is one', () => {
    const told = [reworked(), reworked(), review('changes_requested'), review('changes_requested')]
    expect(fold(told)?.rework).toEqual({ commits: ['3f2a91c'], asked: ['80'], dismissed: [] })
  })

  it('counts a PASS only on evidence of level 1 or 2', () => {
    expect(fold([verdict('PASS', 1, at(1)), verdict('PASS', 2, at(3))])?.passedAt).toBe(at(3).at)
    expect(fold([verdict('PASS', 3), verdict('FAIL', 1)])?.passedAt).toBeUndefined()
  })

  it('remembers what was held up by name, once', () => {
    const held = fact('pattern-reinforced', { pattern: 'p2', evidenceLevel: 1 })
    expect(fold([held, held])?.reinforced).toEqual(['p2'])
  })
})
