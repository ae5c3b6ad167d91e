import { usageError } from './usage.ts'

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** An ISO time with a zone, as epoch milliseconds; without one it would mean another time on every machine. */
export function parseTime(option: string, text: string): number {
  const ms = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isInteger(ms)) return ms
  throw usageError(
    `${option}: '${text}' is not a time.`,
    `Give ISO 8601 with a zone: ${option} 2026-01-31T09:30:00Z`,
  )
}
