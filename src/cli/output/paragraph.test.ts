import { expect, it } from 'vitest'
import { columns, wrap } from './paragraph.ts'

it('breaks between words only', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree')
  expect(wrap('incomprehensible', 5)).toBe('incomprehensible')
})

it('wraps a meaning beside its term', () => {
  expect(columns([['-a', 'one two three four five six']], 32)).toBe(
    '  -a  one two three four five\n      six\n',
  )
})
