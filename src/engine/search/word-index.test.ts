import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_WEIGHED } from './search-words.ts'
import { MOST_PROPOSED, mostSimilar } from './similar-words.ts'
import { WordIndex } from './word-index.ts'

function indexOf(texts: Readonly<Record<string, string>>): WordIndex {
  const index = new WordIndex()
  for (const [id, text] of Object.entries(texts)) index.put(id, text)
  return index
}

const found = (index: WordIndex, text: string, limit = 10) => index.search(text, limit).map(({ id }) => id)

describe('a search among words in memory', () => {
  it('scores a word by how few documents hold it', () => {
    const others = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`n${n}`, 'something else']))
    const [hit] = indexOf({ one: 'rare word', ...others }).search('rare', 10)
    expect(hit).toMatchObject({ id: 'one', similar: 0 })
    expect(hit?.score).toBeCloseTo(1.8458, 4)
  })

  it('finds a word with another ending', () => {
    expect(found(indexOf({ a: 'close connections', b: 'open files' }), 'connecting')).toEqual(['a'])
  })

  it('goes by the rare words of a question, and by common ones where there are no others', () => {
    const common = Object.fromEntries(Array.from({ length: MOST_WEIGHED + 20 }, (_, n) => [`n${n}`, 'always test']))
    const index = indexOf({ ...common, rare: 'always test the flux capacitor' })
    expect(found(index, 'always test the capacitors', 1_000)).toEqual(['rare'])
    expect(found(index, 'always test', 1_000)).toHaveLength(MOST_WEIGHED + 21)
  })

  it('finds a slip of the pen by its letters, after what shares words', () => {
    const index = indexOf({ a: 'call getUserToken first', b: 'close the file' })
    expect(index.search('getusertok file', 10)).toMatchObject([
      { id: 'b', similar: 0 },
      { id: 'a', score: 0, similar: 0.9 },
    ])
  })

  it('looks at no word that is less like the asked one once there are enough', () => {
    const like = Object.fromEntries(Array.from({ length: MOST_PROPOSED + 6 }, (_, n) => [`n${n}`, 'see getUserToken']))
    const index = indexOf({ ...like, less: 'see getUserSession' })
    const hits = index.search('getusertok', 200)
    expect(hits).toHaveLength(MOST_PROPOSED + 6)
    expect(hits.map(({ id }) => id)).not.toContain('less')
    expect(found(indexOf({ n0: like.n0!, less: 'see getUserSession' }), 'getusertok')).toEqual(['n0', 'less'])
  })

  it('knows a document by its last words only', () => {
    const index = indexOf({ a: 'connect the socket', b: 'other' })
    index.put('a', 'parse the token')
    expect([found(index, 'connect'), found(index, 'socet'), found(index, 'parse'), index.size]).toEqual([
      [],
      [],
      ['a'],
      2,
    ])
  })
})

const letters = fc.stringMatching(/^[abc]{2,8}$/)
const texts = fc.array(
  fc.array(letters, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  {
    minLength: 1,
    maxLength: 8,
  },
)

describe('an index', () => {
  it('is the same however its documents came to have their words', () => {
    fc.assert(
      fc.property(texts, texts, letters, (before, after, asked) => {
        const index = new WordIndex()
        before.slice(0, after.length).forEach((text, n) => {
          index.put(`d${n}`, text)
        })
        const fresh = new WordIndex()
        after.forEach((text, n) => {
          index.put(`d${n}`, text)
          fresh.put(`d${n}`, text)
        })
        expect(index.search(asked, 10)).toEqual(fresh.search(asked, 10))
      }),
    )
  })

  it('answers a question the same whatever was asked before', () => {
    fc.assert(
      fc.property(texts, letters, letters, (documents, before, asked) => {
        const [index, fresh] = [new WordIndex(), new WordIndex()]
        documents.forEach((text, n) => {
          index.put(`d${n}`, text)
          fresh.put(`d${n}`, text)
        })
        index.search(before, 10)
        index.search(asked, 10)
        expect(index.search(asked, 10)).toEqual(fresh.search(asked, 10))
      }),
    )
  })

  it('finds by letters what a look at every word finds', () => {
    fc.assert(
      fc.property(texts, fc.stringMatching(/^[abc]{4,9}$/), (all, asked) => {
        fc.pre(!all.some((text) => text.split(' ').includes(asked)))
        const documents = all.map((text, n) => ({ id: `d${n}`, text }))
        const index = new WordIndex()
        for (const { id, text } of documents) index.put(id, text)
        const hits = index.search(asked, 100).filter(({ similar }) => similar > 0)
        const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
        expect(hits.map(({ id, similar }) => ({ id, similar })).sort(byId)).toEqual(
          mostSimilar(documents, [asked]).hits.sort(byId),
        )
      }),
    )
  })
})

it('goes by what a question is about among few documents, where small words are rarer', () => {
  const index = new WordIndex()
  index.put('a', 'Check that the token has not expired')
  index.put('b', 'The token of a session is renewed')
  index.put('c', 'Write the file to the folder, then rename it')
  expect(index.search('it is the token', 5).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(index.search('it', 5).map(({ id }) => id)).toEqual(['c'])
})
