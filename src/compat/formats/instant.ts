const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/
const LAST_INSTANT = 253_402_300_799_999

/** An ISO date or time as epoch milliseconds; undefined for anything else. A time without a zone is UTC. */
export function instantOf(text: string): number | undefined {
  const plain = text.trim()
  if (!ISO.test(plain)) return undefined
  const hasZone = plain.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(plain.slice(10))
  const at = Date.parse(`${plain.replace(' ', 'T')}${hasZone ? '' : 'Z'}`)
  return Number.isFinite(at) && at >= 0 && at <= LAST_INSTANT ? at : undefined
}

/** `2026-01-01T00:00:00.000Z` without the milliseconds that most writers of logs leave out. */
export function isoSeconds(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
