import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PRECOMPUTED_FACTS } from '../../test/worlds/ahead-facts.ts'
import { MOST_PROPOSED } from '../engine/search/similar-words.ts'
import { WordIndex } from '../engine/search/word-index.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { PrecomputedFile } from './precomputed-file.ts'
import { searchPrecomputed } from './search-rows.ts'
import { type FilePattern, renderPrecomputed } from './write-precomputed.ts'

/** What is found among patterns of these texts, the one worth most first. */
function found(texts: readonly string[], question: string): number[] {
  const patterns = texts.map(
    (text, row): FilePattern => ({
      id: `p${String(row).padStart(6, '0')}`,
      text,
      shown: {
        record: { pattern: { text, tags: [], labels: [], appliesTo: ['*'] } } as unknown as PatternRecord,
      } as never,
    }),
  )
  const bytes = renderPrecomputed(PRECOMPUTED_FACTS, patterns)
  const file = new PrecomputedFile((at, length) => bytes.subarray(at, at + length))
  return searchPrecomputed(file, question, 8).map(({ row }) => row)
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

function precomputed(patterns: readonly (readonly [id: string, text: string])[]): PrecomputedFile {
  const bytes = renderPrecomputed(
    PRECOMPUTED_FACTS,
    patterns.map(([id, text]) => ({ id, text })),
  )
  return new PrecomputedFile((at, length) => bytes.subarray(at, at + length))
}

const WORDS = ['queue', 'queues', 'lock', 'retries', 'retrying', 'test', 'upload', 'uplod', 'getUserToken']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '))
const patterns = fc.uniqueArray(
  fc.tuple(
    fc.nat(999).map((n) => `p${n}`),
    text,
  ),
  { maxLength: 30, selector: ([id]) => id },
)
const question = fc.subarray([...WORDS, 'quee', 'locks', 'testupload', 'getusertok', 'nothing'], {
  minLength: 1,
})

it('finds and ranks as the word index does, up to the bounds', () => {
  fc.assert(
    fc.property(patterns, question, fc.integer({ min: 1, max: 12 }), (all, asked, limit) => {
      const index = new WordIndex()
      for (const [id, text] of all) index.put(id, text)
      const found = searchPrecomputed(precomputed(all), asked.join(' '), limit)
      const expected = index.search(asked.join(' '), limit)
      expect(found.map(({ row, similar }) => ({ id: all[row]![0], similar }))).toEqual(
        expected.map(({ id, similar }) => ({ id, similar })),
      )
    }),
  )
})

it('takes along all words that are as alike as the last that is taken', () => {
  const holders = Array.from({ length: MOST_PROPOSED }, (_, n) => [`p${n}`, 'getusertoka'] as const)
  const file = precomputed([...holders, ['q0', 'getusertokb'], ['q1', 'getuser']])
  expect(searchPrecomputed(file, 'getusertok', 400)).toHaveLength(MOST_PROPOSED + 1)
})
