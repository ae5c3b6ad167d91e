import { jaccard, tokenSet } from '../search/words.ts'

const TIERS = ['exact', 'case-insensitive', 'substring', 'jaccard', 'none'] as const
export type MatchTier = (typeof TIERS)[number]

export interface Match {
  readonly id?: string
  readonly tier: MatchTier
  /** 1 for the same text, else the share of common words; for `none`, with the nearest pattern. */
  readonly similarity: number
}

export const MATCH = { similarityAbove: 0.6 }

/**
 * The one pattern that a free text means: the same text, else the same but for case, else one inside the other, else the most common words (Jaccard > 0.6).
 *
 * The first tier that matches decides; within it the most similar pattern, then the first. An empty text matches nothing.
 * {always, check, token, expiry} against {check, token, expiry}, reordered: 3 / 4 = 0.75.
 */
export function match(
  trigger: string,
  patterns: readonly { readonly id: string; readonly summary: string }[],
  policy = MATCH,
): Match {
  let best: Match = { tier: 'none', similarity: 0 }
  const asked = wordingOf(trigger)
  for (const { id, summary } of patterns) {
    const { tier, similarity } = compare(asked, wordingOf(summary), policy)
    if (beats(tier, similarity, best)) best = tier === 'none' ? { tier, similarity } : { id, tier, similarity }
  }
  return best
}

interface Wording {
  readonly text: string
  readonly lower: string
  readonly words: ReadonlySet<string>
}

function wordingOf(raw: string): Wording {
  const text = raw.trim()
  return { text, lower: text.toLowerCase(), words: tokenSet(text) }
}

function compare(a: Wording, b: Wording, policy: typeof MATCH): { tier: MatchTier; similarity: number } {
  if (a.text === '' || b.text === '') return { tier: 'none', similarity: 0 }
  if (a.text === b.text) return { tier: 'exact', similarity: 1 }
  if (a.lower === b.lower) return { tier: 'case-insensitive', similarity: 1 }
  const similarity = jaccard(a.words, b.words)
  if (a.lower.includes(b.lower) || b.lower.includes(a.lower)) return { tier: 'substring', similarity }
  return { tier: similarity > policy.similarityAbove ? 'jaccard' : 'none', similarity }
}

function beats(tier: MatchTier, similarity: number, best: Match): boolean {
  const lead = TIERS.indexOf(best.tier) - TIERS.indexOf(tier)
  return lead > 0 || (lead === 0 && similarity > best.similarity)
}

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
 * The action for a new learning: skip it if its trigger is known, merge it into the one it shares 0.8 of its words
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

/** Two empty triggers are not the same. */
function sameTrigger(a = '', b = ''): boolean {
  return a.trim() !== '' && a.trim() === b.trim()
}
