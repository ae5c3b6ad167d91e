export interface Citation {
  readonly file: string
  readonly line: number
}

/** The look-behind starts each try at the beginning of a word, which keeps the search linear. */
const FILE_AND_LINE = /(?<![^\s:`'"<>,;|*={}])([^\s:`'"<>,;|*={}]+):(\d{1,7})(?!\d)/gu

const EXTENSION = /\.[A-Za-z][A-Za-z0-9_-]{0,15}$/
const BARE_FILE =
  /(?:^|[\\/])(?:Makefile|Dockerfile|Jenkinsfile|Justfile|Procfile|Gemfile|Rakefile|CODEOWNERS)$/

/**
 * Every `path:line` of a text, each once, in reading order. A range or a column keeps its first line.
 *
 * `see src/a.ts:42-50 and (b.py:7)` -> src/a.ts 42, b.py 7. Times, ports and addresses are no files.
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

/** The text with every `path:line` taken out, for asking what else it says. */
export function withoutCitations(text: string): string {
  return text.replace(FILE_AND_LINE, ' ')
}

export function looksLikeFile(file: string): boolean {
  return !file.startsWith('//') && (EXTENSION.test(file) || BARE_FILE.test(file))
}

/**
 * Tells which cited files are among the changed ones.
 *
 * The same path; an absolute path that ends in it; or its ending, when only one changed file ends so.
 */
export function changedFileTest(changedFiles: readonly string[]): (file: string) => boolean {
  const find = changedFileFinder(changedFiles)
  return (cited) => find(cited) !== undefined
}

/** The same, and which of the changed files it is. */
export function changedFileFinder(changedFiles: readonly string[]): (file: string) => string | undefined {
  const exact = new Map(changedFiles.map((file) => [slashed(file), file]))
  const endings = new Map<string, string | undefined>()
  for (const [path, file] of exact) {
    for (const ending of endingsOf(path)) endings.set(ending, endings.has(ending) ? undefined : file)
  }
  return (cited) => {
    const path = slashed(cited)
    const found = exact.get(path) ?? endings.get(path)
    if (found !== undefined || !isAbsolute(path)) return found
    const ending = endingsOf(path).find((part) => exact.has(part))
    return ending === undefined ? undefined : exact.get(ending)
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '')
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/')
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
