import { longestPiece, type Vocabulary, wholeWord } from './vocabulary.ts'

/** Scripts without spaces: each character stands alone. */
const CJK = '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{2fa1f}'
/** ASCII signs count as punctuation even where Unicode calls them symbols. */
const SIGN = '\\p{P}$+<=>^`|~'

/** ASCII texts do not need the Unicode tables, which take long to load. */
const ASCII = /^[\0-\x7f]*$/
const PLAIN_WORD_OR_SIGN = /[!-/:-@[-`{-~]|[0-9A-Za-z]+/g

/** Between `parse` and `JSON` in parseJSON, between `HTTP` and `Server` in HTTPServer. */
const PLAIN_HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

/**
 * The ids of the pieces of a text, in reading order, as the teacher's tokenizer cuts it: lower case, accents removed,
 * signs alone, then the longest known piece again and again. Unknown characters are left out.
 *
 * `The mutexes` -> the, mutex, ##es.
 */
export function wordPieces(vocabulary: Vocabulary, text: string): number[] {
  const ids: number[] = []
  for (const word of wordsAndSigns(text)) pushPieces(vocabulary, fold(word), ids)
  return ids
}

/** The same, but an identifier that is not a known word is first cut at its humps: `getUserById` -> get, user, by, id. */
export function identifierPieces(vocabulary: Vocabulary, text: string): number[] {
  return wordsAndSigns(text).flatMap((word) => piecesOfWord(vocabulary, word))
}

export function piecesOfWord(vocabulary: Vocabulary, word: string): number[] {
  const folded = fold(word)
  const known = wholeWord(vocabulary, folded)
  if (known >= 0) return [known]
  const ids: number[] = []
  if (folded === word) pushPieces(vocabulary, folded, ids)
  else for (const part of humpsOf(word)) pushPieces(vocabulary, fold(part), ids)
  return ids
}

export function wordsAndSigns(text: string): string[] {
  if (ASCII.test(text)) return text.match(PLAIN_WORD_OR_SIGN) ?? []
  return text.match(new RegExp(`[${SIGN}${CJK}]|[^\\s\\p{C}${SIGN}${CJK}]+`, 'gu')) ?? []
}

function humpsOf(word: string): string[] {
  if (ASCII.test(word)) return word.split(PLAIN_HUMP)
  return word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
}

function fold(word: string): string {
  const lower = word.toLowerCase()
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{Mn}+/gu, '')
}

function pushPieces(vocabulary: Vocabulary, word: string, ids: number[]): void {
  for (let start = 0; start < word.length; ) {
    const piece = longestPiece(vocabulary, word, start)
    if (piece) ids.push(piece.id)
    start += piece?.length ?? 1
  }
}
