import { uniform } from './holdout.ts'

const HALF_LOG_TWO_PI = 0.918_938_533_204_672_8
const MAX_STEPS = 100_000
const PRECISION = 1e-15
const TINY = 1e-300

/**
 * P(p < x) when p follows a Beta distribution: the regularised incomplete beta function I_x(a, b), for a, b > 0.
 *
 * `I_x(a, b) = x^a (1-x)^b / (a B(a, b)) x 1/(1 + d1/(1 + d2/(1 + ...)))`. The fraction converges fast below the mean, and
 * `I_x(a, b) = 1 - I_(1-x)(b, a)` brings every other case there.
 * Uniform belief (1, 1): P(p < 0.75) = 0.75. Eight runs' worth of belief at 0.85 (6.8, 1.2): 0.1851.
 */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a)
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)
  return Math.min(1, Math.exp(logFront - Math.log(a)) / continuedFraction(x, a, b))
}

/** `1 + d1/(1 + d2/(1 + ...))` with d(2m) = m (b-m) x / ((a+2m-1)(a+2m)) and d(2m+1) = -(a+m)(a+b+m) x / ((a+2m)(a+2m+1)), from the front by ratios of successive convergents. */
function continuedFraction(x: number, a: number, b: number): number {
  let value = 1
  let numerators = 1
  let denominators = 0
  for (let step = 1; step <= MAX_STEPS; step++) {
    const d = coefficient(step, x, a, b)
    denominators = 1 / nonZero(1 + d * denominators)
    numerators = nonZero(1 + d / numerators)
    const change = numerators * denominators
    value *= change
    if (Math.abs(change - 1) < PRECISION) break
  }
  return value
}

function coefficient(step: number, x: number, a: number, b: number): number {
  const m = Math.floor(step / 2)
  if (step % 2 === 0) return (m * (b - m) * x) / ((a + step - 1) * (a + step))
  return (-(a + m) * (a + b + m) * x) / ((a + step - 1) * (a + step))
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

/**
 * ln Gamma(x) for x > 0: the Stirling series from 10 upwards, reached by Gamma(x) = Gamma(x + 1) / x.
 *
 * ln Gamma(5) = ln 24 = 3.1781.
 */
export function logGamma(x: number): number {
  let shifted = x
  let product = 1
  while (shifted < 10) product *= shifted++
  const r = 1 / (shifted * shifted)
  const tail = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / shifted
  return (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + tail - Math.log(product)
}

export interface Interval {
  readonly estimate: number
  /** The middle 95% of the resampled results. */
  readonly low: number
  readonly high: number
}

const SAMPLES = 400

/**
 * A statistic over cases with its 95% bootstrap interval: the cases are drawn again, with replacement, 400 times. The draws depend on a seed, so the same history
 * gives the same interval. Undefined if the cases are too few for the statistic.
 */
export function bootstrapped<T>(
  cases: readonly T[],
  figure: (some: readonly T[]) => number | undefined,
  seed: string,
): Interval | undefined {
  const estimate = figure(cases)
  if (estimate === undefined) return undefined
  const next = generator(seed)
  const drawn: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const value = figure(cases.map(() => cases[Math.floor(next() * cases.length)]!))
    if (value !== undefined) drawn.push(value)
  }
  drawn.sort((a, b) => a - b)
  const at = (share: number) => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? estimate
  return { estimate, low: at(0.025), high: at(0.975) }
}

/** Pseudo-random numbers in [0, 1) from a seed: mulberry32. */
function generator(seed: string): () => number {
  let state = Math.floor(uniform(seed) * 2 ** 32)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Sums over observations `u` in [-1, 1], the i-th of which has the mean `s_i m`: everything that the sequence needs. */
export interface SequenceSums {
  /** The sum of the scales `s_i`. */
  readonly scale: number
  /** The sum of the observations. */
  readonly gain: number
  /** The sum of their squares. */
  readonly squares: number
}

/** The stakes that the mixture bets in equal parts: the large ones for few observations, the small ones for many. */
const STAKES = [0.75, 0.45, 0.27, 0.16, 0.1, 0.06, 0.035, 0.02] as const

/** Larger logarithms would overflow. */
const LARGEST_LOG = 700

const STEPS_OF_SEARCH = 40

const PRICES = STAKES.map((stake) => -Math.log1p(-stake) - stake)

/**
 * The strength of the evidence for a mean above `mean`: the mean over stakes t of `exp(t (gain - m scale) - psi(t) squares)`, with `psi(t) = -ln(1 - t) - t`. Since
 * `exp(t u - psi(t) u^2) <= 1 + t u` for every u >= -1, none of the bets can be expected to win while the mean is not above m, whenever one looks and whatever the
 * distribution. It is 1 without an observation.
 * Ten observations of 0.5 against a mean of 0: (8.6648 + 6.5562 + 3.4495 + 2.1471 + 1.6268 + 1.3435 + 1.1894 + 1.1046) / 8 = 3.2602.
 */
export function evidenceAbove({ scale, gain, squares }: SequenceSums, mean: number): number {
  const won = STAKES.map((stake, n) => stake * (gain - mean * scale) - PRICES[n]! * squares)
  const best = Math.max(...won)
  return (
    (Math.exp(Math.min(best, LARGEST_LOG)) * won.reduce((total, each) => total + Math.exp(each - best), 0)) /
    STAKES.length
  )
}

export function evidenceBelow({ scale, gain, squares }: SequenceSums, mean: number): number {
  return evidenceAbove({ scale, gain: -gain, squares }, -mean)
}

/** The interval of all means in [-1, 1] that the observations do not rule out, `evidence < 2 / miss` on either side. The probability that it ever excludes the true mean is at most `miss`, so one may look every day. */
export function meanInterval(sums: SequenceSums, miss: number): { low: number; high: number } {
  const bar = 2 / miss
  const low = lastWhere((mean) => evidenceAbove(sums, mean) >= bar)
  const high = -lastWhere((mean) => evidenceBelow(sums, -mean) >= bar)
  return { low, high }
}

/** The point in [-1, 1] at which a monotonic condition stops being true. */
function lastWhere(holds: (value: number) => boolean): number {
  if (!holds(-1)) return -1
  if (holds(1)) return 1
  let [yes, no] = [-1, 1]
  for (let step = 0; step < STEPS_OF_SEARCH; step++) {
    const middle = (yes + no) / 2
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}
