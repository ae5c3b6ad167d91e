import { expect, it } from 'vitest'
import { counted } from './standing-words.ts'

it.each([
  [1, 'success', '1 success'],
  [2, 'success', '2 successes'],
  [0.25, 'success', '0.25 successes'],
  [0, 'day', '0 days'],
  [1, 'day', '1 day'],
  [3, 'more sighting', '3 more sightings'],
])('counts %d %s as %j', (n, noun, expected) => {
  expect(counted(n, noun)).toBe(expected)
})
