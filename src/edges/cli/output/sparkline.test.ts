import { expect, it } from 'vitest'
import { sparkline } from './numbers-text.ts'

it('draws from the least to the most', () => {
  expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█')
  expect(sparkline([-10, 10])).toBe('▁█')
})

it('draws a level line in the middle, a gap as a gap, and nothing as nothing', () => {
  expect(sparkline([5, 5])).toBe('▄▄')
  expect(sparkline([1, undefined, 2])).toBe('▁ █')
  expect(sparkline([])).toBe('')
})
