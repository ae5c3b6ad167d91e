import { describe, expect, it } from 'vitest'
import { sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import { POLICY } from '../laws/policy.ts'
import { patternInversion, warningAfter } from './inversion.ts'
import type { PatternRecord } from './pattern-record.ts'

const BASE = worldOf([sighting({ text: 'Split the work by file type' })]).pattern('p1')!
const graded = (
  helpfulCount: number,
  harmfulCount: number,
  more: Partial<PatternRecord['pattern']> = {},
): PatternRecord => ({
  ...BASE,
  pattern: { ...BASE.pattern, ...more },
  evidence: { ...BASE.evidence, helpfulCount, harmfulCount },
})
const warnedBy = (record: PatternRecord, known?: PatternRecord, at = 5) => warningAfter(record, known, at, POLICY)
const decided = { kind: 'promote', by: 'ann', reason: 'seen', at: 0 } as const

describe('what turns a pattern round', () => {
  it('is failure three times in five, from three observations on', () => {
    expect(patternInversion(graded(2, 3), POLICY).inverts).toBe(true)
    expect(patternInversion(graded(3, 3), POLICY).inverts).toBe(false)
    expect(patternInversion(graded(0, 2), POLICY).inverts).toBe(false)
  })

  it('is nothing where it says what to avoid already, or a person vouches for it', () => {
    expect(patternInversion(graded(0, 9, { polarity: 'avoid' }), POLICY).inverts).toBe(false)
    expect(patternInversion(graded(0, 9, { decisions: { maturity: decided } }), POLICY).inverts).toBe(false)
  })
})

describe('the warning of a pattern', () => {
  const first = warnedBy(graded(0, 3))!

  it('is made with evidence of its own when the pattern inverts', () => {
    expect(warnedBy(graded(0, 2))).toBeUndefined()
    expect(first.pattern).toMatchObject({
      id: 'anti-p1',
      invertedFrom: 'p1',
      polarity: 'avoid',
      sightings: 3,
      lastUsedAt: 5,
      text: 'AVOID: Split the work by file type. Failed 3/3 times (100% failure rate)',
    })
    expect(first.evidence.harmfulCount).toBe(0)
  })

  it('is reworded and used again as the failures grow, and not for the rest', () => {
    expect(warnedBy(graded(0, 3), first, 9)).toBeUndefined()
    const grown = warnedBy(graded(1, 4), first, 9)!
    expect(grown.pattern).toMatchObject({ sightings: 4, lastUsedAt: 9, lastSeenAt: 9 })
    expect(grown.pattern.text).toContain('Failed 4/5 times')
    const helped = warnedBy(graded(1, 3), first, 9)!
    expect(helped.pattern).toMatchObject({ sightings: 3, lastUsedAt: 5 })
  })

  it('keeps the words that a person chose', () => {
    const own = { ...first, pattern: { ...first.pattern, text: 'Mine', aliases: ['its first words'] } }
    expect(warnedBy(graded(0, 4), own)!.pattern.text).toBe('Mine')
  })

  it('is retired when the pattern recovers, once, and back when it fails again', () => {
    const retired = warnedBy(graded(9, 3), first)!
    expect(retired.pattern.recovered).toBe(true)
    expect(warnedBy(graded(10, 3), retired)).toBeUndefined()
    const back = warnedBy(graded(1, 4), retired)!
    expect(back.pattern).not.toHaveProperty('recovered')
  })
})
