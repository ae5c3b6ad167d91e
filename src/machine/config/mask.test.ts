import { expect, it } from 'vitest'
import { printable } from './settings-file.ts'

it('shows of a secret only that it is set', () => {
  expect(printable('store.url', 'postgres://someone:password@host')).toBe('********')
  expect(printable('store.url', '')).toBe('')
  expect(printable('organisation', 'team')).toBe('team')
})
