import { BAYES, type BayesPolicy } from './bayes-policy.ts'

/** Where a pattern was seen, or where work is done. */
export interface Place {
  readonly files: readonly string[]
  readonly labels: readonly string[]
}

/**
 * The probability that a pattern is about some work, from their similarity and the places that both name. A shared place is combined with the similarity as `1 - (1
 * - similarity) x (1 - place)`: a file 0.85, else a part of the code base 0.7, else a label 0.6. If both name places of a kind and share none, the similarity is
 * halved. If either names none, nothing changes.
 *
 * Similarity 0.3 in the same part: 1 - 0.7 x 0.3 = 0.79; in another: 0.15.
 */
export function relevanceInPlace(
  likeness: number,
  seen: Place,
  work: Place,
  policy: BayesPolicy = BAYES,
): number {
  if (work.files.length + work.labels.length === 0) return likeness
  const shared = sharedPlace(seen, work, policy)
  if (shared > 0) return 1 - (1 - likeness) * (1 - shared)
  return isElsewhere(seen, work) ? likeness * policy.elsewhereFactor : likeness
}

function sharedPlace(seen: Place, work: Place, policy: BayesPolicy): number {
  if (work.files.length > 0 && seen.files.length > 0) {
    if (meet(seen.files, work.files)) return policy.sameFileRelevance
    if (meet(seen.files.map(partOf), work.files.map(partOf))) return policy.samePartRelevance
  }
  return meet(seen.labels, work.labels) ? policy.sameLabelRelevance : 0
}

function isElsewhere(seen: Place, work: Place): boolean {
  return (['files', 'labels'] as const).some((kind) => seen[kind].length > 0 && work[kind].length > 0)
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return others.some((other) => other !== '' && some.includes(other))
}

const DEEPEST = 2

/** `src/auth/login/form.ts` -> src/auth; empty for a file at the root. Character by character, because it runs hundreds of times for a block. */
export function partOf(file: string): string {
  let depth = 0
  let end = 0
  for (let at = 0; at < file.length && depth < DEEPEST; at += 1) {
    if (file[at] !== '/' && file[at] !== '\\') continue
    depth += 1
    end = at
  }
  return file.slice(0, end).replaceAll('\\', '/')
}
