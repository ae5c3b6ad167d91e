import { expect, it } from 'vitest'
import { oneLine } from './visible-text.ts'

it('makes one line of many', () => {
  expect(oneLine('  first\r\n\r\n## second\tthird\u2028fourth ')).toBe('first ## second third fourth')
})
