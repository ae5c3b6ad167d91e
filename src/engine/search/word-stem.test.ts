import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sqliteEngine } from '../../store/sqlite/engine.ts'
import { wordStem } from './word-stem.ts'

describe('the stem of a word', () => {
  it('is the same for its forms', () => {
    expect(['connect', 'connected', 'connecting', 'connection', 'connections'].map(wordStem)).toEqual(
      Array.from({ length: 5 }, () => 'connect'),
    )
  })

  it('has no accents', () => {
    expect(wordStem('naïve')).toBe('naiv')
  })

  it('is what the word index of SQLite makes of it', () => {
    const words = fc.sample(word, { numRuns: 3_000, seed: 7 })
    expect(words.map(wordStem)).toEqual(stemsInSqlite(words))
  })
})

const BEGINNINGS =
  'happ relat condit rat val digit radic oscill hop fall hiss fizz agre feed sk geo apolo adopt s tr fly y enjo con be'
const ENDINGS =
  's es sses ies ed eed ing y ational tional enci anci izer logi bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll at bl iz'
const part = (parts: string) => fc.constantFrom('', ...parts.split(' '))

const word = fc
  .tuple(fc.stringMatching(/^[a-z]{0,4}$/), part(BEGINNINGS), part(ENDINGS), part(ENDINGS))
  .map((parts) => parts.join(''))
  .filter((made) => made !== '')

/** Each word in a row of its own, as the index keeps it. */
function stemsInSqlite(words: readonly string[]): string[] {
  const database = new (sqliteEngine())(':memory:', { timeout: 0 })
  database.exec(`CREATE VIRTUAL TABLE said USING fts5(word, tokenize='porter unicode61');
    CREATE VIRTUAL TABLE kept USING fts5vocab(said, 'instance')`)
  const add = database.prepare('INSERT INTO said (rowid, word) VALUES (?, ?)')
  words.forEach((one, at) => {
    add.run(at, one)
  })
  const rows = database.prepare('SELECT term FROM kept ORDER BY doc').all()
  database.close()
  return rows.map(({ term }) => String(term))
}
