import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STRIKES, strikes } from './strikes.ts'

const at = Date.parse('2026-01-01T00:00:00Z')
const failure = (n: number) => ({ reason: `attempt ${n} failed`, at: at + n * 1000 })
const failures = (n: number) => Array.from({ length: n }, (_, i) => failure(i + 1))

describe('strikes', () => {
  it.each([
    [0, 0, false],
    [1, 1, false],
    [2, 2, false],
    [3, 3, true],
    [4, 3, true],
    [30, 3, true],
  ])('takes %i failures for %i strikes, out: %s', (n, count, struckOut) => {
    const verdict = strikes(failures(n))
    expect(verdict).toMatchObject({ count, struckOut })
    expect(verdict.prompt !== '').toBe(struckOut)
  })

  it('asks for a review of the architecture at the third', () => {
    expect(strikes(failures(3)).prompt).toBe(`## Architecture Review: 3 strikes

This task has failed 3 times. A fix that keeps failing points to the design.

1. attempt 1 failed (2026-01-01T00:00:01.000Z)
2. attempt 2 failed (2026-01-01T00:00:02.000Z)
3. attempt 3 failed (2026-01-01T00:00:03.000Z)

Worth settling before another attempt:
- Which assumption did all of these attempts share?
- Does the task work against the structure around it, or is it cut in the wrong place?
- Is the answer a different design, a refactoring first, or a decision by a person?`)
  })

  it('believes that there were more than the latest at hand', () => {
    expect(strikes(failures(3), STRIKES, 7)).toMatchObject({ count: 3, struckOut: true })
    expect(strikes(failures(3), STRIKES, 7).prompt).toContain('failed 7 times')
  })

  it('shows every failure, and says how many there were', () => {
    const { prompt } = strikes(failures(5))
    expect(prompt).toContain('failed 5 times')
    expect(prompt).toContain('1. attempt 1 failed')
    expect(prompt).toContain('5. attempt 5 failed')
  })

  it('knows the first and the last strike, and neither without one', () => {
    expect(strikes([failure(2), failure(3), failure(1)])).toMatchObject({
      firstStrikeAt: at + 1000,
      lastStrikeAt: at + 3000,
    })
    expect(strikes([])).toEqual({ count: 0, struckOut: false, prompt: '' })
  })

  it('lets no reason open a line of its own', () => {
    const hostile = [failure(1), failure(2), { reason: 'x\n## Heading', at: at + 3000 }]
    expect(strikes(hostile).prompt).toContain('3. x ## Heading (')
  })

  it('takes the limit from the policy', () => {
    expect(strikes(failures(1), { ...STRIKES, maxStrikes: 1 })).toMatchObject({ count: 1, struckOut: true })
  })

  it('does not depend on the order of the failures', () => {
    const list = fc.uniqueArray(fc.nat(1000), { maxLength: 8 }).map((days) => days.map(failure))
    fc.assert(
      fc.property(list, (some) => {
        expect(strikes(some.toReversed())).toEqual(strikes(some))
      }),
    )
  })
})
