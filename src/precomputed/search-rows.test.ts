import { expect, it } from 'vitest'
import { AHEAD_FACTS } from '../../test/worlds/ahead-facts.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { AheadFile } from './precomputed-file.ts'
import { searchAhead } from './search-rows.ts'
import { type AheadPattern, renderAhead } from './write-precomputed.ts'

/** What is found among patterns of these texts, the one worth most first. */
function found(texts: readonly string[], question: string): number[] {
  const patterns = texts.map(
    (text, row): AheadPattern => ({
      id: `p${String(row).padStart(6, '0')}`,
      text,
      shown: {
        record: { pattern: { text, tags: [], labels: [], appliesTo: ['*'] } } as unknown as PatternRecord,
      } as never,
    }),
  )
  const bytes = renderAhead(AHEAD_FACTS, patterns)
  const file = new AheadFile((at, length) => bytes.subarray(at, at + length))
  return searchAhead(file, question, 8).map(({ row }) => row)
}

const many = (count: number, word: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `${word(n)} is step ${n}`)

it('finds a rare word wherever it stands', () => {
  expect(found([...many(6_000, () => 'queue'), 'release the lock'], 'the lock of the queue')).toContain(6_000)
})

it('weighs the best of those that hold a word which very many hold', () => {
  const rows = found(
    many(6_000, () => 'queue'),
    'queue',
  )
  expect(rows).toHaveLength(8)
  expect(Math.max(...rows)).toBeLessThan(4_096)
})

it('compares an odd word with those of the best patterns first', () => {
  const rows = found(
    many(1_000, (n) => `upload${n}`),
    'upload',
  )
  expect(rows).toHaveLength(8)
  expect(Math.max(...rows)).toBeLessThan(128)
  expect(found([...many(100, () => 'queue'), 'the database'], 'databse')).toEqual([100])
})
