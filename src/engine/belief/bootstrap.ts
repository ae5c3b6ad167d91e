import { uniform } from './holdout.ts'

export interface Interval {
  readonly estimate: number
  /** The middle 95 % of what samples of the same size would have given. */
  readonly low: number
  readonly high: number
}

const SAMPLES = 400

/**
 * A figure over cases with its 95 % bootstrap interval: the cases are drawn again, with replacement, 400 times. The draws follow from a seed, so the same history gives the same interval. Undefined when the
 * cases do not give the figure.
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
  const at = (share: number) =>
    drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? estimate
  return { estimate, low: at(0.025), high: at(0.975) }
}

/** Numbers in [0, 1) that follow from a seed: mulberry32. */
function generator(seed: string): () => number {
  let state = Math.floor(uniform(seed) * 2 ** 32)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
