import { describe, expect, it } from 'vitest'
import { whyShown } from './why-pattern.ts'

const PARTS = { boost: 0, categoryWeight: 1.3, decay: 0.98, multiplier: 1, successRate: 1 }

describe('why a pattern is in a block', () => {
  it('is told by the parts of its score, in one order', () => {
    expect(whyShown({ score: 1.274, parts: PARTS })).toBe(
      'score 1.27: success rate 1.00, decay 0.98, strength 1.30, maturity 1.00',
    )
  })

  it('names what the work at hand adds, where it adds something', () => {
    const parts = { ...PARTS, relevance: 0.5, semantic: 0.713, boost: 0.1 }
    expect(whyShown({ score: 0.9, parts })).toMatch(
      /, boost for labels, files or phase 0\.10, similarity to the task 0\.71, relevance 0\.50$/,
    )
  })
})
