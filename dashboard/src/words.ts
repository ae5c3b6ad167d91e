const UNITS = [
  ['y', 365 * 86_400_000],
  ['mo', 30 * 86_400_000],
  ['w', 7 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** `3 d ago`, `in 2 h`, `just now`: whole units, rounded down. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at)
  const unit = UNITS.find(([, ms]) => distance >= ms)
  if (unit === undefined) return 'just now'
  const words = `${Math.floor(distance / unit[1])} ${unit[0]}`
  return at <= now ? `${words} ago` : `in ${words}`
}

export function exactTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

export function day(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** `62%`; a dash where nothing was counted. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}

export function number(value: number): string {
  return value.toLocaleString('en')
}

export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}

/** `role-block` as people say it. */
export function spoken(name: string): string {
  return name.replaceAll(/[-_]/g, ' ')
}
