import { usageError } from './tokens.ts'

/** Like `parsePlace`, but also accepts a range of lines: `src/a.ts:42-50`. */
export function parseLines(text: string): { file: string; line?: number; lastLine?: number } {
  const [, start, last] = text.match(/^(.*:[1-9]\d{0,6})-([1-9]\d{0,6})$/) ?? []
  if (start === undefined) return parsePlace(text)
  const place = parsePlace(start)
  if (Number(last) < place.line!) throw usageError(`'${text}' ends before it begins.`, 'Write it as FILE:FIRST-LAST.')
  return { ...place, lastLine: Number(last) }
}

/** `src/a.ts:42` as a file and a line; a file alone is fine, and so is the drive of a path on Windows. */
export function parsePlace(text: string): { file: string; line?: number } {
  const [, file = '', line] = text.match(/^([A-Za-z]:[\\/][^:]*|[^:]*)(?::(.*))?$/) ?? []
  const isLine = line === undefined || /^[1-9]\d{0,6}$/.test(line)
  if (file.trim() === '' || !isLine)
    throw usageError(`'${text}' is not a place in a file.`, 'Write it as FILE:LINE, src/token.ts:42 for example.')
  return { file, line: line === undefined ? undefined : Number(line) }
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** An ISO time with a zone, as epoch milliseconds; without one it would mean another time on every machine. */
export function parseTime(option: string, text: string): number {
  const ms = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isInteger(ms)) return ms
  throw usageError(`${option}: '${text}' is not a time.`, `Give ISO 8601 with a zone: ${option} 2026-01-31T09:30:00Z`)
}

/** The values of a repeatable option; undefined if there are none. */
export function some<T>(values: readonly T[]): T[] | undefined {
  return values.length === 0 ? undefined : [...values]
}

/** `--labels a,b` and `--labels a --labels b` say the same. */
export function listed(values: readonly string[]): string[] | undefined {
  return some(values)
    ?.flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
