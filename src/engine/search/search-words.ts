/** As much of a text as is searched, in every store. */
export const MOST_LETTERS = 100_000
const MOST_WORDS = 32
const ASCII = /^[\0-\x7f]*$/

/** The words of a text that a search can use: lower case, at least two letters or digits, each once, at most 32. */
export function searchWords(text: string, most = MOST_WORDS): string[] {
  const lower = text.toLowerCase()
  // The tables of all scripts take long to load; most texts need none.
  const words = lower.match(ASCII.test(lower) ? /[a-z0-9]{2,}/g : /[\p{L}\p{N}]{2,}/gu) ?? []
  return [...new Set(words)].slice(0, most)
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
