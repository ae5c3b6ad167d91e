import fc from 'fast-check'
import type { Posterior } from '../../src/engine/belief/posterior.ts'

/** Any distribution over help, neutral and harm that rules nothing out. */
export const anyPosterior: fc.Arbitrary<Posterior> = fc
  .tuple(...Array.from({ length: 3 }, () => fc.double({ min: 0.001, max: 1, noNaN: true })))
  .map(([help, neutral, harm]) => {
    const total = help! + neutral! + harm!
    return { help: help! / total, neutral: neutral! / total, harm: harm! / total }
  })

export const anyShare = fc.double({ min: 0, max: 1, noNaN: true })
