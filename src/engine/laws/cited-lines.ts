import { createHash } from 'node:crypto'

/** The cited lines of a file, counted from 1; a single line if `last` is missing. */
export interface CitedLines {
  readonly line: number
  readonly lastLine?: number | undefined
}

const MOST_LINES = 200
/** A brace or a blank line is everywhere, so finding it proves nothing. */
const TELLS_SOMETHING = /\w{3}/

/**
 * Identifies cited lines by their text: 32 hex digits of its SHA-256, with each line trimmed so that indenting changes nothing. Text rather than
 * the commit, because most commits to a file do not touch the line. Undefined if the file lacks the lines or they are too short to recognise.
 */
export function citedLinesHash(
  file: readonly string[],
  { line, lastLine = line }: CitedLines,
): string | undefined {
  const cited = file.slice(line - 1, lastLine)
  const isWhole = line >= 1 && cited.length === lastLine - line + 1 && cited.length <= MOST_LINES
  return isWhole && cited.length > 0 && TELLS_SOMETHING.test(cited.join('\n')) ? hashOf(cited) : undefined
}

/** Whether a file still contains the lines, at any position. */
export function hasCitedLines(
  file: readonly string[],
  { line, lastLine = line }: CitedLines,
  hash: string,
): boolean {
  const length = lastLine - line + 1
  if (citedLinesHash(file, { line, lastLine }) === hash) return true
  for (let from = 1; from + length - 1 <= file.length; from++)
    if (citedLinesHash(file, { line: from, lastLine: from + length - 1 }) === hash) return true
  return false
}

function hashOf(lines: readonly string[]): string {
  const text = lines.map((each) => each.trim()).join('\n')
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32)
}
