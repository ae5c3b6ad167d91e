import { expect, it } from 'vitest'
import { writesCode } from './role-pairs.ts'

it.each([
  [undefined, true],
  ['builder', true],
  ['code:implementation-subagent', true],
  ['plan-writer', false],
  ['builder:plan-writer', false],
])('a failed build speaks against what %s was shown: %s', (agent, expected) => {
  expect(writesCode(agent)).toBe(expected)
})
