import { describe, expect, it } from 'vitest'
import { whyBelieved } from './why-pattern.ts'

describe('why a pattern is worth what it is', () => {
  it('is a sum that can be checked by hand', () => {
    const parts = { value: 0.066, relevance: 0.8, effect: 0.1125, beside: -0.004, cost: 0.02 }
    expect(whyBelieved({ ...parts, help: 0.35, neutral: 0.5, harm: 0.15 })).toBe(
      'value 0.066 = relevance 0.80 x effect 0.113 - 0.004 for work it is not about - 0.020 for its line; helps 0.35, does nothing 0.50, harms 0.15',
    )
    expect(whyBelieved({ ...parts, inverted: 1 })).toMatch(/^value as a warning 0\.066 = /)
    expect(whyBelieved({ ...parts, exploration: 1 })).toMatch(/; shown to learn about it$/)
  })
})
