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

it('names no difference while its interval rules nothing out', () => {
  expect(differenceIn(-1, 1)).toBe('too early to tell')
  expect(differenceIn(-0.3, 0.6)).toBe('+20 points (95% interval -30 to +60)')
})
