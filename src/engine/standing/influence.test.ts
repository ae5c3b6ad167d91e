import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameRole } from '../laws/role-pairs.ts'
import { AGENTS, countedWeight, INFLUENCE, type Voices, voiceOf } from './credit.ts'

const said = (words: readonly { voice: string; weight: number; day: number }[]) => {
  let voices: Voices | undefined
  return words.map((word) => {
    const next = countedWeight(voices, word)
    voices = next.voices
    return next.counts
  })
}

describe('the part of a vote that counts', () => {
  it("is what is left of the voice's daily allowance", () => {
    const word = { voice: 'by ann', weight: 0.75, day: 3 }
    expect(said([word, word, { ...word, day: 4 }])).toEqual([0.75, 0.25, 0.75])
  })

  it('is zero for a backdated vote', () => {
    const word = { voice: 'by ann', weight: 1, day: 3 }
    expect(said([word, { ...word, day: 2 }, { ...word, day: 1 }])).toEqual([1, 0, 0])
  })

  it('is zero after the maximum number of voices for the day', () => {
    const crowd = Array.from({ length: INFLUENCE.mostVoices + 1 }, (_, i) => ({
      voice: voiceOf(`n${i}`),
      weight: 1,
      day: 1,
    }))
    expect(said(crowd).at(-1)).toBe(0)
  })

  it('ignores case and spaces in the name', () => {
    expect(voiceOf(' A\u200bnn ')).toBe(voiceOf('ann'))
    expect(sameRole('Judge\u2060', 'judge')).toBe(true)
    expect(voiceOf(AGENTS)).not.toBe(AGENTS)
  })

  it('never exceeds the daily allowance of a voice', () => {
    const word = fc.record({
      voice: fc.constantFrom('by ann', 'by bob', '__proto__', 'constructor'),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      day: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const days = new Set(words.map(({ day }) => day)).size
        for (const voice of ['by ann', 'by bob', '__proto__', 'constructor']) {
          const total = said(words).reduce((sum, counts, i) => sum + (words[i]!.voice === voice ? counts : 0), 0)
          expect(total).toBeLessThanOrEqual(days * INFLUENCE.mostPerVoice + 1e-9)
        }
      }),
    )
  })
})
