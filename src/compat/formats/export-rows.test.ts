import { describe, expect, it } from 'vitest'
import { type Application, successRate } from '../../engine/standing/success-rate.ts'
import { type ExportPattern, exportRows } from './pattern-row.ts'

const uses = (applied: number, injected: number, iteration = 30): Application[] => [
  ...Array.from({ length: applied }, () => ({ status: 'applied' as const, iteration })),
  ...Array.from({ length: injected }, () => ({ status: 'injected' as const, iteration })),
]

function pattern(text: string, rows: Application[], more: Partial<ExportPattern> = {}): ExportPattern {
  return {
    text,
    category: 'pattern',
    appliesTo: [],
    tags: [],
    sightings: 1,
    rate: successRate(rows, 30),
    ...more,
  }
}

describe('rows of a shared file', () => {
  it('come by flag, then confidence, then sightings', () => {
    const rows = exportRows(
      [
        pattern('prune', uses(1, 25)),
        pattern('untested', uses(0, 2)),
        pattern('stale', uses(3, 0, 5)),
        pattern('review', uses(1, 9)),
        pattern('medium', uses(1, 1)),
        pattern('high, seen once', uses(3, 0)),
        pattern('high, seen often', uses(3, 0), { sightings: 9 }),
      ],
      50,
    )
    expect(rows.map(({ summary, flags, confidence }) => [summary, flags, confidence])).toEqual([
      ['high, seen often', '', 'high'],
      ['high, seen once', '', 'high'],
      ['medium', '', 'medium'],
      ['untested', '[UNTESTED]', 'low'],
      ['review', '[REVIEW]', 'low'],
      ['stale', '[STALE]', 'high'],
      ['prune', '[PRUNE]', 'low'],
    ])
  })

  it('name the repository that a pattern is for', () => {
    const rows = exportRows([pattern('here', [], { repository: 'shop' }), pattern('wherever', [])], 50)
    expect(rows.map(({ summary, repo }) => [summary, repo])).toEqual([
      ['here', 'shop'],
      ['wherever', '*'],
    ])
  })

  it('are cut at the cap, from the end', () => {
    const many = Array.from({ length: 60 }, (_, i) => pattern(`p${i}`, uses(1, 0), { sightings: i }))
    const rows = exportRows(many, 50)
    expect(rows).toHaveLength(50)
    expect(rows[0]!.summary).toBe('p59')
    expect(rows.at(-1)!.summary).toBe('p10')
  })

  it('keep the id they had, and else take the next that is free', () => {
    const rows = exportRows(
      [
        pattern('a', uses(1, 0), { sightings: 4, claim: { sourceId: 'P-002' } }),
        pattern('b', uses(1, 0), { sightings: 3, claim: { sourceId: 'P-002' } }),
        pattern('c', uses(1, 0), { sightings: 2 }),
        pattern('d', uses(1, 0), { sightings: 1 }),
      ],
      50,
    )
    expect(rows.map(({ id }) => id)).toEqual(['P-002', 'P-001', 'P-003', 'P-004'])
  })

  it('tell what the file said before only where nothing was seen since', () => {
    const claim = { seenCount: 7, successRate: 0.5, flag: 'STALE' as const }
    const [untried] = exportRows([pattern('a', [], { claim })], 50)
    expect(untried).toMatchObject({
      seen_count: 7,
      success_rate: 0.5,
      confidence: 'medium',
      flags: '[STALE]',
    })
    const [tried] = exportRows([pattern('a', uses(3, 0), { claim })], 50)
    expect(tried).toMatchObject({ seen_count: 7, success_rate: 1, confidence: 'high', flags: '' })
  })
})
