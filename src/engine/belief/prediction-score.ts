/** What a score said before the outcome was known, and the outcome. */
export interface Foreseen {
  readonly signal: number
  readonly success: boolean
}

const NEIGHBOURS = 20

/**
 * The probability that each signal meant, from what came before it alone: of the 20 earlier ones nearest to it `k` ended well, `p = (k + 1) / (n + 2)`. So scores of any scale can be judged as predictions, and
 * none has seen its own outcome. The first is 1/2; a signal after three alike that all ended well is 4/5.
 */
export function probabilitiesOf(foreseen: readonly Foreseen[]): number[] {
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

/** Mean of `-ln p(y)`; a coin gets 0.6931. */
export function logLossOf(probabilities: readonly number[], outcomes: readonly boolean[]): number {
  return mean(probabilities.map((p, i) => -Math.log(outcomes[i] ? p : 1 - p)))
}

/**
 * The share of pairs of a success and a failure in which the success had the higher signal, ties counting half; 1 is perfect, 0.5 says nothing. Signals 0.9 and 0.4 that ended well, 0.5 that did not: 1/2.
 * Undefined without both.
 */
export function aucOf(foreseen: readonly Foreseen[]): number | undefined {
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
