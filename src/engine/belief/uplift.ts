import {
  evidenceAbove,
  evidenceBelow,
  meanInterval,
  observationsFor,
  type SequenceSums,
} from './statistics.ts'

export const UPLIFT = {
  /** How often the interval may miss, over all times that it is ever looked at. */
  miss: 0.05,
  /** The least difference in the share of runs that succeed that somebody would act on. */
  worthKnowing: 0.1,
}

export type UpliftPolicy = typeof UPLIFT

/** A run that ended, and how many of the lines that are spoken of it was shown and how many were withheld from it at random. */
export interface Trial {
  readonly success: boolean
  /** How probable a success was, by what was known before its end and whatever the draw. */
  readonly expected: number
  /** With which probability a line was withheld. */
  readonly share: number
  readonly shown: number
  readonly withheld: number
}

/** Lines in runs that ended, and how many of those succeeded. */
export interface Tally {
  readonly lines: number
  readonly successes: number
}

/** All that is kept of the trials. Its size does not grow with them, and it does not tell their order. */
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

/** Whether a run says anything: without a draw nothing can be compared. */
export function isTrial({ share, shown, withheld }: Pick<Trial, 'share' | 'shown' | 'withheld'>): boolean {
  return share > 0 && share < 1 && shown + withheld > 0
}

/**
 * The sums with one run more; times -1, with one run less.
 *
 * A line that was shown with probability p adds `(y - e) / p`, one that was withheld `-(y - e) / (1 - p)`, where y is how the run ended and e what was expected of
 * its context. The mean of that is what showing the line changes, whichever lines were eligible and however good e is; a good e only takes out what the
 * context explains. It is scaled by the smaller of p and 1 - p, so that no run can say more than 1, and runs count by how much they can say.
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

/** What showing something changes about how runs end: a difference of shares, from -1 to 1. */
export interface Uplift {
  readonly runs: number
  readonly shown: Tally
  readonly withheld: Tally
  /** Absent until something was shown and something withheld. */
  readonly estimate?: number
  /** 95 % of such intervals hold the truth at all times that one looks. */
  readonly low: number
  readonly high: number
  /** E-values for and against it; 1 says nothing. */
  readonly helps: number
  readonly harms: number
  readonly verdict: 'helps' | 'harms' | 'no difference' | 'unknown'
  /** While it is unknown: about so many runs more would tell. */
  readonly moreRuns?: number
}

/** What the trials say so far. `share` is the probability of withholding from now on, by which the runs that are missing are reckoned. */
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
 * Until the interval excludes either 0 or every difference worth knowing. Of the estimate only what exceeds its standard error is relied on, and the variance
 * of the runs so far counts with one run of an even context.
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
