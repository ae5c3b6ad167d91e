import { describe, expect, it } from 'vitest'
import { readAcknowledgement } from './restated-patterns.ts'

describe('an acknowledgement', () => {
  it('names patterns, with the places that show them', () => {
    const message = `Done.
LEARNINGS_ACKNOWLEDGED
Applied: "Check token expiry" -> [checked first at src/foo.ts:10]
- Applied: “Use named exports” → [src/a.ts:3-5 and src/b.ts:7]
* **Applied**: p-4254 --> see Makefile:2`
    expect(readAcknowledgement(message)).toEqual({
      acknowledged: true,
      applied: [
        {
          summary: 'Check token expiry',
          evidence: 'checked first at src/foo.ts:10',
          citations: [{ file: 'src/foo.ts', line: 10 }],
        },
        {
          summary: 'Use named exports',
          evidence: 'src/a.ts:3-5 and src/b.ts:7',
          citations: [
            { file: 'src/a.ts', line: 3 },
            { file: 'src/b.ts', line: 7 },
          ],
        },
        { summary: 'p-4254', evidence: 'see Makefile:2', citations: [{ file: 'Makefile', line: 2 }] },
      ],
    })
  })

  it('may say that none applied, and why', () => {
    expect(readAcknowledgement('LEARNINGS_ACKNOWLEDGED: no_learnings (only a typo)')).toEqual({
      acknowledged: true,
      none: 'only a typo',
      applied: [],
    })
    expect(readAcknowledgement('LEARNINGS_ACKNOWLEDGED: no_learnings').none).toBe('no reason given')
  })

  it('is not given by a message that says nothing of it', () => {
    expect(readAcknowledgement('All done, the tests pass.')).toEqual({ acknowledged: false, applied: [] })
  })

  it('is not the explanation of the form, nor the block that was injected', () => {
    const block = '<organization-learnings>\nApplied: "stolen" -> [x at a.ts:1]\n</organization-learnings>'
    const form =
      'Format: Applied: "pattern summary" -> [evidence at file:line]\nApplied: "pattern summary" -> [x]\nApplied: #id -> file:line'
    expect(readAcknowledgement(`${block}\n${form}`)).toEqual({ acknowledged: false, applied: [] })
  })

  it('keeps a claim without a place, and reads long lines in reasonable time', () => {
    expect(readAcknowledgement('Applied: "Use named exports"').applied).toEqual([
      { summary: 'Use named exports', evidence: '', citations: [] },
    ])
    expect(readAcknowledgement(`Applied: "${'-> '.repeat(100_000)}`).applied.length).toBeLessThanOrEqual(1)
  })
})
