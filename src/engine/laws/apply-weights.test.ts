import { describe, expect, it } from 'vitest'
import { applyWeights } from './criterion-weight.ts'

describe('scores by the weights of their criteria', () => {
  it('are raw times weight', () => {
    expect(applyWeights({ type_safe: 0.8 }, { type_safe: 0.75 }).type_safe).toEqual({
      raw: 0.8,
      weighted: 0.6,
      weight: 0.75,
    })
  })

  it('count in full where nothing is known, and not at all where the criterion is deprecated', () => {
    const { readable, no_bugs } = applyWeights({ readable: 0.5, no_bugs: 0.9 }, { no_bugs: 0 })
    expect([readable?.weighted, no_bugs?.weighted]).toEqual([0.5, 0])
  })

  it('find no weight on the prototype of objects', () => {
    expect(applyWeights({ constructor: 0.4 }, {}).constructor).toEqual({ raw: 0.4, weighted: 0.4, weight: 1 })
  })
})
