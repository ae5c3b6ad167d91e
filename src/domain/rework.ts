import type { PayloadOf } from './events/catalogue.ts'
import { union } from './union.ts'

/** Who mended the work of a run, and who asked for it; each once. */
export interface Rework {
  /** Commits of others that say so. */
  readonly commits: readonly string[]
  /** Reviews that asked for changes, and reviews that were dismissed. */
  readonly asked: readonly string[]
  readonly dismissed: readonly string[]
}

const NONE: Rework = { commits: [], asked: [], dismissed: [] }

/** A review that was dismissed asks for nothing, whichever was told first. */
export function isReworked({ commits, asked, dismissed }: Rework = NONE): boolean {
  return commits.length > 0 || asked.some((review) => !dismissed.includes(review))
}

export function fixedBy(known: Rework = NONE, { commit }: PayloadOf<'run-reworked'>): Rework {
  return { ...known, commits: union(known.commits, [commit]) }
}

export function reviewed(known: Rework = NONE, { review, state }: PayloadOf<'review-recorded'>): Rework {
  const told = state === 'dismissed' ? 'dismissed' : 'asked'
  return { ...known, [told]: union(known[told], [review]) }
}
