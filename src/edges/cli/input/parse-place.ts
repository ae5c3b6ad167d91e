import { usageError } from './usage.ts'

/** The same, or `src/a.ts:42-50`. */
export function parseLines(text: string): { file: string; line?: number; lastLine?: number } {
  const [, start, last] = text.match(/^(.*:[1-9]\d{0,6})-([1-9]\d{0,6})$/) ?? []
  if (start === undefined) return parsePlace(text)
  const place = parsePlace(start)
  if (Number(last) < place.line!)
    throw usageError(`'${text}' ends before it begins.`, 'Write it as FILE:FIRST-LAST.')
  return { ...place, lastLine: Number(last) }
}

/** `src/a.ts:42` as a file and a line; a file alone is fine, and so is the drive of a path on Windows. */
export function parsePlace(text: string): { file: string; line?: number } {
  const [, file = '', line] = text.match(/^([A-Za-z]:[\\/][^:]*|[^:]*)(?::(.*))?$/) ?? []
  const isLine = line === undefined || /^[1-9]\d{0,6}$/.test(line)
  if (file.trim() === '' || !isLine)
    throw usageError(
      `'${text}' is not a place in a file.`,
      'Write it as FILE:LINE, src/token.ts:42 for example.',
    )
  return { file, line: line === undefined ? undefined : Number(line) }
}
