import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trigramShare, trigrams } from './similar-words.ts'

const share = (asked: string, word: string) => trigramShare(trigrams(asked), word)

describe('trigrams', () => {
  it('begin and end with a blank', () => {
    expect([...trigrams('tok')]).toEqual([' to', 'tok', 'ok '])
    expect([...trigrams('')]).toEqual([])
  })

  it('find a fragment in a name', () => {
    expect(share('getusertok', 'getusertoken')).toBeCloseTo(0.9)
    expect(share('usertok', 'getusertoken')).toBeCloseTo(5 / 7)
  })

  it('find a word in spite of its spelling', () => {
    expect(share('authentification', 'authentication')).toBeCloseTo(13 / 16)
    expect(share('retreive', 'retrieve')).toBeCloseTo(0.5)
  })

  it('tell other words apart', () => {
    expect(share('upload', 'loading')).toBeCloseTo(2 / 6)
    expect(share('upload', 'palette')).toBe(0)
  })

  it('share all of a word with itself, and nothing of nothing', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (word) => {
        expect(share(word, word)).toBe(1)
        expect(share('', word)).toBe(0)
      }),
    )
  })
})
