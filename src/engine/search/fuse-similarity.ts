export const FUSION = {
  /** Weight of the meaning for a question in plain words. */
  proseWeight: 0.7,
  /** Weight of the meaning for a question that is all names and numbers. */
  identifierWeight: 0.2,
}

/** A name out of code, a path or a number: `parseToken`, `src/a.ts`, `ERR_INVALID`, `0x1F`, `v2.1`. */
const IDENTIFIER = /[a-z][A-Z]|[_/\\.:#$@]\w|\w\(|^\S*\d\S*$|^[A-Z]{3,}$/

/**
 * How much the meaning counts against the words, by what is asked: `0.7 - 0.5 x identifierShare`.
 *
 * A static model knows prose and no identifiers, so a question of names and error codes is answered by its words.
 * `fix the login of the mobile client`: 0.7. `TypeError in src/token.ts:42`, 2 of 3 words identifiers: 0.7 - 0.5 x 2 / 3 = 0.3667.
 */
export function semanticWeight(question: string, policy = FUSION): number {
  const words = question.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return policy.proseWeight
  const identifierShare = words.filter((word) => IDENTIFIER.test(word)).length / words.length
  return policy.proseWeight - (policy.proseWeight - policy.identifierWeight) * identifierShare
}

/**
 * One similarity from meaning and words: `w x max(0, cosine) + (1 - w) x lexical`, from 0 to 1.
 * Without a cosine (no model) the words speak alone. Cosine 0.8, lexical 0.3, w 0.7: 0.65.
 */
export function fuseSimilarity(cosine: number | undefined, lexical: number, weight: number): number {
  if (cosine === undefined) return lexical
  return weight * Math.max(0, cosine) + (1 - weight) * lexical
}
