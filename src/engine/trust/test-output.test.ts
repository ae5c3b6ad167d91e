import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { readTestOutput } from '../text/shown-output.ts'

describe('test output', () => {
  it.each([
    ['===== 3 passed, 1 failed in 0.12s =====', { passed: 3, failed: 1 }],
    ['===== 3 passed, 2 xfailed in 0.12s =====', { passed: 3 }],
    ['Tests:       1 failed, 3 passed, 4 total', { passed: 3, failed: 1 }],
    ['  5 passing (20ms)\n  2 failing', { passed: 5, failed: 2 }],
    ['test result: ok. 4 passed; 0 failed; 0 ignored', { passed: 4, failed: 0 }],
    [' Test Files  2 passed (2)\n      Tests  91 passed (91)', { passed: 91 }],
    ['5 examples, 1 failure', { failed: 1 }],
    ['src/a.py   10  1  90%\nTOTAL   1200    96    92%', { coveragePercent: 92 }],
    ['All files |   85.71 |    70 |  80', { coveragePercent: 85.71 }],
    ['Coverage: 81.5 %', { coveragePercent: 81.5 }],
    ['coverage: 400%', {}],
    ['done', {}],
  ])('%j', (text, expected) => {
    expect(readTestOutput(text)).toEqual(expected)
  })

  it('never throws, and stays linear', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readTestOutput(text)))
    for (const unit of ['1', '1 ', 'TOTAL\n', 'TOTAL 1 ', 'coverage ', 'All files ', '\n'])
      expect(
        growth(80_000, (length) => readTestOutput(unit.repeat(length))),
        unit,
      ).toBeLessThan(LINEAR)
  })
})
