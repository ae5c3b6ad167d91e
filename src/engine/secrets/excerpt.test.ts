import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

const TOKEN = ['ghp_', 'R7dK2mQ9xLp4Vn8sWz3Tb6Hc1Yf5Jg0aEuQk'].join('')

describe('an excerpt', () => {
  it('is the text itself where there is room for it', () => {
    expect(excerpt('one two three', 13)).toBe('one two three')
  })

  it('is the beginning and the end, of whole words, more of the end', () => {
    const text = Array.from({ length: 40 }, (_, n) => `word${n + 10}`).join(' ')
    expect(excerpt(text, 60)).toBe('word10 word11 word12\n[…]\nword46 word47 word48 word49')
  })

  it('never has more characters than it may', () => {
    for (const most of [20, 61, 100, 999]) expect(excerpt('x y '.repeat(5_000), most).length).toBeLessThanOrEqual(most)
  })

  it('holds no secret, and no half of one, wherever it is cut', () => {
    for (let before = 0; before < 60; before++) {
      const cut = excerpt(`${'a '.repeat(before)}${TOKEN}${' b'.repeat(60)}`, 100)
      expect(cut).not.toMatch(/ghp_|R7dK|EuQk/)
    }
  })

  it('of a very long text holds no half of a secret that stands where it is cut first', () => {
    const filler = 'log line '.repeat(600)
    for (let shift = 0; shift < 60; shift++)
      expect(excerpt(`${filler.slice(0, 4_770 + shift)}${TOKEN} ${filler.repeat(3)}`, 12_000)).not.toMatch(
        /ghp_|R7dK|EuQk/,
      )
  })
})
