import { expect, it } from 'vitest'
import { columns, hanging, wrap } from './display-width.ts'

it('breaks between words only', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree')
  expect(wrap('incomprehensible', 5)).toBe('incomprehensible')
})

it('wraps a meaning beside its term', () => {
  expect(columns([['-a', 'one two three four five six']], 32)).toBe('  -a  one two three four five\n      six\n')
})

it('lets a line go on below itself, and leaves it whole in a pipe', () => {
  const words = 'one two three four five six seven'
  expect(hanging(words, 4, 28)).toBe('one two three four five\n    six seven')
  expect(hanging(words, 4, undefined)).toBe(words)
})
