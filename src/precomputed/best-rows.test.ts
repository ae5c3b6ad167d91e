import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AHEAD_FACTS } from '../../test/worlds/ahead-facts.ts'
import { MOST_PROPOSED } from '../engine/search/alike-words.ts'
import { bestRows, byLoops } from './best-rows.ts'
import { AheadFile } from './precomputed-file.ts'
import { plainSums, rowSums } from './row-sums.ts'
import { rowsAlike } from './rows-alike.ts'
import { renderAhead } from './write-precomputed.ts'

const WORDS = ['queue', 'lock', 'retri', 'test', 'upload']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '))
const texts = fc.uniqueArray(fc.tuple(fc.nat(999), text), { maxLength: 30, selector: ([id]) => id })

function fileOf(patterns: readonly (readonly [id: number, text: string])[]): AheadFile {
  const bytes = renderAhead(
    AHEAD_FACTS,
    patterns.map(([id, text]) => ({ id: `p${id}`, text })),
  )
  return new AheadFile((at, length) => bytes.subarray(at, at + length))
}

it('weighs words as plain loops do, to the last digit and among equals', () => {
  fc.assert(
    fc.property(texts, fc.subarray(WORDS), fc.nat(12), (patterns, asked, limit) => {
      const file = fileOf(patterns)
      const words = asked.map((word) => file.holders('stem', word))
      for (const most of [3, 100])
        expect(bestRows(file, words, { limit, most })).toEqual(byLoops(file, words, { limit, most }))
    }),
  )
})

it('finds words that are spelt alike as plain loops do', () => {
  const odd = fc.subarray(['uplod', 'quee', 'quest', 'locks', 'retrial', 'testupload'])
  fc.assert(
    fc.property(texts, odd, fc.nat(12), (patterns, asked, limit) => {
      const file = fileOf(patterns)
      const [one, other] = [rowSums(file), plainSums(file)]
      expect(rowsAlike(file, asked, limit, one)).toEqual(rowsAlike(file, asked, limit, other))
    }),
  )
})

it('takes along all words that are as alike as the last that is taken', () => {
  const holders = Array.from({ length: MOST_PROPOSED }, (_, id) => [id, 'getusertoka'] as const)
  const file = fileOf([...holders, [500, 'getusertokb'], [501, 'getuser']])
  expect(rowsAlike(file, ['getusertok'], 100)).toHaveLength(MOST_PROPOSED + 1)
})
