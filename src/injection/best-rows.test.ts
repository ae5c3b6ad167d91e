import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AheadFile } from './ahead-file.ts'
import { bestRows, byLoops } from './best-rows.ts'
import { renderAhead } from './render-ahead.ts'
import { plainSums, rowSums } from './row-sums.ts'
import { rowsAlike } from './rows-alike.ts'

const FACTS = {
  stamp: 's',
  renderedAt: 0,
  policyHash: 'h',
  project: 'p',
  health: { patterns: {}, runs: 0, gated: [], failures: 0 },
  counts: {},
  states: [],
}

const WORDS = ['queue', 'lock', 'retri', 'test', 'upload']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '))
const texts = fc.uniqueArray(fc.tuple(fc.nat(999), text), { maxLength: 30, selector: ([id]) => id })

function fileOf(patterns: readonly (readonly [id: number, text: string])[]): AheadFile {
  const bytes = renderAhead(
    FACTS,
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
