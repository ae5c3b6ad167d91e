import { documentWords } from './search-words.ts'

/** The trigrams of a word, three letters at a time, with a blank on either side: `tok` -> ` to`, `tok`, `ok `. */
export function trigrams(word: string): ReadonlySet<string> {
  const padded = ` ${word} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3))
  return found
}

/** The share of an asked word's trigrams that another word has: `|A and B| / |A|`, from 0 to 1. The rest of the other word does not count, so a fragment matches a long name. `getusertok` has 10 trigrams, and all but the last are in `getusertoken`: 9 / 10 = 0.9. */
export function trigramShare(asked: ReadonlySet<string>, word: string): number {
  const padded = ` ${word} `
  let shared = 0
  for (const trigram of asked) if (padded.includes(trigram)) shared += 1
  return asked.size === 0 ? 0 : shared / asked.size
}

const MOST_WORDS = 6
const SHORTEST = 4
/** One wrong letter leaves one half of a word whole; each half needs three letters for a lookup. */
const SHORTEST_HALVED = 6
/** Words that share less of their trigrams are different words. */
export const SIMILAR = 0.5

/** How many documents are searched for similar spellings, the newest ones. */
export const MOST_PROPOSED = 64

export interface Proposed {
  readonly id: string
  readonly text: string
}

/** Words to look up by their letters, longest first; very short ones are left out, because they are part of everything. */
export function oddWords(words: readonly string[]): string[] {
  return words
    .filter((word) => word.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
}

/** The beginnings of document words to look at first: the first half of each word, or all of a short one. */
export function beginningsOf(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => piecesOf([word])[0]!))]
}

/** A document is searched if it contains one of these: half of one of the words, or all of a short one. */
export function piecesOf(words: readonly string[]): string[] {
  const pieces = words.flatMap((word) => {
    const half = Math.ceil(word.length / 2)
    // Never splits a surrogate pair, which no database accepts.
    const middle = /[\uD800-\uDBFF]/.test(word[half - 1] ?? '') ? half + 1 : half
    return word.length < SHORTEST_HALVED ? [word] : [word.slice(0, middle), word.slice(middle)]
  })
  return [...new Set(pieces)]
}

export interface Similar {
  readonly id: string
  /** The sum over the asked words of the share of trigrams that the document's most similar word has. */
  readonly similar: number
}

/** The proposed documents with similar words, best first, and the asked words that none of them has. */
export function mostSimilar(
  proposed: readonly Proposed[],
  words: readonly string[],
): { hits: Similar[]; missed: string[] } {
  const asked = words.map((word) => ({ word, pieces: piecesOf([word]), letters: trigrams(word), best: 0 }))
  const hits = proposed
    .map(({ id, text }) => ({ id, similar: similarity(text.toLowerCase(), asked) }))
    .filter(({ similar }) => similar > 0)
    .sort((a, b) => b.similar - a.similar || (a.id < b.id ? -1 : 1))
  return { hits, missed: asked.filter(({ best }) => best < SIMILAR).map(({ word }) => word) }
}

interface AskedWord {
  readonly pieces: readonly string[]
  readonly letters: ReadonlySet<string>
  best: number
}

/** The sum over the asked words of the share that the text's most similar word has. */
function similarity(text: string, asked: readonly AskedWord[]): number {
  const near = asked.filter(({ pieces }) => pieces.some((piece) => text.includes(piece)))
  if (near.length === 0) return 0
  const words = documentWords(text)
  let sum = 0
  for (const word of near) {
    const share = likest(word, words)
    if (share < SIMILAR) continue
    word.best = Math.max(word.best, share)
    sum += share
  }
  return sum
}

function likest({ pieces, letters }: AskedWord, words: readonly string[]): number {
  let best = 0
  for (const word of words)
    if (pieces.some((piece) => word.includes(piece))) best = Math.max(best, trigramShare(letters, word))
  return best
}
