import { expect, it } from 'vitest'
import { trackRecord } from './success-rate.ts'

it.each([
  [5, 0, '5x validated'],
  [3, 2, '3x validated'],
  [1, 0, '1x validated'],
  [1, 3, '-2 net, 3x ignored'],
  [0, 1, '-1 net, 1x ignored'],
  [2, 2, '-0 net, 2x ignored'],
  [0, 0, 'score:0.42'],
])('%d successes and %d ignores read %s', (successes, ignoreCount, label) => {
  expect(trackRecord({ score: 0.42, successes, ignoreCount })).toBe(label)
})

it('shows a score with two decimals', () => {
  expect(trackRecord({ score: 1, successes: 0, ignoreCount: 0 })).toBe('score:1.00')
  expect(trackRecord({ score: 0.8667, successes: 0, ignoreCount: 0 })).toBe('score:0.87')
})
