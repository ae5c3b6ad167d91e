import { jaccard } from '../search/jaccard.ts'
import { tokenSet } from '../search/text-tokens.ts'

export interface Learning {
  readonly summary: string
  /** A short name of the situation; the same name is the same learning. */
  readonly trigger?: string | undefined
}

export interface DedupVerdict {
  readonly action: 'add' | 'merge' | 'skip'
  /** The existing learning that it is skipped for or merged into. */
  readonly id?: string
  /** Share of common words with that one; for `add`, with the nearest. */
  readonly overlap: number
}

export const DEDUP = { mergeFrom: 0.8 }

/**
 * What to do with a new learning: skip it if its trigger is known, merge it into the one it shares 0.8 of its words
 * with, else add it. Overlap is `|A and B| / |A or B|` over words.
 *
 * {check, token, expiry, first} against {check, token, expiry, first, always}: 4 / 5 = 0.8 -> merge.
 */
export function dedup(
  learning: Learning,
  existing: readonly (Learning & { readonly id: string })[],
  policy = DEDUP,
): DedupVerdict {
  const words = tokenSet(learning.summary)
  const overlapWith = (other: Learning) => jaccard(words, tokenSet(other.summary))
  const same = existing.find((other) => sameTrigger(learning.trigger, other.trigger))
  if (same !== undefined) return { action: 'skip', id: same.id, overlap: overlapWith(same) }
  let nearest: { id?: string; overlap: number } = { overlap: 0 }
  for (const other of existing) {
    const overlap = overlapWith(other)
    if (overlap > nearest.overlap) nearest = { id: other.id, overlap }
  }
  if (nearest.overlap >= policy.mergeFrom) return { action: 'merge', ...nearest }
  return { action: 'add', overlap: nearest.overlap }
}

/** An empty trigger names nothing. */
function sameTrigger(a = '', b = ''): boolean {
  return a.trim() !== '' && a.trim() === b.trim()
}
