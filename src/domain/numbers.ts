/** A share in whole percent, halves up: 5 of 7 is 71, 23 of 40 (57.5) is 58. Of nothing, 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}

/** A probability in words, never certain: 0.82 is `82%`, 0.9996 is `over 99%`, 0.004 is `under 1%`. */
export function chance(probability: number): string {
  return probability > 0.99 ? 'over 99%' : probability < 0.01 ? 'under 1%' : `${Math.round(100 * probability)}%`
}

/**
 * Rounds to the given number of decimals, halves away from zero.
 *
 * The nudge of one epsilon undoes what binary fractions do to a decimal half: 1.005 is stored as 1.00499..., and two decimals of it are 1.01. Zero never comes out negative.
 */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals
  const nearest = Math.round(Math.abs(value) * factor * (1 + Number.EPSILON)) / factor
  return value < 0 && nearest > 0 ? -nearest : nearest
}

/** Rounds a score to 10 decimals: thresholds are decimal, and `0.1 + 0.2` is 0.30000000000000004, which must not exceed 0.3. */
export function roundScore(score: number): number {
  return roundTo(score, 10)
}

/** `1 pattern`, `1,204 patterns`. */
export function quantity(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** `1,204`. Written by hand, because the first use of a locale takes a command longer than the rest of its output. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Adds numbers member by member, at any depth; a missing member is 0. */
export function plus<T>(known: T, change: object | number, times: 1 | -1 = 1): T {
  if (typeof change === 'number') return (((known as number | undefined) ?? 0) + times * change) as T
  const sum = (Array.isArray(change) ? [] : { ...known }) as Record<string, unknown>
  for (const key of Object.keys(change))
    sum[key] = plus((known as never)?.[key], (change as Record<string, number>)[key]!, times)
  return sum as T
}
