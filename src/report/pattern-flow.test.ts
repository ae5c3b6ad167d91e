import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { STAGES } from '../engine/standing/axes.ts'
import { patternFlow, type Way } from './pattern-flow.ts'

const DAY_MS = 86_400_000
const START = Math.floor(DAY_ZERO / DAY_MS) * DAY_MS
const on = (day: number) => START + day * DAY_MS + 1

const GROWN: Way = [
  { at: on(0), stage: 'observed' },
  { at: on(1), stage: 'candidate' },
  { at: on(3), stage: 'proven' },
]
const RETIRED: Way = [
  { at: on(2), stage: 'observed' },
  { at: on(3), stage: 'deprecated' },
]

describe('the flow of patterns', () => {
  it('counts each pattern once a day, where it stood at the end of it', () => {
    const { days } = patternFlow([GROWN, RETIRED], on(3), 4)
    const told = days.map(({ from, stages }) => [
      (from - START) / DAY_MS,
      ...STAGES.flatMap((stage) => (stages[stage] === 0 ? [] : [`${stages[stage]} ${stage}`])),
    ])
    expect(told).toEqual([
      [0, '1 observed'],
      [1, '1 candidate'],
      [2, '1 observed', '1 candidate'],
      [3, '1 proven', '1 deprecated'],
    ])
  })

  it('counts the moves of these days alone, and new ones as coming from nowhere', () => {
    expect(patternFlow([GROWN, RETIRED], on(3), 2).moves).toEqual([
      { to: 'observed', count: 1 },
      { from: 'observed', to: 'deprecated', count: 1 },
      { from: 'candidate', to: 'proven', count: 1 },
    ])
  })

  it('loses nobody: who has begun stands somewhere every day', () => {
    const anyWay = fc
      .array(fc.record({ day: fc.nat(30), stage: fc.constantFrom(...STAGES) }), {
        minLength: 1,
        maxLength: 8,
      })
      .map((steps) =>
        [...steps].sort((a, b) => a.day - b.day).map(({ day, stage }) => ({ at: on(day), stage })),
      )
    fc.assert(
      fc.property(fc.array(anyWay, { maxLength: 8 }), (ways) => {
        for (const { from, stages } of patternFlow(ways, on(30), 31).days) {
          const begun = ways.filter(([first]) => first!.at < from + DAY_MS).length
          expect(Object.values(stages).reduce((sum, count) => sum + count, 0)).toBe(begun)
        }
      }),
    )
  })
})
