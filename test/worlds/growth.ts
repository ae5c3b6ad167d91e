/** Below this, eight times the length takes about eight times as long; a quadratic function takes 64 times as long. */
export const LINEAR = 24
const TRIES = 15
/** Shorter times are mostly noise of the clock and of the caches. */
const LEAST_MS = 2

/**
 * How many times as long the work takes for a length as for an eighth of it. Takes the processor time of the fastest of some tries,
 * so that a busy machine does not count, and stops at the first that shows a linear function.
 */
export function growth(length: number, work: (length: number) => unknown): number {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < TRIES; attempt++) {
    short = Math.min(
      short,
      Math.max(
        LEAST_MS,
        timeOf(() => work(length / 8)),
      ),
    )
    long = Math.min(
      long,
      timeOf(() => work(length)),
    )
    if (long / short < LINEAR) break
  }
  return long / short
}

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
