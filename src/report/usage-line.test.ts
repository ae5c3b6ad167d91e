import { expect, it } from 'vitest'
import { type Application, successRate } from '../engine/standing/success-rate.ts'
import { flagWord, usageLine } from './wording.ts'

const applied: Application = { status: 'applied', verified: true }

it.each([
  ['in no iteration yet: UNTESTED', []],
  ['applied in 0 of 1 iteration that saw it: UNTESTED', [{ status: 'injected' as const }]],
  ['applied in 1 of 1 iteration that saw it, success rate 1.00 (high)', [applied]],
  [
    'applied in 2 of 3 iterations that saw it, success rate 0.33 (low), flag REVIEW',
    [applied, { ...applied, verified: false }, { status: 'injected' as const }],
  ],
  [
    'applied in 1 of 1 iteration that saw it, success rate 0.25, weighed by the goal (low), flag REVIEW',
    [{ ...applied, goalSuccess: false }],
  ],
  [
    'applied in 5 of 25 iterations that saw it, success rate 0.20 (low), flag PRUNE for want of use: shown often and seldom applied, and where it is applied it holds',
    [...Array<Application>(5).fill(applied), ...Array<Application>(20).fill({ status: 'injected' })],
  ],
])('says: %s', (line, rows) => {
  expect(usageLine(successRate(rows))).toBe(line)
})

it('is told in a column apart from a pattern that fails', () => {
  const shown = (times: number) => Array<Application>(times).fill({ status: 'injected' })
  const failed: Application = { ...applied, verified: false }
  expect(flagWord(successRate([...Array<Application>(5).fill(applied), ...shown(20)]))).toBe(
    'PRUNE, seldom used',
  )
  expect(flagWord(successRate([applied, ...Array<Application>(24).fill(failed)]))).toBe('PRUNE')
  expect(flagWord(successRate([applied]))).toBe('')
})
