import { createHash } from 'node:crypto'

/** The lines of a file that somebody points at, from 1; without a last one it is a single line. */
export interface CitedLines {
  readonly line: number
  readonly lastLine?: number | undefined
}

const MOST_LINES = 200
/** A brace or a blank line stands everywhere, so that finding it says nothing. */
const TELLS_SOMETHING = /\w{3}/

/**
 * What cited lines are known again by: 32 hex digits of the SHA-256 of their text, without the spaces around each line, so that indenting changes
 * nothing. Undefined where the file does not have them, or they say too little to be known again.
 */
export function citedLinesHash(
  file: readonly string[],
  { line, lastLine = line }: CitedLines,
): string | undefined {
  const cited = file.slice(line - 1, lastLine)
  const isWhole = line >= 1 && cited.length === lastLine - line + 1 && cited.length <= MOST_LINES
  return isWhole && cited.length > 0 && TELLS_SOMETHING.test(cited.join('\n')) ? hashOf(cited) : undefined
}

/** Whether a file still has the lines, wherever they stand by now: other lines above them move them and change nothing. */
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
