import { createHash } from 'node:crypto'

export interface Citation {
  readonly file: string
  readonly line: number
}

/** The look-behind allows a match only at the beginning of a word, which keeps the search linear. */
const FILE_AND_LINE = /(?<![^\s:`'"<>,;|*={}])([^\s:`'"<>,;|*={}]+):(\d{1,7})(?!\d)/gu

const EXTENSION = /\.[A-Za-z][A-Za-z0-9_-]{0,15}$/
const BARE_FILE = /(?:^|[\\/])(?:Makefile|Dockerfile|Jenkinsfile|Justfile|Procfile|Gemfile|Rakefile|CODEOWNERS)$/

/**
 * Every `path:line` of a text, each once, in reading order. A range or a column keeps its first line.
 *
 * `see src/a.ts:42-50 and (b.py:7)` -> src/a.ts 42, b.py 7. Times, ports and addresses are not files.
 */
export function citationsIn(text: string): Citation[] {
  const found = new Map<string, Citation>()
  for (const match of text.matchAll(FILE_AND_LINE)) {
    const file = insideBrackets(match[1] ?? '')
    const line = Number(match[2])
    if (line > 0 && looksLikeFile(file)) found.set(`${file}:${line}`, { file, line })
  }
  return [...found.values()]
}

/** The text without any `path:line`, to see what else it says. */
export function withoutCitations(text: string): string {
  return text.replace(FILE_AND_LINE, ' ')
}

export function looksLikeFile(file: string): boolean {
  return !file.startsWith('//') && (EXTENSION.test(file) || BARE_FILE.test(file))
}

/** Whether a cited file is among the changed ones: the same path, an absolute path that ends in it, or its ending, if only one changed file has that ending. */
export function changedFileTest(changedFiles: readonly string[]): (file: string) => boolean {
  const find = changedFileFinder(changedFiles)
  return (cited) => find(cited) !== undefined
}

/** The same, but returns the changed file. */
export function changedFileFinder(changedFiles: readonly string[]): (file: string) => string | undefined {
  const exact = new Map(changedFiles.map((file) => [slashed(file), file]))
  const endings = new Map<string, string | undefined>()
  for (const [path, file] of exact) {
    for (const ending of endingsOf(path)) endings.set(ending, endings.has(ending) ? undefined : file)
  }
  return (cited) => {
    const path = slashed(cited)
    const found = exact.get(path) ?? endings.get(path)
    if (found !== undefined || !path.startsWith('/')) return found
    const ending = endingsOf(path).find((part) => exact.has(part))
    return ending === undefined ? undefined : exact.get(ending)
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '')
}

/** `a/b/c.ts` -> b/c.ts, c.ts. At most 64, more than any real path has. */
function endingsOf(path: string): string[] {
  const parts = path.split('/').slice(-65)
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join('/'))
}

/** `(src/a.ts` -> src/a.ts, while `app/[id]/page.ts` stays whole. */
function insideBrackets(word: string): string {
  const round = word.lastIndexOf('(') > word.lastIndexOf(')') ? word.lastIndexOf('(') : -1
  const square = word.lastIndexOf('[') > word.lastIndexOf(']') ? word.lastIndexOf('[') : -1
  return word.slice(Math.max(round, square) + 1)
}

/** The cited lines of a file, counted from 1; a single line if `last` is missing. */
export interface CitedLines {
  readonly line: number
  readonly lastLine?: number | undefined
}

const MOST_LINES = 200
/** A brace or a blank line is everywhere, so finding it proves nothing. */
const TELLS_SOMETHING = /\w{3}/

/** Identifies cited lines by their text: 32 hex digits of its SHA-256, with each line trimmed so that indenting changes nothing. Text rather than the commit, because most commits to a file do not touch the line. Undefined if the file lacks the lines or they are too short to recognise. */
export function citedLinesHash(file: readonly string[], { line, lastLine = line }: CitedLines) {
  const cited = file.slice(line - 1, lastLine)
  const isWhole = line >= 1 && cited.length === lastLine - line + 1 && cited.length <= MOST_LINES
  return isWhole && cited.length > 0 && TELLS_SOMETHING.test(cited.join('\n')) ? hashOf(cited) : undefined
}

/** Whether a file still contains the lines, at any position. */
export function hasCitedLines(file: readonly string[], { line, lastLine = line }: CitedLines, hash: string) {
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

/** Lines of a changed file as it is now, first and last; both the same for one line. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

export const CITED_PLACE = { withinLines: 5 }

/**
 * Whether a cited line lies in a change or within 5 lines of it.
 *
 * Lines 10 to 12 changed: 5 and 17 hold, 4 and 18 do not.
 */
export function isNearChange(line: number, changed: readonly LineRange[], policy = CITED_PLACE): boolean {
  return changed.some(({ from, to }) => line >= from - policy.withinLines && line <= to + policy.withinLines)
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm

/** The changed lines of a file, from a diff without context. If lines were only removed, the range is the two lines around them: `@@ -5,2 +4,0 @@` -> 4 to 5. */
export function changedLines(diff: string): LineRange[] {
  return [...diff.matchAll(HUNK)].map((match) => {
    const from = Number(match[1])
    const length = match[2] === undefined ? 1 : Number(match[2])
    return { from, to: length === 0 ? from + 1 : from + length - 1 }
  })
}
