import { expect, it } from 'vitest'
import { entryWorth } from './entry-worth.ts'

it('is the score where patterns are weighed by counts', () => {
  const shown = { pattern: 'p1', score: 0.87, tokens: 25, propensity: 1, parts: { decay: 1 } }
  expect(entryWorth(shown, 'classic')).toBe(0.87)
})

it('is the value where they are weighed by that, whether or not the receipt keeps it', () => {
  const shown = { pattern: 'p1', score: 0.05, tokens: 25, propensity: 1, parts: { value: 0.245 } }
  expect(entryWorth(shown, 'bayes')).toBe(0.245)
  expect(entryWorth({ pattern: 'p2', score: -0.008, tokens: 25, reason: 'score' }, 'bayes')).toBe(-0.04)
})
