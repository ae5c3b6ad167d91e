import { sharedCount, stopWords, textTokens } from './words.ts'

export const FUSION = {
  /** The weight of the meaning for a question in plain words. */
  proseWeight: 0.5,
  /** The weight of the meaning for a question of only names and numbers. */
  identifierWeight: 0.2,
  /** The weight of a word that is only spelt similarly. */
  similarWeight: 0.5,
  /** Added to the words that could be shared, so that one shared word of two does not mean the same subject. */
  fewWords: 2,
}

/** A name out of code, a path or a number: `parseToken`, `src/a.ts`, `ERR_INVALID`, `0x1F`, `v2.1`. */
const IDENTIFIER = /[a-z][A-Z]|[_/\\.:#$@]\w|\w\(|^\S*\d\S*$|^[A-Z]{3,}$/

/**
 * The weight of the meaning against the words, by the kind of question: `0.5 - 0.3 x identifierShare`.
 *
 * A static model knows prose but no identifiers, so the words decide a question of names and error codes.
 * `fix the login of the mobile client`: 0.5. `TypeError in src/token.ts:42`, 2 of 3 words identifiers: 0.5 - 0.3 x 2 / 3 = 0.3.
 */
export function semanticWeight(question: string, policy = FUSION): number {
  const words = question.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return policy.proseWeight
  const identifierShare = words.filter((word) => IDENTIFIER.test(word)).length / words.length
  return policy.proseWeight - (policy.proseWeight - policy.identifierWeight) * identifierShare
}

/** One similarity from meaning and words: `w x max(0, cosine) + (1 - w) x lexical`, from 0 to 1. Without a cosine (no model), the words alone. Cosine 0.8, lexical 0.3, w 0.5: 0.55. */
export function fuseSimilarity(cosine: number | undefined, lexical: number, weight: number): number {
  if (cosine === undefined) return lexical
  return weight * Math.max(0, cosine) + (1 - weight) * lexical
}

/** A document that a search found: the score of its words (BM25), how much of the odd words it spells alike, and the cosine of its meaning. */
export interface Found {
  readonly score: number
  readonly similar: number
  readonly cosine: number | undefined
  /** Its meaningful words; called only if it shares some with the question. */
  readonly words: () => ReadonlySet<string>
}

/** How near each document is to a question: its score over the best score, fused with its meaning. Every search is in this order. 0 if it shares neither. Scores 6 and 3, cosines 0.4 and 0.5, w 0.5: 0.5 x 1 + 0.5 x 0.4 = 0.7 and 0.5 x 0.5 + 0.5 x 0.5 = 0.5. */
export function nearnessTo(question: string, found: readonly Omit<Found, 'words'>[]): Float64Array {
  const weight = semanticWeight(question)
  const { similarWeight } = FUSION
  let best = Number.MIN_VALUE
  for (const { score } of found) best = Math.max(best, score)
  return Float64Array.from(found, ({ score, similar, cosine }) =>
    fuseSimilarity(cosine, Math.max(score / best, similarWeight * Math.min(1, similar)), weight),
  )
}

/** The relevance of the nearest document to a question, in absolute terms: its meaning, fused with the share of words that both have, `shared / (2 + min(|A|, |B|))`. The shorter text counts, because a short document cannot hold all of a long question, and vice versa. Three shared words of a document of six in a question of forty: 3 / 8 = 0.375; with cosine 0.5 and w 0.5: 0.4375. */
export function nearestOf(question: string, found: readonly Found[]): number {
  const weight = semanticWeight(question)
  const asked = tellingTokens(question)
  let nearest = 0
  for (const { score, similar, cosine, words } of found) {
    const lexical = score > 0 || similar > 0 ? sharedShare(asked, words(), similar) : 0
    nearest = Math.max(nearest, fuseSimilarity(cosine, lexical, weight))
  }
  return nearest
}

function sharedShare(asked: ReadonlySet<string>, words: ReadonlySet<string>, similar: number): number {
  const shared = sharedCount(asked, words) + similar
  return Math.min(1, shared / (FUSION.fewWords + Math.min(asked.size, words.size)))
}

/** The words of a text that say something about a subject. */
export function tellingTokens(text: string): Set<string> {
  return new Set(textTokens(text).filter((word) => word.length > 2 && !stopWords().has(word)))
}
