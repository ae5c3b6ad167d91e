// biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are what is looked for
const ESCAPE_CODES = /\u001b\[[0-9;]*m/g
const ZERO_WIDTH = /^[\p{Mark}\p{Cf}]+$/u
const PICTURE = /\p{Emoji_Presentation}|\ufe0f/u

let segmenter: Intl.Segmenter | undefined

/** The segmenter is costly to make, and most texts never need it. */
function graphemesOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Terminal columns of a text: colours take none, East Asian letters and emoji two. */
export function displayWidth(text: string): number {
  const plain = text.replace(ESCAPE_CODES, '')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemesOf(plain)) width += graphemeWidth(segment)
  return width
}

/** East Asian Wide and Fullwidth, by block. */
const WIDE =
  /^[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{33ff}\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{a000}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{20000}-\u{3fffd}]/u

function graphemeWidth(segment: string): number {
  if (ZERO_WIDTH.test(segment)) return 0
  return PICTURE.test(segment) || WIDE.test(segment) ? 2 : 1
}

/** Cuts a text to a width, with an ellipsis. Colours are dropped when it cuts. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of graphemesOf(text.replace(ESCAPE_CODES, ''))) {
    used += graphemeWidth(segment)
    if (used > width - 1) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}…`
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

/** Functions that colour a text, or return it unchanged. */
export type Palette = Readonly<Record<keyof typeof CODES, (text: string) => string>>

export function paletteFor(isColoured: boolean): Palette {
  const paint = ([on, off]: readonly [number, number]) =>
    isColoured ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : (text: string) => text
  return Object.fromEntries(Object.entries(CODES).map(([name, codes]) => [name, paint(codes)])) as Palette
}

/** In order: `--no-color`, NO_COLOR, FORCE_COLOR, else colours on a terminal. */
export function isColoured(isTerminal: boolean, environment: NodeJS.ProcessEnv, refused: boolean): boolean {
  if (refused || (environment.NO_COLOR ?? '') !== '') return false
  const forced = environment.FORCE_COLOR
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && environment.TERM !== 'dumb'
}

/** Breaks a text between words so that no line is longer than `width`, unless a single word is. */
export function wrap(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

/** Wraps a line with a hanging indent of `indent`; without a width, as in a pipe, it stays one line. */
export function hanging(text: string, indent: number, width: number | undefined): string {
  if (width === undefined) return text
  return wrap(text, Math.max(24, width - indent)).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Two columns: a term, and its meaning wrapped beside it. `termWidth` aligns one block with another. */
export function columns(rows: readonly (readonly [string, string])[], width: number, termWidth = 0): string {
  const left = Math.max(termWidth, ...rows.map(([term]) => term.length)) + 2
  return rows
    .map(([term, meaning]) => {
      const lines = wrap(meaning, Math.max(24, width - left - 2)).split('\n')
      return lines.map((line, i) => `  ${(i === 0 ? term : '').padEnd(left)}${line}\n`).join('')
    })
    .join('')
}

/** Everything but our own colours, tabs and line breaks: control characters could move the cursor, hide text or set the terminal's title, and bidirectional marks could make a line read differently. */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\u001b\[(?:1|2|22|3[1-46]|39)m|\r(?!\n)|[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** JSON writes the others as escapes by itself. */
const LEFT_BY_JSON = /[\u007f-\u009f]/g

/** Makes control characters in names, files and arguments visible, so that a terminal does not obey them. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (found) => (found.length === 1 ? escaped(found) : found))
}

/** A value as JSON in which every control character is an escape; indented if asked for. */
export function visibleJson(
  value: unknown,
  indent?: number,
  replace?: (key: string, value: unknown) => unknown,
): string {
  return (JSON.stringify(value, replace, indent) ?? 'null').replace(LEFT_BY_JSON, escaped)
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
