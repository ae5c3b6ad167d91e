import { describe, expect, it } from 'vitest'
import { NO_TRIALS, type Uplift, upliftOf } from '../engine/belief/uplift.ts'
import { signed } from './standing-words.ts'
import { upliftWords } from './wording.ts'

const nothing = upliftOf(NO_TRIALS)
const known = (more: Partial<Uplift>): string => upliftWords({ ...nothing, ...more })

describe('uplift in words', () => {
  it('says that nothing is known yet, and never a bare zero', () => {
    expect(upliftWords(nothing)).toBe('not enough data yet')
  })

  it('says by how many points of a hundred, and between which bounds', () => {
    expect(known({ verdict: 'helps', estimate: 0.18, low: 0.05, high: 0.31 })).toBe(
      'helps: runs end well 18 points more often (+5 to +31)',
    )
    expect(known({ verdict: 'harms', estimate: -0.01, low: -0.2, high: -0.004 })).toBe(
      'harms: runs end well 1 point less often (-20 to 0)',
    )
    expect(known({ verdict: 'no difference', estimate: 0, low: -0.04, high: 0.06 })).toBe(
      'makes no difference of 10 points or more (-4 to +6)',
    )
  })

  it('rounds to whole points', () => {
    expect([-0.004, 0, 0.255].map(signed)).toEqual(['0', '0', '+26'])
  })
})
