const MOST_WORDS = 32

/** The words of a text that a search can use: lower case, at least two letters or digits, each once, at most 32. */
export function searchWords(text: string, most = MOST_WORDS): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return [...new Set(words)].slice(0, most)
}
