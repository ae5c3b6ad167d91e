import {
  evidenceAbove,
  evidenceBelow,
  meanInterval,
  observationsFor,
  type SequenceSums,
} from './statistics.ts'

export const UPLIFT = {
  /** The probability that the interval ever misses, over all times that somebody looks. */
  miss: 0.05,
  /** The least difference in the success rate that somebody would act on. */
  worthKnowing: 0.1,
}

export type UpliftPolicy = typeof UPLIFT

/** A run that ended, and how many of the patterns in question it was shown and how many were withheld at random. */
export interface Trial {
  readonly success: boolean
  /** The probability of success known before the end, whatever the draw. */
  readonly expected: number
  /** The probability with which a pattern was withheld. */
  readonly share: number
  readonly shown: number
  readonly withheld: number
}

/** The number of patterns in runs that ended, and in runs that succeeded. */
export interface Tally {
  readonly lines: number
  readonly successes: number
}

/** Everything that is stored about the trials. Its size does not grow with them, and it does not depend on their order. */
export interface UpliftSums extends SequenceSums {
  readonly runs: number
  readonly shown: Tally
  readonly withheld: Tally
}

const NO_TALLY: Tally = { lines: 0, successes: 0 }

export const NO_TRIALS: UpliftSums = {
  runs: 0,
  shown: NO_TALLY,
  withheld: NO_TALLY,
  scale: 0,
  gain: 0,
  squares: 0,
}

/** Whether a run counts: without a draw there is nothing to compare. */
export function isTrial({ share, shown, withheld }: Pick<Trial, 'share' | 'shown' | 'withheld'>): boolean {
  return share > 0 && share < 1 && shown + withheld > 0
}

/**
 * The sums with one run more; with `times` -1, with one run less.
 *
 * A pattern that was shown with probability p adds `(y - e) / p`, one that was withheld `-(y - e) / (1 - p)`, where y is the outcome and e the outcome expected in
 * its context. The mean is the effect of showing the pattern, whichever patterns were eligible and however good e is; a good e only removes noise. It is scaled by
 * the smaller of p and 1 - p, so that no run adds more than 1.
 * A success where 0.5 was expected, at a share of 0.1: withheld -0.5, shown 0.0556, each at a scale of 0.1.
 */
export function withTrial(sums: UpliftSums, trial: Trial, times: 1 | -1 = 1): UpliftSums {
  const { success, expected, share, shown, withheld } = trial
  const scale = Math.min(share, 1 - share)
  const surprise = (success ? 1 : 0) - expected
  const weight = (shown * (scale / (1 - share)) - withheld * (scale / share)) / (shown + withheld)
  const gain = weight * surprise
  const tallied = (known: Tally, lines: number): Tally => ({
    lines: known.lines + times * lines,
    successes: known.successes + (success ? times * lines : 0),
  })
  return {
    runs: sums.runs + times,
    shown: tallied(sums.shown, shown),
    withheld: tallied(sums.withheld, withheld),
    scale: sums.scale + times * scale,
    gain: sums.gain + times * gain,
    squares: sums.squares + times * gain * gain,
  }
}

/** The effect of showing patterns on how runs end: a difference of success rates, from -1 to 1. */
export interface Uplift {
  readonly runs: number
  readonly shown: Tally
  readonly withheld: Tally
  /** Missing until something was shown and something withheld. */
  readonly estimate?: number
  /** The 95% interval, valid at all times that somebody looks. */
  readonly low: number
  readonly high: number
  /** E-values for and against it; 1 is no evidence. */
  readonly helps: number
  readonly harms: number
  readonly verdict: 'helps' | 'harms' | 'no difference' | 'unknown'
  /** If the effect is unknown: about how many more runs are needed. */
  readonly moreRuns?: number
}

/** The effect according to the trials so far. `share` is the current probability of withholding, used to estimate how many more runs are needed. */
export function upliftOf(sums: UpliftSums, share: number, policy: UpliftPolicy = UPLIFT): Uplift {
  const { runs, shown, withheld } = sums
  const { low, high } = meanInterval(sums, policy.miss)
  const isCompared = shown.lines > 0 && withheld.lines > 0
  const known = {
    runs,
    shown,
    withheld,
    estimate: isCompared ? Math.min(1, Math.max(-1, sums.gain / sums.scale)) : undefined,
    low,
    high,
    helps: evidenceAbove(sums, 0),
    harms: evidenceBelow(sums, 0),
    verdict: verdictOn(low, high, policy),
  }
  if (known.verdict !== 'unknown') return known
  const moreRuns = missing(sums, share, policy)
  return Number.isFinite(moreRuns) ? { ...known, moreRuns } : known
}

function verdictOn(low: number, high: number, { worthKnowing }: UpliftPolicy): Uplift['verdict'] {
  if (low > 0) return 'helps'
  if (high < 0) return 'harms'
  return low > -worthKnowing && high < worthKnowing ? 'no difference' : 'unknown'
}

/**
 * Until the interval excludes either 0 or every difference worth knowing. Of the estimate, only what exceeds its standard error is relied on, and one run of an even
 * context is added to the variance.
 */
function missing(sums: UpliftSums, share: number, { miss, worthKnowing }: UpliftPolicy): number {
  if (share <= 0 || share >= 1) return Number.POSITIVE_INFINITY
  const first = Math.min(share, 1 - share)
  const even = (0.25 * first ** 2) / (share * (1 - share))
  const rate = {
    scale: (sums.scale + first) / (sums.runs + 1),
    squares: (sums.squares + even) / (sums.runs + 1),
  }
  const [estimate, error] =
    sums.scale > 0 ? [sums.gain / sums.scale, Math.sqrt(sums.squares) / sums.scale] : [0, 0]
  const likely = Math.max(0, Math.min(1, Math.abs(estimate)) - error)
  const distance = Math.max(likely, worthKnowing - likely)
  return Math.max(1, observationsFor(distance, rate, miss) - sums.runs)
}
