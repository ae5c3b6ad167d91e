import { BAYES, type BayesPolicy } from './bayes-policy.ts'

/** The prediction for a run, and its outcome. */
export interface Prediction {
  readonly probability: number
  readonly success: boolean
}

/** Sums over predictions with about the same probability. */
export interface Bin {
  readonly count: number
  readonly predicted: number
  readonly successes: number
}

/** Everything that is stored about predictions: ten bins and two sums, however many there were. */
export interface CalibrationSums {
  readonly bins: readonly Bin[]
  readonly squares: number
  readonly logs: number
}

export interface Calibration {
  readonly predictions: number
  /** Mean of `(p - y)^2`: 0 is perfect, 0.25 is what a coin gets. */
  readonly brier: number
  /** Mean of `-ln p(y)`: a coin gets 0.6931. */
  readonly logLoss: number
  /** `sum of n_bin / n x |mean p - mean y|` over ten bins: the expected calibration error. */
  readonly ece: number
  readonly bins: readonly CalibrationBin[]
  /** There are enough predictions for a statement. */
  readonly known: boolean
}

export interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly predicted: number
  readonly observed: number
}

const BINS = 10
const LEAST = 1e-6
const EMPTY_BIN: Bin = { count: 0, predicted: 0, successes: 0 }

export const NO_PREDICTIONS: CalibrationSums = {
  bins: Array.from({ length: BINS }, () => EMPTY_BIN),
  squares: 0,
  logs: 0,
}

/** The sums with one prediction more (1) or less (-1). */
export function withPrediction(
  sums: CalibrationSums,
  { probability, success }: Prediction,
  sign: 1 | -1 = 1,
): CalibrationSums {
  const at = binOf(probability)
  const y = success ? 1 : 0
  const p = Math.min(1 - LEAST, Math.max(LEAST, probability))
  return {
    bins: sums.bins.map((bin, index) =>
      index === at
        ? {
            count: bin.count + sign,
            predicted: bin.predicted + sign * probability,
            successes: bin.successes + sign * y,
          }
        : bin,
    ),
    squares: sums.squares + sign * (probability - y) ** 2,
    logs: sums.logs - sign * Math.log(success ? p : 1 - p),
  }
}

/**
 * How well predictions and outcomes agree: Brier score, log loss and expected calibration error over ten bins.
 *
 * 0.8 and it came, 0.6 and it did not: Brier (0.04 + 0.36) / 2 = 0.2, log loss (0.2231 + 0.9163) / 2 = 0.5697, ECE (0.2 + 0.6) / 2 = 0.4.
 */
export function calibrationOf(sums: CalibrationSums, policy: BayesPolicy = BAYES): Calibration {
  const predictions = sums.bins.reduce((total, { count }) => total + count, 0)
  const mean = (sum: number) => (predictions === 0 ? 0 : sum / predictions)
  const gaps = sums.bins.reduce((total, { predicted, successes }) => total + Math.abs(predicted - successes), 0)
  return {
    predictions,
    brier: mean(sums.squares),
    logLoss: mean(sums.logs),
    ece: mean(gaps),
    bins: sums.bins.map(calibrationBin),
    known: predictions >= policy.leastPredictions,
  }
}

function calibrationBin({ count, predicted, successes }: Bin, index: number): CalibrationBin {
  const mean = (sum: number) => (count === 0 ? 0 : sum / count)
  const from = index / BINS
  return { from, to: (index + 1) / BINS, count, predicted: mean(predicted), observed: mean(successes) }
}

/**
 * A probability corrected by experience: `(successes + 10 p) / (n + 10)` over the predictions of its bin. Without any it does not change.
 *
 * 0.83 where 28 of 40 such came true: (28 + 8.3) / 50 = 0.726.
 */
export function recalibrated(
  probability: number,
  { bins }: CalibrationSums,
  { recalibrationPseudoCounts: pseudo }: BayesPolicy = BAYES,
): number {
  const { count, successes } = bins[binOf(probability)] ?? EMPTY_BIN
  return (successes + pseudo * probability) / (count + pseudo)
}

function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(probability * BINS)))
}

/** A score from before the outcome was known, and the outcome. */
export interface ScoredCase {
  readonly signal: number
  readonly success: boolean
}

const NEIGHBOURS = 20

/**
 * The probability that each score meant, using only earlier cases: of the 20 earlier scores nearest to it, `k` ended well, so `p = (k + 1) / (n + 2)`. Scores of any
 * scale can thus be judged as predictions, and none has seen its own outcome. The first is 1/2; a score after three similar ones that all ended well is 4/5.
 */
export function probabilitiesOf(foreseen: readonly ScoredCase[]): number[] {
  return foreseen.map(({ signal }, at) => {
    const nearest = foreseen
      .slice(0, at)
      .sort((a, b) => Math.abs(a.signal - signal) - Math.abs(b.signal - signal))
      .slice(0, NEIGHBOURS)
    const successes = nearest.filter(({ success }) => success).length
    return (successes + 1) / (nearest.length + 2)
  })
}

/** Mean of `(p - y)^2`; a coin gets 0.25. */
export function brierOf(probabilities: readonly number[], outcomes: readonly boolean[]): number {
  return mean(probabilities.map((p, i) => (p - (outcomes[i] ? 1 : 0)) ** 2))
}

export function logLossOf(probabilities: readonly number[], outcomes: readonly boolean[]): number {
  return mean(probabilities.map((p, i) => -Math.log(outcomes[i] ? p : 1 - p)))
}

/** The share of pairs of a success and a failure in which the success had the higher score, ties counting half; 1 is perfect, 0.5 is chance. Scores 0.9 and 0.4 that ended well, 0.5 that did not: 1/2. Undefined without both. */
export function aucOf(foreseen: readonly ScoredCase[]): number | undefined {
  const good = foreseen.filter(({ success }) => success)
  const bad = foreseen.filter(({ success }) => !success)
  if (good.length === 0 || bad.length === 0) return undefined
  let won = 0
  for (const { signal } of good)
    for (const other of bad) won += signal > other.signal ? 1 : signal === other.signal ? 0.5 : 0
  return won / (good.length * bad.length)
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
