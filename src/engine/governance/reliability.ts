import { plus, roundTo } from '../../domain/numbers.ts'
import { distinctIds } from './normalise-outcome.ts'

export const RELIABILITY = { successWeight: 0.6, retryWeight: 0.2, qualityWeight: 0.2, retryCeiling: 3 }

/** Quality is summed in whole billionths: integers add up the same in any order, fractions do not. */
const QUALITY_UNIT = 1e9

/** The result of one run, for an adapter that took part in it. */
export interface AdapterRun {
  readonly success: boolean
  readonly retryCount: number
  readonly qualityScore: number
}

/** Everything that is stored about an adapter's reliability, in whole numbers. */
export interface ReliabilitySums {
  readonly runs: number
  readonly successes: number
  readonly retries: number
  readonly qualityBillionths: number
}

export const NO_RUNS: ReliabilitySums = { runs: 0, successes: 0, retries: 0, qualityBillionths: 0 }

export interface Reliability {
  readonly score: number
  readonly successRate: number
  readonly avgRetries: number
  readonly quality: number
  readonly runs: number
}

/** The sums with one more run. The cost does not grow with the history, and the order of runs does not change the result. */
export function addRun(sums: ReliabilitySums, run: AdapterRun): ReliabilitySums {
  const qualityBillionths = Math.round(run.qualityScore * QUALITY_UNIT)
  return plus(sums, { runs: 1, successes: run.success ? 1 : 0, retries: run.retryCount, qualityBillionths })
}

/** The exact sums without a run that was in them. */
export function takeRun(sums: ReliabilitySums, run: AdapterRun): ReliabilitySums {
  return sumsSince(sums, addRun(NO_RUNS, run))
}

/** The sums less some earlier ones. */
export function sumsSince(sums: ReliabilitySums, earlier: ReliabilitySums): ReliabilitySums {
  return plus(sums, earlier, -1)
}

/**
 * `0.6 x successRate + 0.2 x (1 - min(avgRetries, 3) / 3) + 0.2 x avgQuality`, within 0 and 1, to three decimals.
 *
 * 80 % success, 1.5 retries and quality 0.8: 0.48 + 0.1 + 0.16 = 0.740. Without a run there is no score.
 */
export function scoreOf(sums: ReliabilitySums, policy = RELIABILITY): Reliability | undefined {
  if (sums.runs === 0) return undefined
  const successRate = sums.successes / sums.runs
  const avgRetries = sums.retries / sums.runs
  const quality = sums.qualityBillionths / QUALITY_UNIT / sums.runs
  const calm = 1 - Math.min(avgRetries, policy.retryCeiling) / policy.retryCeiling
  const score = policy.successWeight * successRate + policy.retryWeight * calm + policy.qualityWeight * quality
  return { score: roundTo(Math.min(1, Math.max(0, score)), 3), successRate, avgRetries, quality, runs: sums.runs }
}

/** The adapters that a run counts for: each once; `default` if the list is missing; none if it is empty. */
export function adaptersOf(run: { readonly adapters?: readonly string[] }): string[] {
  return distinctIds(run.adapters ?? ['default'])
}

/** Reliability of every adapter in a list of runs, by id: the fold above, grouped. */
export function reliabilityOf(
  runs: readonly (AdapterRun & { readonly adapters?: readonly string[] })[],
  policy = RELIABILITY,
): (Reliability & { readonly adapterId: string })[] {
  const sums = new Map<string, ReliabilitySums>()
  for (const run of runs) {
    for (const id of adaptersOf(run)) sums.set(id, addRun(sums.get(id) ?? NO_RUNS, run))
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([adapterId, total]) => ({ adapterId, ...scoreOf(total, policy)! }))
}
