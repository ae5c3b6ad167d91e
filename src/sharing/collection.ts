import { UserError } from '../domain/user-error.ts'
import { tokenSet } from '../engine/search/words.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

export interface CollectedLearning {
  readonly id: string
  readonly trigger: string
  readonly summary: string
  readonly detail: string
  readonly category: string
  readonly source_project: string
  readonly captured_at: string
  readonly merged_at: string
}

interface Collection {
  readonly schema_version: string
  readonly last_updated: string
  readonly learnings: readonly CollectedLearning[]
}

export const COLLECTION = { sameFrom: 0.8 }
const LONGEST_TRIGGER = 50

/** Adds new learnings to the collection, and returns both. A learning is known if it shares 0.8 of the words of an existing one: `|A and B| / max(|A|, |B|)`. Ids count up: SL-001, SL-002. */
export function collected(
  text: string | undefined,
  patterns: readonly PatternRecord[],
  { project, now }: { readonly project: string; readonly now: number },
): { text: string; added: readonly CollectedLearning[] } {
  const known = parse(text)
  const learnings = [...known]
  const words = known.map(({ summary }) => tokenSet(String(summary)))
  const added: CollectedLearning[] = []
  let last = Math.max(0, ...known.map(({ id }) => Number(/^SL-(\d+)$/.exec(String(id))?.[1] ?? 0)))
  for (const { pattern } of patterns) {
    const own = tokenSet(pattern.text)
    if (words.some((other) => share(own, other) >= COLLECTION.sameFrom)) continue
    last += 1
    const learning: CollectedLearning = {
      id: `SL-${String(last).padStart(3, '0')}`,
      trigger: (pattern.trigger ?? pattern.text).slice(0, LONGEST_TRIGGER),
      summary: pattern.text,
      detail: pattern.aliases[0] ?? '',
      category: pattern.category,
      source_project: project,
      captured_at: new Date(pattern.firstSeenAt).toISOString(),
      merged_at: new Date(now).toISOString(),
    }
    words.push(own)
    learnings.push(learning)
    added.push(learning)
  }
  const collection: Collection = { schema_version: '1.0', last_updated: new Date(now).toISOString(), learnings }
  return { text: `${JSON.stringify(collection, null, 2)}\n`, added }
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  return a.size === 0 || b.size === 0 ? 0 : common / Math.max(a.size, b.size)
}

function parse(text: string | undefined): readonly CollectedLearning[] {
  if (text === undefined) return []
  try {
    const { learnings } = JSON.parse(text) as Collection
    if (Array.isArray(learnings)) return learnings
  } catch {
    // Falls through to the one message for every way in which the file can be wrong.
  }
  throw new UserError(
    'collection',
    'The collection is not a JSON object with a list of learnings; it was left as it is.',
    'Fix it, or name another file in learn.collection.',
  )
}
