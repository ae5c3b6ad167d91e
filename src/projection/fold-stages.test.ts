import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { PATTERN_STAGES, type StagesRecord } from './documents/task-documents.ts'

const DAY_MS = 86_400_000
const on = (day: number, run = `r${day}`) => ({ at: DAY_ZERO + day * DAY_MS, run })
const person = {
  pattern: 'p1',
  by: 'ann',
  reason: 'seen in review',
  axes: ['lifecycle', 'maturity'] as ('lifecycle' | 'maturity')[],
}
const harm = (day: number) =>
  fact('feedback-given', { subject: 'pattern', id: 'p1', type: 'harmful', weight: 1, by: 'ann' }, on(day))

/** `day stage` for each step of a pattern. */
function stepsOf(events: readonly KnownEvent[], pattern = 'p1'): string[] {
  const { steps } = worldOf(events).get(PATTERN_STAGES, pattern)!.body as StagesRecord
  return steps.map(({ at, stage }) => `${(at - DAY_ZERO) / DAY_MS} ${stage}`)
}

describe('the stages of a pattern', () => {
  it('follow from its sightings and from what people decide', () => {
    const promoted = fact('pattern-promoted', person, on(3))
    const deprecated = fact('pattern-deprecated', person, on(4))
    expect(stepsOf([sighting(on(0)), sighting(on(1)), sighting(on(2)), promoted, deprecated])).toEqual([
      '0 observed',
      '1 candidate',
      '2 verified',
      '3 proven',
      '4 deprecated',
    ])
  })

  it('put what takes it out of sight before how far it had come', () => {
    const seen = [0, 1, 2].map((day) => sighting(on(day)))
    const { axes: _, ...decision } = person
    const aside = fact('pattern-quarantined', { ...decision, released: false }, on(3))
    const merged = fact('pattern-merged', { ...decision, into: 'p2' }, on(4))
    expect(stepsOf([...seen, aside, merged]).slice(-3)).toEqual(['2 verified', '3 quarantined', '4 merged'])
  })

  it('are noted when they change, and not at every fact', () => {
    expect(stepsOf([1, 2, 3, 4, 5, 6].map((day) => sighting(on(day))))).toHaveLength(3)
  })

  it('hold the day on which it fell idle, though nothing happened on it', () => {
    expect(stepsOf([sighting(on(0)), sighting(on(100))])).toEqual([
      '0 observed',
      '60 deprecated',
      '100 candidate',
    ])
  })

  it('show what turns into a warning, and the warning as another pattern', () => {
    const events = [sighting(on(0)), ...[1, 2, 3, 4, 5].map(harm)]
    expect(stepsOf(events).at(-1)).toMatch(/ inverted$/)
    expect(stepsOf(events, 'anti-p1')).toEqual(['3 candidate'])
  })

  it('do not go back in time when something is told late', () => {
    expect(stepsOf([sighting(on(5)), sighting(on(1))])).toEqual(['5 observed', '5 candidate'])
  })
})
