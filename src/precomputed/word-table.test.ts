import { describe, expect, it } from 'vitest'
import { buildWordTable, findWord, type WordParts, type WordTable } from './word-table.ts'

const { table, entries } = buildWordTable(
  new Map([
    ['token', [1]],
    ['expiry', [2, 3]],
    ['läuft', [4]],
  ]),
)

function partsOf({ letters, places, slots }: WordTable): WordParts {
  return {
    slotCount: slots.length / 2,
    slots: (from, count) => slots.slice(2 * from, 2 * (from + count)),
    places: (from, count) => places.slice(2 * from, 2 * (from + count)),
    letters: (from, until) => letters.slice(from, until),
  }
}

describe('findWord', () => {
  it('finds the entries of the words of the table, and no others', () => {
    const found = ['token', 'expiry', 'läuft', 'tokens', ''].map((word) => findWord(partsOf(table), word))
    const [token, expiry, runs, ...others] = found.map(
      (place) => place && [...entries.slice(place.from, place.from + place.count)],
    )
    expect([token, expiry, runs]).toEqual([[1], [2, 3], [4]])
    expect(others).toEqual([undefined, undefined])
  })

  it('finds every one of many words', () => {
    const words = Array.from({ length: 3_000 }, (_, n) => `word${n}`)
    const many = buildWordTable(new Map(words.map((word, n) => [word, [n]])))
    for (const [n, word] of words.entries()) expect(findWord(partsOf(many.table), word)).toEqual({ from: n, count: 1 })
    expect(findWord(partsOf(many.table), 'word3000')).toBeUndefined()
  })

  it('ends in a damaged table, which may have no free slot or none at all', () => {
    const full = { ...table, slots: new Uint32Array(table.slots.length).fill(1) }
    expect(findWord(partsOf(full), 'nowhere')).toBeUndefined()
    expect(findWord(partsOf({ ...table, slots: new Uint32Array(0) }), 'nowhere')).toBeUndefined()
  })
})
