import { stopWords } from './words.ts'

/** As much of a text as is searched, in every store. */
export const MOST_LETTERS = 100_000
const MOST_WORDS = 32
const ASCII = /^[\0-\x7f]*$/

/** Words of two letters that say nothing about a subject; the longer ones are stop words. */
const SHORT = new Set('am an as at be by do he if in is it me my no of on or so to up us we'.split(' '))

/** The words of a text that a search can use: lower case, at least two characters, each once, the first 32. Words that say nothing are left out unless there are no others. */
export function searchWords(text: string, most = MOST_WORDS): string[] {
  const lower = text.toLowerCase()
  // The tables of all scripts take long to load; most texts need none.
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

/** How many documents one search may weigh, which is what it costs. A word that stands in more of them is found without counting to the end. */
export const MOST_WEIGHED = 100

/** A word of a question, and how many documents hold it; counted up to `MOST_WEIGHED` at least. */
export interface WordSpread {
  readonly word: string
  readonly documents: number
}

/** What the words of a question are good for. */
export interface ToldWords {
  readonly telling: readonly string[]
  /** Words that no document holds. */
  readonly unknown: readonly string[]
}

/** The words of a question that tell documents apart: the rarest first. A word that nearly every document holds would have all of them weighed, and says little. */
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
