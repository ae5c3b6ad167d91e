import { expect, it } from 'vitest'
import { countingIds, fixedClock } from './testing.ts'

it('keeps the time still until it is moved', () => {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  expect([clock(), clock()]).toEqual([Date.parse('2026-01-01'), Date.parse('2026-01-01')])
  clock.advance(5)
  expect(clock()).toBe(Date.parse('2026-01-01') + 5)
})

it('counts ids from the beginning, each source for itself', () => {
  const [first, second] = [countingIds(), countingIds('run')]
  expect([first(), first(), second()]).toEqual(['id-0001', 'id-0002', 'run-0001'])
})
