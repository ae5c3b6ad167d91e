import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packSections, type Section } from '../text/block-room.ts'

const HEADER = '=== HISTORICAL PATTERNS (planner) ==='
const sections: Section[] = [
  { title: '## What worked', lines: [{ line: '- Split by feature (succeeded 2/2 times, 100%)' }] },
  { title: '## Nothing', lines: [] },
  {
    title: '## Proven patterns',
    lines: [
      { id: 'p1', line: '- Check token expiry first' },
      { id: 'p2', line: '- Close the handle' },
    ],
  },
]

describe('sections', () => {
  it('stand under their headings, without those that are empty and without a blank line', () => {
    const packed = packSections(HEADER, sections, 500)
    expect(packed).toMatchObject({ path: 'full', included: ['p1', 'p2'], dropped: [] })
    expect(packed.block.split('\n')).toEqual([
      HEADER,
      '## What worked',
      '- Split by feature (succeeded 2/2 times, 100%)',
      '## Proven patterns',
      '- Check token expiry first',
      '- Close the handle',
    ])
  })

  it('leave half of the room to others, whichever section one source fills', () => {
    const of = (source: string, n: number) => ({
      id: `${source}${n}`,
      source,
      line: `- lesson ${n} of ${source}`,
    })
    const swarm = Array.from({ length: 20 }, (_, n) => of('evil', n))
    const honest = Array.from({ length: 3 }, (_, n) => of(`run-${n}`, n))
    const { included, block, path } = packSections(
      HEADER,
      [
        { title: '## Proven', lines: swarm },
        { title: '## Candidates', lines: honest },
      ],
      120,
    )
    expect(path).toBe('truncated')
    expect(included.filter((id) => id.startsWith('run-'))).toHaveLength(honest.length)
    expect(included.some((id) => id.startsWith('evil'))).toBe(true)
    expect(block.split('\n').filter((line) => line.startsWith('##'))).toEqual(['## Proven', '## Candidates'])
  })

  it('keep to any budget, show no heading without a line, and lose no pattern', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), (budget) => {
        const { block, tokens, included, dropped, path } = packSections(HEADER, sections, budget)
        expect(tokens).toBeLessThanOrEqual(budget)
        expect([...included, ...dropped].sort()).toEqual(['p1', 'p2'])
        expect(block.split('\n').at(-1)).not.toMatch(/^##/)
        expect(block === '').toBe(path === 'skipped')
      }),
    )
  })
})
