import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packVocabulary } from '../../../scripts/embedding/pack-vocabulary.ts'
import { identifierPieces, wordPieces } from './wordpiece.ts'

const PIECES = [
  'the',
  'mutex',
  '##es',
  '##e',
  '##s',
  'get',
  'user',
  'by',
  'id',
  'json',
  'github',
  'cafe',
  '.',
  '(',
  '_',
  '中',
  'i',
]
const vocabulary = packVocabulary(PIECES)
const spell = (ids: number[]) => ids.map((id) => PIECES[id]).join(' ')

describe('wordPieces', () => {
  it.each([
    ['The mutexes.', 'the mutex ##es .'],
    ['mutexe', 'mutex ##e'],
    ['Café', 'cafe'],
    ['get(id)', 'get ( id'],
    ['中中', '中 中'],
    ['es', '##s'],
    ['🦊 the \ud800', 'the'],
    ['', ''],
  ])('cuts %j into %j', (text, pieces) => {
    expect(spell(wordPieces(vocabulary, text))).toBe(pieces)
  })

  it('takes the longest piece, so that order in the table does not matter', () => {
    const turned = packVocabulary([...PIECES].reverse())
    const texts = fc
      .array(fc.constantFrom(...PIECES.map((piece) => piece.replace('##', '')), ' '))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const other = wordPieces(turned, text).map((id) => PIECES.length - 1 - id)
        expect(other).toEqual(wordPieces(vocabulary, text))
      }),
    )
  })

  it('gives known ids for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const ids = [...wordPieces(vocabulary, text), ...identifierPieces(vocabulary, text)]
        expect(ids.every((id) => PIECES[id] !== undefined)).toBe(true)
      }),
    )
  })
})

describe('identifierPieces', () => {
  it.each([
    ['getUserById', 'get user by id'],
    ['getJSONById', 'get json by id'],
    ['GitHub', 'github'],
    ['user_id', 'user _ id'],
  ])('cuts %j into %j', (text, pieces) => {
    expect(spell(identifierPieces(vocabulary, text))).toBe(pieces)
  })
})
