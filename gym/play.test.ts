import { describe, expect, it } from 'vitest'
import { play } from './play.ts'
import { POLICY_NAMES } from './policies/catalogue.ts'
import { variantOf } from './world/variants.ts'
import { makeWorld } from './world/world.ts'

const TINY = { runs: 24, lessons: 16, poisons: 3, poisonRepeats: 8, launderShare: 0 }
const tiny = () => makeWorld(11, variantOf('poison', TINY))

describe('playing a world', () => {
  it('gives the same figures again, under every policy', async () => {
    for (const policy of POLICY_NAMES) expect(await play(tiny(), policy)).toEqual(await play(tiny(), policy))
  }, 60_000)

  it('puts the oracle above no memory, which shows nothing and hurts nobody', async () => {
    const [none, oracle] = [await play(tiny(), 'none'), await play(tiny(), 'oracle')]
    expect(oracle.chance).toBeGreaterThan(none.chance)
    expect(none).toMatchObject({ lines: 0, hurt: 0, poison: 0, reRaised: 0 })
  })

  it('finds poison from outside in front of runs that take whatever is alike, and never under the library', async () => {
    expect((await play(tiny(), 'similarity')).poison).toBeGreaterThan(10)
    for (const policy of ['classic', 'bayes', 'counter, plumbed'] as const)
      expect((await play(tiny(), policy)).poison).toBe(0)
  }, 60_000)

  it('brings outcomes late where they are late', async () => {
    const late = makeWorld(11, variantOf('delayed outcomes', { ...TINY, outcomeDelayRuns: 5 }))
    const soon = makeWorld(11, variantOf('delayed outcomes', { ...TINY, outcomeDelayRuns: 0 }))
    const [slow, fast] = [await play(late, 'counter'), await play(soon, 'counter')]
    expect(slow).not.toEqual(fast)
  })
})
