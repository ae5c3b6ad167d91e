/** A mean and the interval that holds the true one in 95 of 100 such reports. */
export interface Estimate {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly n: number
}

/** Two-sided 95 % quantiles of Student's t by degrees of freedom; beyond the last the normal distribution. */
const QUANTILES: readonly number[] = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]
const NORMAL = 1.96

/**
 * `mean +- t x s / sqrt(n)`, over worlds: each world is one draw, for its runs are not independent.
 * 1, 2, 3: s = 1, t = 4.303, so 2 +- 2.484.
 */
export function estimate(values: readonly number[]): Estimate | undefined {
  const n = values.length
  if (n === 0) return undefined
  const mean = values.reduce((total, value) => total + value, 0) / n
  if (n === 1) return { mean, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, n }
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (n - 1)
  const half = (QUANTILES[n - 2] ?? NORMAL) * Math.sqrt(variance / n)
  return { mean, low: mean - half, high: mean + half, n }
}
