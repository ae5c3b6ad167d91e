import { expect, it } from 'vitest'
import { percent } from '../../domain/numbers.ts'

it.each([
  [5, 7, 71],
  [12, 15, 80],
  [23, 40, 58],
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
  [0, 3, 0],
  [0, 0, 0],
])('calls %i of %i %i percent', (part, whole, expected) => {
  expect(percent(part, whole)).toBe(expected)
})
