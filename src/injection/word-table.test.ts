import { describe, expect, it } from 'vitest'
import { buildWordTable, wordNumber } from './word-table.ts'

const { table } = buildWordTable(
  new Map([
    ['token', [1]],
    ['expiry', [2, 3]],
  ]),
)

describe('wordNumber', () => {
  it('finds the words of the table, and no others', () => {
    expect(['token', 'expiry', 'tokens', ''].map((word) => wordNumber(table, word))).toEqual([
      0,
      1,
      undefined,
      undefined,
    ])
  })

  it('ends in a damaged table, which may have no free slot or none at all', () => {
    const full = { ...table, slots: new Uint32Array(table.slots.length).fill(1) }
    expect(wordNumber(full, 'nowhere')).toBeUndefined()
    expect(wordNumber({ ...table, slots: new Uint32Array(0) }, 'nowhere')).toBeUndefined()
  })
})
