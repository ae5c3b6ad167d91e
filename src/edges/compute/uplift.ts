import * as z from 'zod'
import { isTrial, NO_TRIALS, type Trial, UPLIFT, upliftOf, withTrial } from '../../engine/belief/uplift.ts'
import { roundScore } from '../../engine/laws/rounding.ts'
import { count, defineLaw, share } from './law.ts'

const run = z.strictObject({
  success: z.boolean(),
  expected: share.default(0.5),
  share: share.default(0.1),
  shown: count.default(0),
  withheld: count.default(0),
})

export const upliftLaw = defineLaw({
  name: 'uplift',
  summary:
    'What showing lines changes about how runs end, from those that were withheld at random; the interval may be looked at after every run.',
  input: z.strictObject({
    runs: z.array(run).max(100_000),
    /** With which probability lines are withheld from now on. */
    share: share.default(0.1),
    worthKnowing: z.number().gt(0).max(1).default(UPLIFT.worthKnowing),
    miss: z.number().gt(0).lt(1).default(UPLIFT.miss),
  }),
  run: ({ runs, share: next, ...policy }) => {
    const sums = runs.filter(isTrial).reduce((known, trial: Trial) => withTrial(known, trial), NO_TRIALS)
    const { estimate, low, high, ...rest } = upliftOf(sums, next, policy)
    const told = estimate === undefined ? {} : { estimate: roundScore(estimate) }
    return { ...rest, ...told, low: roundScore(low), high: roundScore(high) }
  },
  example: {
    input: {
      runs: [
        { success: true, share: 0.5, shown: 1 },
        { success: false, share: 0.5, withheld: 1 },
      ],
      share: 0.5,
    },
    output: { estimate: 1, low: -1, high: 1, verdict: 'unknown', moreRuns: 170 },
  },
})
