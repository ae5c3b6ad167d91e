const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `3 days ago`, `in 2 hours`, `just now`: whole units, rounded down, so that nothing is said to be older than it is. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at)
  const unit = UNITS.find(([, ms]) => distance >= ms)
  if (unit === undefined) return 'just now'
  const count = Math.floor(distance / unit[1])
  const words = `${count} ${unit[0]}${count === 1 ? '' : 's'}`
  return at <= now ? `${words} ago` : `in ${words}`
}
