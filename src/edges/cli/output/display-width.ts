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

/** Columns that a text takes on a terminal: colours none, East Asian letters and pictures two. */
export function displayWidth(text: string): number {
  const plain = text.replace(ESCAPE_CODES, '')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemesOf(plain)) width += graphemeWidth(segment)
  return width
}

function graphemeWidth(segment: string): number {
  if (ZERO_WIDTH.test(segment)) return 0
  return PICTURE.test(segment) || isWide(segment.codePointAt(0)!) ? 2 : 1
}

/** East Asian Wide and Fullwidth, by block. */
function isWide(code: number): boolean {
  return WIDE_BLOCKS.some(([first, last]) => code >= first && code <= last)
}

const WIDE_BLOCKS: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
]

/** The longest beginning that fits, with an ellipsis where something was left out. Colours are dropped when it cuts. */
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

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}
