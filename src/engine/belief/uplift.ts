import type { RelapseCounts } from './relapse.ts'
import { evidenceAbove, evidenceBelow, meanInterval, type SequenceSums } from './statistics.ts'

export const UPLIFT = {
  /** The highest probability that the interval ever misses, however often somebody looks. */
  miss: 0.05,
  /** The least difference in the success rate that somebody would act on. */
  worthKnowing: 0.1,
}

/** A run that ended, and how many of the patterns in question it was shown and how many were withheld at random. */
export interface Trial {
  /** A number from 0 to 1 means a partial success. */
  readonly success: boolean | number
  /** The probability of success before the run ended, independent of the draw. */
  readonly expected: number
  /** The probability of withholding a pattern. */
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

export const NO_TRIALS: UpliftSums = { runs: 0, shown: NO_TALLY, withheld: NO_TALLY, scale: 0, gain: 0, squares: 0 }

/** The runs that were last active on this day; the tokens, the waits for receipts and the questions for lessons that agents paid; and the changes of the relapse counts and of the uplift sums. */
export type DayRecord = typeof NOTHING & { readonly relapses: RelapseCounts; readonly uplift: UpliftSums }

const NO_RUNS = { runs: 0, receiving: 0, injections: 0, shown: 0, applied: 0, errors: 0 }
const NOTHING = {
  ran: { ...NO_RUNS, success: 0, partial: 0, failure: 0, unknown: 0 },
  paid: { tokens: 0, waits: 0, waitedMs: 0, asks: 0, askTokens: 0 },
}

export const NO_DAY: DayRecord = { ...NOTHING, relapses: {}, uplift: NO_TRIALS }

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
  const surprise = Number(success) - expected
  const weight = (shown * (scale / (1 - share)) - withheld * (scale / share)) / (shown + withheld)
  const gain = weight * surprise
  const tallied = (known: Tally, lines: number): Tally => ({
    lines: known.lines + times * lines,
    successes: known.successes + times * lines * Number(success),
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
  /** The 95% interval, valid however often somebody looks. */
  readonly low: number
  readonly high: number
  /** E-values for and against it; 1 is no evidence. */
  readonly helps: number
  readonly harms: number
  readonly verdict: 'helps' | 'harms' | 'no difference' | 'unknown'
}

export function upliftOf(sums: UpliftSums, policy = UPLIFT): Uplift {
  const { runs, shown, withheld } = sums
  const { low, high } = meanInterval(sums, policy.miss)
  const isCompared = shown.lines > 0 && withheld.lines > 0
  return {
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
}

function verdictOn(low: number, high: number, { worthKnowing }: typeof UPLIFT): Uplift['verdict'] {
  if (low > 0) return 'helps'
  if (high < 0) return 'harms'
  return low > -worthKnowing && high < worthKnowing ? 'no difference' : 'unknown'
}

/** A session with its figure, whether something was withheld from it at random, and the probability of that. */
export interface DrawnFigure {
  readonly value: number
  readonly isHeld: boolean
  readonly share: number
}

/** A figure in sessions that were shown everything that fits, and in sessions from which some of it was withheld. */
export interface FigureComparison {
  readonly shown: { readonly sessions: number; readonly mean: number }
  readonly withheld: { readonly sessions: number; readonly mean: number }
  /** The mean with less the mean without; missing until there are sessions of both sorts. */
  readonly difference?: number
  /** The 95% interval of the difference, valid however often somebody looks. */
  readonly low: number
  readonly high: number
}

/**
 * The same comparison for a figure that is counted; values above `most` count as `most`. The expected value is the mean of the earlier sessions. The means are weighted by
 * the probability of the draw: if much could be withheld, something more often was.
 * Two sessions with 1 and two without at 3, half withheld: 1 with, 3 without, a difference of -2.
 */
export function compareFigure(
  sessions: readonly DrawnFigure[],
  { most, miss = UPLIFT.miss }: { readonly most: number; readonly miss?: number },
): FigureComparison {
  let [sums, total] = [NO_TRIALS, 0.5]
  const arms = [0, 1].map(() => ({ sessions: 0, weight: 0, value: 0 }))
  for (const { value, isHeld, share } of sessions) {
    const [shown, withheld] = isHeld ? [0, 1] : [1, 0]
    if (!isTrial({ share, shown, withheld })) continue
    const success = Math.min(value, most) / most
    const expected = total / (sums.runs + 1)
    sums = withTrial(sums, { success, expected, share, shown, withheld })
    total += success
    const arm = arms[withheld]!
    const weight = Math.min(share, 1 - share) / (isHeld ? share : 1 - share)
    arm.sessions += 1
    arm.weight += weight
    arm.value += weight * success
  }
  const [shown, withheld] = arms.map((arm) => ({
    sessions: arm.sessions,
    mean: (most * arm.value) / Math.max(arm.weight, 1e-9),
  })) as [FigureComparison['shown'], FigureComparison['withheld']]
  const { low, high } = meanInterval(sums, miss)
  if (shown.sessions === 0 || withheld.sessions === 0) return { shown, withheld, low: -most, high: most }
  const difference = shown.mean - withheld.mean
  return { shown, withheld, difference, low: Math.min(most * low, difference), high: Math.max(most * high, difference) }
}
