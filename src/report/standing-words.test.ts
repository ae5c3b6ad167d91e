import { expect, it } from 'vitest'
import type { Standing } from '../engine/standing/standing.ts'
import { evidenceRows } from './standing-words.ts'

const NOTHING = {
  applied: { runs: 0, succeeded: 0 },
  shown: { runs: 3, successes: 1 },
  withheld: { runs: 1, successes: 1 },
}
const differenceIn = (low: number, high: number) => {
  const evidence = { ...NOTHING, difference: { estimate: 0.2, low, high } } as Standing['evidence']
  return evidenceRows({ evidence }).find(([name]) => name === 'difference')?.[2]
}

it('names no difference while its interval rules out less than half of what is possible', () => {
  expect(differenceIn(-1, 1)).toBe('too early to tell')
  expect(differenceIn(-0.81, 1)).toBe('too early to tell')
  expect(differenceIn(-0.3, 0.6)).toBe('+20 points (95% interval -30 to +60)')
})

it('leaves a difference that says nothing out where it is known how often the mistake came back', () => {
  const rate = (opportunities: number, relapses: number) => ({ opportunities, relapses })
  const relapse = { drop: 0.6, shown: rate(18, 3), withheld: rate(6, 5) }
  const evidence = { ...NOTHING, relapse, difference: { estimate: 0.5, low: -0.8, high: 1 } }
  const names = evidenceRows({ evidence: evidence as unknown as Standing['evidence'] }).map(([name]) => name)
  expect(names).toEqual([
    'were shown it, by a random draw',
    'were not shown it, by the same draw',
    'were shown it, and could repeat its mistake',
    'were not shown it, and could repeat it',
  ])
})
