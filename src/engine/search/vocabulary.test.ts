import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packVocabulary } from '../../../scripts/embedding/pack-vocabulary.ts'
import { LONGEST_PIECE, longestPiece, wholeWord } from './vocabulary.ts'

describe('vocabulary', () => {
  it('finds every piece that it was packed with, and no other', () => {
    const words = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: LONGEST_PIECE }).filter((word) => !word.startsWith('##')),
    )
    fc.assert(
      fc.property(words, fc.string({ minLength: 1 }), (pieces, other) => {
        const vocabulary = packVocabulary(pieces)
        for (const [id, piece] of pieces.entries()) expect(wholeWord(vocabulary, piece)).toBe(id)
        expect(wholeWord(vocabulary, other)).toBe(pieces.indexOf(other))
      }),
    )
  })

  it('keeps a piece that continues a word apart from the same word alone', () => {
    const vocabulary = packVocabulary(['lock', '##lock', 'dead'])
    expect(wholeWord(vocabulary, 'lock')).toBe(0)
    expect(longestPiece(vocabulary, 'deadlock', 0)).toEqual({ id: 2, length: 4 })
    expect(longestPiece(vocabulary, 'deadlock', 4)).toEqual({ id: 1, length: 4 })
    expect(longestPiece(vocabulary, 'x', 0)).toBeUndefined()
  })

  it('knows no word that is longer than any piece', () => {
    expect(wholeWord(packVocabulary(['a'.repeat(LONGEST_PIECE)]), 'a'.repeat(LONGEST_PIECE + 1))).toBe(-1)
  })
})
