import { expect, it } from 'vitest'
import { bytes, duration, percent, quantity } from './numbers-text.ts'

it('counts things', () => {
  expect(quantity(1, 'pattern')).toBe('1 pattern')
  expect(quantity(0, 'pattern')).toBe('0 patterns')
  expect(quantity(1204, 'match', 'matches')).toBe('1,204 matches')
})

it.each([
  [0, '0 ms'],
  [840.4, '840 ms'],
  [1_000, '1 s'],
  [12_340, '12.3 s'],
  [59_960, '1 min'],
  [245_000, '4 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%d ms last %s', (ms, words) => expect(duration(ms)).toBe(words))

it.each([
  [512, '512 B'],
  [1_500, '1.5 kB'],
  [999_960, '1 MB'],
  [64e6, '64 MB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (size, words) => expect(bytes(size)).toBe(words))

it('knows that no share is not 0', () => {
  expect(percent(0.724)).toBe('72%')
  expect(percent(undefined)).toBe('–')
})
