import { DELIMITERS, type Delimiter, ROLE_AT_LINE_START } from './prompt-delimiters.ts'
import { INVISIBLE } from './visible-text.ts'

/** A text settles in one round, and in two if pieces of it join; more rounds mean that it was built to do so. */
const MAX_ROUNDS = 6

/** Longer than any line of a prompt; such a text was built to keep a reader busy. */
const LONGEST = 16_384

const hidden = Object.entries(INVISIBLE).map(([kind, chars]) => removal(kind, new RegExp(`[${chars}]`, 'gu')))

/** Lone surrogates are removed too: they are not text, and could meet once the characters between them are gone. */
const UNSEEN: readonly Delimiter[] = [
  removal('control', new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,32}[@-~]`, 'g')),
  removal('control', /(?![\t\n\v\f\r\u0085])\p{Cc}/gu),
  ...hidden,
  removal('surrogate', /\p{Cs}/gu),
]

/** A quick test: a sign that delimiters need, a label that ends as ours do, anything beyond ASCII, or white space other than single blanks between words. */
const MAY_POSE = /[^\w!"#$%&'()*+,\-./;>?@\\^{|} ]| {2}|^ | $|\d ?x ?(?:validated|ignored)\)/

/**
 * Makes a pattern's text safe for a prompt: one line of visible characters that cannot pose as anything but quoted data. Also returns the kinds of what was removed or defused,
 * sorted.
 *
 * The text is cut after 16,384 characters. White space of any kind becomes one blank, which is not a removal. The text is composed (NFC) so that equal text is equal bytes; NFKC would
 * rewrite code (`x²` to `x2`) and turn lookalikes such as `＜` into the very delimiters that are being defused. Sanitizing twice changes nothing, and ASCII text never grows.
 */
export function sanitize(text: string): { text: string; removed: string[] } {
  if (text.length > LONGEST) return cut(text)
  if (!MAY_POSE.test(text)) return { text, removed: [] }
  const removed = new Set<string>()
  let clean = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = sanitizeOnce(clean, removed)
    if (next === clean) return { text: clean, removed: [...removed].sort() }
    clean = next
  }
  return { text: withoutSigns(clean), removed: [...removed, 'unsettled'].sort() }
}

function cut(text: string): { text: string; removed: string[] } {
  const { text: clean, removed } = sanitize(text.slice(0, LONGEST))
  return { text: clean, removed: [...new Set([...removed, 'truncated'])].sort() }
}

function sanitizeOnce(text: string, removed: Set<string>): string {
  let clean = UNSEEN.reduce((before, entry) => apply(before, entry, removed), text).normalize('NFC')
  clean = apply(clean, ROLE_AT_LINE_START, removed)
    .replace(/[\s\u0085]+/gu, ' ')
    .trim()
  return DELIMITERS.reduce((before, entry) => apply(before, entry, removed), clean)
}

function apply(text: string, { kind, pattern, replacement }: Delimiter, removed: Set<string>): string {
  const clean = text.replace(pattern, replacement as string)
  if (clean !== text) removed.add(kind)
  return clean
}

function removal(kind: string, pattern: RegExp): Delimiter {
  return { kind, pattern, replacement: '' }
}

/** The last resort: letters, digits and blanks cannot form a delimiter. */
function withoutSigns(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}
