import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVERSION, inversion } from './inversion.ts'

const record = (successes: number, failures: number, content = 'Split by file type') => ({
  content,
  kind: 'pattern' as const,
  successes,
  failures,
})

describe('inversion', () => {
  it('turns a pattern that failed 5 of 7 times into a warning', () => {
    const verdict = inversion(record(2, 5))
    expect(verdict).toMatchObject({
      inverts: true,
      observations: 7,
      content: 'AVOID: Split by file type. Failed 5/7 times (71% failure rate)',
      reason: 'Failed 5/7 times (71% failure rate)',
    })
    expect(verdict.failureShare).toBeCloseTo(0.7143, 4)
  })

  it.each([
    [0, 0, false],
    [0, 2, false],
    [0, 3, true],
    [1, 2, true],
    [2, 1, false],
    [2, 3, true],
    [4, 6, true],
    [41, 59, false],
    [40, 60, true],
    [12, 18, true],
  ])('with %i successes and %i failures: %s', (successes, failures, inverts) => {
    expect(inversion(record(successes, failures)).inverts).toBe(inverts)
  })

  it('says nothing of a pattern that does not invert', () => {
    expect(inversion(record(3, 1))).toEqual({ inverts: false, failureShare: 0.25, observations: 4 })
    expect(inversion(record(0, 0))).toEqual({ inverts: false, failureShare: 0, observations: 0 })
  })

  it('does not invert a warning', () => {
    expect(inversion({ ...record(0, 9), kind: 'anti_pattern' }).inverts).toBe(false)
  })

  it.each([
    'AVOID: mocks',
    'avoid: mocks',
    'Do not: mocks',
    'DO NOT:mocks',
    'Never:  mocks',
    ' AVOID: NEVER: mocks',
    'mocks.',
    ' mocks ',
  ])('takes %j for the advice to use mocks', (content) => {
    expect(inversion(record(0, 3, content)).content).toBe('AVOID: mocks. Failed 3/3 times (100% failure rate)')
  })

  it('keeps such words inside the advice', () => {
    expect(inversion(record(0, 3, 'Cache, but never: tokens')).content).toContain('Cache, but never: tokens.')
    expect(inversion(record(0, 3, 'Never mock')).content).toContain('AVOID: Never mock.')
  })

  it('takes its limits and its prefix from the policy', () => {
    const policy = {
      ...INVERSION,
      minObservations: 1,
      failureRatioThreshold: 0.9,
      antiPatternPrefix: 'NOT: ',
    }
    expect(inversion(record(0, 1, 'mocks'), policy).content).toMatch(/^NOT: mocks\. /)
    expect(inversion(record(1, 8), policy).inverts).toBe(false)
  })

  it('needs an observation under any policy', () => {
    const policy = { ...INVERSION, minObservations: 0, failureRatioThreshold: 0 }
    expect(inversion(record(0, 0), policy).inverts).toBe(false)
  })
})

describe('laws', () => {
  const counts = [fc.nat(500), fc.nat(500)] as const

  it('keeps the share between 0 and 1', () => {
    fc.assert(
      fc.property(...counts, (successes, failures) => {
        const { failureShare } = inversion(record(successes, failures))
        expect(failureShare).toBeGreaterThanOrEqual(0)
        expect(failureShare).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('stays inverted by one more failure', () => {
    fc.assert(
      fc.property(...counts, (successes, failures) => {
        fc.pre(inversion(record(successes, failures)).inverts)
        expect(inversion(record(successes, failures + 1)).inverts).toBe(true)
      }),
    )
  })

  it('agrees with whole numbers: 10 x failures >= 6 x observations', () => {
    fc.assert(
      fc.property(...counts, (successes, failures) => {
        const total = successes + failures
        const { inverts } = inversion(record(successes, failures))
        expect(inverts).toBe(total >= 3 && 10 * failures >= 6 * total)
      }),
    )
  })
})
