import { grouped, quantity } from '../../../domain/numbers.ts'

export { grouped, quantity } from '../../../domain/numbers.ts'

/** `the newest 5,000 of 107,164` */
export function newestOf(shown: number, total: number): string {
  return `the newest ${grouped(shown)} of ${grouped(total)}`
}

/** `840 ms`, `12.3 s`, `4 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${trimmed(ms / 1_000)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return both(seconds, 60, 'min', 's')
  return both(Math.round(seconds / 60), 60, 'h', 'min')
}

/** `512 B`, `1.5 kB`, `64 MB`: powers of 1000, one digit after the point. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = size
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${trimmed(value)} ${units[unit]}`
}

/** `72%`; a share that is not known is `–`, never 0. */
export function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${Math.round(share * 100)}%`
}

function both(count: number, size: number, large: string, small: string): string {
  const rest = count % size
  return `${Math.floor(count / size)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}

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
  const words = quantity(count, unit[0])
  return at <= now ? `${words} ago` : `in ${words}`
}

const BARS = '▁▂▃▄▅▆▇█'

/** Numbers as a line of bars, from the least to the most of them or of a given range; a gap in the data is a gap in the line. */
export function sparkline(values: readonly (number | undefined)[], range?: readonly [number, number]): string {
  const known = values.filter((value) => value !== undefined)
  const [least, most] = range ?? [Math.min(...known), Math.max(...known)]
  const span = most - least
  const step = (value: number) => (span === 0 ? 3 : Math.round(((value - least) / span) * (BARS.length - 1)))
  return values.map((value) => (value === undefined ? ' ' : BARS[step(value)])).join('')
}
