import { stopWords } from './words.ts'

/** Every store searches this much of a text. */
export const MOST_LETTERS = 100_000
const MOST_WORDS = 32
const ASCII = /^[\0-\x7f]*$/

/** Stop words of two letters; `stopWords` has the longer ones. */
const SHORT = new Set('am an as at be by do he if in is it me my no of on or so to up us we'.split(' '))

/** The words of a text that a search can use: lower case, at least two characters, each once, the first 32. Stop words are left out unless there are no others. */
export function searchWords(text: string, most = MOST_WORDS): string[] {
  const lower = text.toLowerCase()
  // The Unicode tables take long to load, and most texts need none.
  const words = lower.match(ASCII.test(lower) ? /[a-z0-9]{2,}/g : /[\p{L}\p{N}]{2,}/gu) ?? []
  const first = [...new Set(words)].slice(0, most)
  const telling = first.filter((word) => !SHORT.has(word) && !stopWords().has(word))
  return telling.length > 0 ? telling : first
}

/** All words of a document, in lower case and in their order: runs of letters and digits, of whichever script. */
export function documentWords(text: string): readonly string[] {
  return (
    text
      .slice(0, MOST_LETTERS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** How many documents one search may weigh, which limits its cost. Words in more documents than this are recognised without counting them all. */
export const MOST_WEIGHED = 100

/** A word of a question, and how many documents hold it; counted up to `MOST_WEIGHED` at least. */
export interface WordSpread {
  readonly word: string
  readonly documents: number
}

/** The words of a question, by their use for a search. */
export interface ToldWords {
  readonly telling: readonly string[]
  /** Words that no document contains. */
  readonly unknown: readonly string[]
}

/** The words of a question that distinguish documents, rarest first. A word in nearly every document would cost the most and mean the least. */
export function tellingWords(spread: readonly WordSpread[]): ToldWords {
  const found = spread
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => Math.min(a.documents, MOST_WEIGHED) - Math.min(b.documents, MOST_WEIGHED))
  let weighed = 0
  const telling = found.filter(({ documents }) => {
    weighed += documents
    return weighed < MOST_WEIGHED
  })
  return {
    telling: (telling.length > 0 ? telling : found).map(({ word }) => word),
    unknown: spread.filter(({ documents }) => documents === 0).map(({ word }) => word),
  }
}
