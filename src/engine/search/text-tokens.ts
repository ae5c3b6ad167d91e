/** Scripts written without spaces: each character is a word of its own, so that overlap still means something. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'

/** Made when a text needs it: the tables of all scripts take long to load. */
let wordOrCharacter: RegExp | undefined

/** Most texts; for them the same words are found without those tables. */
const NOT_PLAIN = /[\u0080-\uffff]/
const PLAIN_WORD = /[a-z0-9_]+(?:'[a-z0-9_]+)*/g

/**
 * The words of a text in reading order: lower case, composed (NFC), letters, digits and `_` of any script.
 *
 * Everything else separates. `Don't re-use API_KEY!` -> don't, re, use, api_key.
 */
export function textTokens(text: string): string[] {
  if (!NOT_PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? []
  return text.normalize('NFC').toLowerCase().match(ofAnyScript()) ?? []
}

function ofAnyScript(): RegExp {
  wordOrCharacter ??= new RegExp(
    `[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+(?:['’](?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+)*`,
    'gu',
  )
  return wordOrCharacter
}

/** The same words, each once. */
export function tokenSet(text: string): Set<string> {
  return new Set(textTokens(text))
}
