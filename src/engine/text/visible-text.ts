/**
 * Characters that a machine reads but a person does not see, by kind. Each entry is the inside of a character class for a regular expression with the `u` flag.
 *
 * Emoji also lose their joiners and variation selectors: the same characters carry hidden bytes, and a learning reads the same without them.
 */
export const INVISIBLE = {
  bidi: '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u206F',
  'zero-width':
    '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200D\\u2060-\\u2065\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFC\\u{13430}-\\u{1343F}\\u{1BCA0}-\\u{1BCA3}\\u{1D159}\\u{1D173}-\\u{1D17A}',
  'unicode-tag': '\\u{E0000}-\\u{E00FF}\\u{E01F0}-\\u{E0FFF}',
  'variation-selector': '\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}',
} as const

/** Includes what a terminal does not show: a coloured match of `grep` is in the middle of a word. */
const ANY = RegExp(`\\x1b\\[[0-9;?]{0,32}[@-~]|[^\\P{Cc}\\s]|[${Object.values(INVISIBLE).join('')}]`, 'gu')

/** Most texts are plain ASCII, which is faster to check. */
const PLAIN = /^[\t-\r -~]*$/

/** A text without its invisible characters, and the original position of each remaining UTF-16 unit. */
export interface VisibleText {
  readonly text: string
  /** Position in the original of the unit at `index`; `index` may equal the length of the visible text. */
  readonly origin: (index: number) => number
}

/** The visible text. The common case, nothing invisible, costs one scan and no copy. */
export function visibleText(original: string): VisibleText {
  if (PLAIN.test(original)) return { text: original, origin: (index) => index }
  const text = original.replace(ANY, '')
  if (text.length === original.length) return { text, origin: (index) => index }
  const positions = visiblePositions(original)
  return { text, origin: (index) => positions[index] ?? original.length }
}

function visiblePositions(original: string): number[] {
  const positions: number[] = []
  let next = 0
  for (const match of [...original.matchAll(ANY), { index: original.length, 0: '' }]) {
    while (next < match.index) positions.push(next++)
    next += match[0].length
  }
  return positions
}

/** White space that is not a single blank between words. */
const MORE_THAN_BLANKS = /[^\S ]|\s\s|^\s|\s$/

/**
 * Text as one line: every run of white space becomes one blank.
 *
 * The text of an error goes into a list item of a prompt, where a line break could begin a heading of its own.
 */
export function oneLine(text: string): string {
  return MORE_THAN_BLANKS.test(text) ? text.replace(/\s+/g, ' ').trim() : text
}
