import { createHash } from 'node:crypto'

const TRAILING = /[\s.,;:!?…。、，！？；：]/u

/** Normalises a text for comparison: composed (NFC), lower case, white space collapsed, trailing punctuation dropped. `  Check  the Token\nexpiry. ` -> `check the token expiry`. */
export function normalizeText(text: string): string {
  const flat = text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/gu, ' ')
  let end = flat.length
  while (end > 0 && TRAILING.test(flat.charAt(end - 1))) end -= 1
  return flat.slice(0, end).trimStart()
}

/** SHA-256 of the normalised text as 64 hex digits: the identity of a pattern's wording. */
export function textHash(text: string): string {
  return createHash('sha256').update(normalizeText(text), 'utf8').digest('hex')
}
