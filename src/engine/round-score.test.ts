import { expect, it } from 'vitest'
import { roundScore } from './round-score.ts'

it('takes 0.1 + 0.2 for 0.3', () => {
  expect(0.1 + 0.2).toBeGreaterThan(0.3)
  expect(roundScore(0.1 + 0.2)).toBe(0.3)
})

it('keeps what differs in the tenth decimal apart', () => {
  expect(roundScore(0.3 + 1e-10)).toBeGreaterThan(0.3)
  expect(roundScore(0.3 - 1e-10)).toBeLessThan(0.3)
})
