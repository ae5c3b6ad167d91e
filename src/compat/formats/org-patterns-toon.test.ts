import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ForeignPattern, Reading } from './foreign-record.ts'
import { createToonReader, writeToon } from './org-patterns-toon.ts'
import { listText, type PatternRow } from './pattern-row.ts'

function readToon(text: string): Reading[] {
  const reader = createToonReader()
  return [...text.split('\n').flatMap((line, i) => reader.line(line, i + 1)), ...reader.end()]
}

const patternsIn = (text: string) =>
  readToon(text).map((reading) => (reading.kind === 'record' ? (reading.record as ForeignPattern) : reading))

const HEADER = 'patterns[2]{id,category,summary,confidence,seen_count,success_rate,flags,applies_to,context,repo}:'

const hard = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ',',
      '|',
      '"',
      '\\',
      '\n',
      '\r',
      '\t',
      ' ',
      '-',
      '#',
      ':',
      '[',
      '{',
      'é',
      '\u202e',
      '\u200b',
      '😀',
    ),
  }),
  fc.constantFrom(
    'null',
    'true',
    'false',
    '42',
    '1e5',
    '-0',
    '0x1',
    '007',
    '',
    ' lead',
    'trail ',
    '- item',
    'a: b',
    '__proto__',
  ),
)

describe('org-patterns.toon', () => {
  it('is read in its ten columns, with the time at which it was written', () => {
    const text = `# Organization Patterns (TOON format)
# Last updated: 2024-01-15T10:30:00Z

${HEADER}
  P-001,pattern,"Always check token expiry before API calls",high,5,0.85,,implementation-subagent,auth|API,*
  P-002,mistake,"Check for None before accessing optional dict keys",medium,3,0.60,[REVIEW],*,python|safety,astoria-frontend
`
    expect(patternsIn(text)).toEqual([
      {
        kind: 'pattern',
        sourceId: 'P-001',
        text: 'Always check token expiry before API calls',
        category: 'pattern',
        appliesTo: ['implementation-subagent'],
        tags: ['auth', 'API'],
        evidence: { seenCount: 5, successRate: 0.85 },
        at: Date.UTC(2024, 0, 15, 10, 30),
      },
      expect.objectContaining({
        sourceId: 'P-002',
        label: 'REVIEW',
        appliesTo: ['*'],
        repository: 'astoria-frontend',
      }),
    ])
  })

  it('is read in the nine columns that had no repository', () => {
    const text = `${HEADER.replace(',repo', '').replace('2', '1')}\n  P-001,insight,Caches hide stale reads,low,1,0.1,,*,cache`
    expect(patternsIn(text)).toEqual([expect.not.objectContaining({ repository: expect.anything() })])
  })

  it('is read in the older form, which alone has a trigger', () => {
    expect(
      patternsIn('P-001|org|pattern|auth_flow|high|5|0.85||impl-subagent,"Check the token, then \\"call\\""'),
    ).toEqual([
      expect.objectContaining({
        text: 'Check the token, then "call"',
        trigger: 'auth_flow',
        appliesTo: ['impl-subagent'],
      }),
    ])
  })

  it('loses no other row to a broken one, and says which rows are missing', () => {
    const text = `${HEADER}\n  P-001,pattern,Fine as it is,high,5,0.85,,*,,*\n  P-002,pattern,"open\n  P-003,joke,Not a category,high,1,1,,*,,*`
    expect(readToon(text)).toMatchObject([
      { line: 2, kind: 'record' },
      { line: 3, kind: 'refused' },
      { line: 4, kind: 'refused', reason: expect.stringContaining('category') },
      { line: 1, kind: 'refused', reason: expect.stringContaining('promises 2 rows and 3 are there') },
    ])
  })

  it.each([
    ['patterns[1]{id,category,summary,seen_count,__proto__}:', "column '__proto__'"],
    ['patterns[1]{id,category}:', "no column 'summary'"],
    ['patterns[1]{id,id,category,summary,seen_count}:', 'twice'],
    ['  P-1,pattern,x,high,1,1,,*,,*', 'before the header'],
  ])('refuses a table that it does not know: %s', (text, reason) => {
    expect(readToon(text)[0]).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) })
  })

  it('keeps the blanks that a name begins with, of any kind', () => {
    const cells = { category: 'mistake', summary: 'x', confidence: 'high', seen_count: 1 } as const
    const more = { success_rate: 1, flags: '', applies_to: '*', context: '', repo: '*' } as const
    const ids = ['\u00a0', '\u2003a', '\ufeff', ' b']
    const text = writeToon(
      ids.map((id) => ({ id, ...cells, ...more })),
      0,
    )
    expect(patternsIn(text)).toMatchObject(ids.map((sourceId) => ({ sourceId })))
  })

  it('comes back as it was written, whatever its texts hold', () => {
    const item = hard.map((text) => text.trim()).filter((text) => text !== '' && text.length <= 200)
    const anyRow: fc.Arbitrary<PatternRow & { readonly lists: [string[], string[]] }> = fc
      .record({
        id: hard,
        category: fc.constantFrom('mistake', 'convention', 'pattern', 'insight'),
        summary: hard.map((text) => text.trim()).filter((text) => text !== ''),
        confidence: fc.constantFrom('high', 'medium', 'low'),
        seen_count: fc.nat(1_000_000),
        success_rate: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
        flags: fc.constantFrom('', '[REVIEW]', '[STALE]'),
        lists: fc.tuple(fc.array(item, { minLength: 1, maxLength: 3 }), fc.array(item, { maxLength: 3 })),
        repo: fc.constantFrom('*', 'astoria-frontend', 'true'),
      })
      .map((row) => ({ ...row, applies_to: listText(row.lists[0]), context: listText(row.lists[1]) }))
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = writeToon(
          rows.map(({ lists: _, ...row }) => row),
          0,
        )
        expect(patternsIn(text)).toEqual(
          rows.map((row) => ({
            kind: 'pattern',
            sourceId: row.id,
            text: row.summary,
            category: row.category,
            appliesTo: row.lists[0],
            tags: row.lists[1],
            evidence: { seenCount: row.seen_count, successRate: row.success_rate },
            ...(row.flags === '' ? {} : { label: row.flags.slice(1, -1) }),
            ...(row.repo === '*' ? {} : { repository: row.repo }),
            at: 0,
          })),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
