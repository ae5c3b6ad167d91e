import { expect, it } from 'vitest'
import { confirmedLevel } from './confirm-output.ts'

const OUTPUT = '```\n$ npm test\n3 failed\n```\n'
const PLACE = 'In src/a.ts:4 `close()` is missing.'
const changedFiles = ['src/a.ts']
const record = { command: 'npm test', passed: false }
const held = (text: string, trusted: boolean, records = [record]) =>
  confirmedLevel({ text, changedFiles }, { trusted, records })

it('output is of level 1 when its role is trusted or a record confirms it', () => {
  expect(held(OUTPUT, true, []).level).toBe(1)
  expect(held(OUTPUT, false)).toEqual({
    level: 1,
    reason: 'shows execution output: test summary, as npm test of the run printed it',
  })
})

it('else the text stands on its citations', () => {
  expect(held(OUTPUT, false, []).level).toBe(3)
  expect(held(`${OUTPUT}${PLACE}`, false, [])).toEqual({
    level: 2,
    reason: 'shows execution output: test summary, which no record of the run confirms',
  })
})

it('one output that is confirmed is enough, in whichever place', () => {
  expect(held(`${OUTPUT.replace('3', '9').replace('npm', 'pnpm')}\n${OUTPUT}`, false).level).toBe(1)
})

it('a text without output is judged by its words', () => {
  expect(held(PLACE, false).level).toBe(2)
  expect(held('I ran it and it failed.', true).level).toBe(3)
})
