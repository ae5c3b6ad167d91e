import { polarityOf } from '../../capture/classify.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { isFromOutside } from '../../domain/pattern-sighting.ts'
import { relationOf } from '../../engine/laws/relation.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import { ALIAS, aliasId, PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import type { DraftOf } from '../journal/append-facts.ts'

/** What was seen, before it is known which pattern it belongs to. */
export type Sighting = Omit<PayloadOf<'pattern-sighted'>, 'pattern' | 'joined'>
export type Joined = PayloadOf<'pattern-sighted'>['joined'] & { readonly pattern: string }

const SEARCHED = 12
const MOST_MERGES = 16

/** The pattern that a sighting belongs to: the same wording of the same role and polarity, else the nearest in other words, else a new one whose id follows from its content, so that two learners name it alike. */
export async function joinPattern(context: LoopContext, sighting: Sighting): Promise<Joined> {
  const wording = aliasId(sighting)
  const alias = await bodyOf(context.journal, ALIAS, wording)
  if (alias !== undefined) {
    const pattern = await afterMerges(context, alias.pattern)
    return { pattern, method: 'hash', similarity: 1 }
  }
  const [nearest] = (await related(context, sighting, 'same')).sort((a, b) => b.similarity - a.similarity)
  if (nearest === undefined) return { pattern: `p-${digest(wording).slice(0, 16)}`, method: 'new', similarity: 0 }
  const pattern = await afterMerges(context, nearest.pattern)
  return { pattern, method: 'jaccard', similarity: nearest.similarity }
}

/** Whether two texts with their polarities say the same or contradict each other. A polarity that is not that of the words turns them round. */
export function relationBetween(
  { embedder }: LoopContext,
  one: Pick<Sighting, 'text' | 'polarity'>,
  two: Pick<Sighting, 'text' | 'polarity'>,
) {
  const isTurned = ({ text, polarity }: Pick<Sighting, 'text' | 'polarity'>) => polarityOf(text) !== polarity
  const found = relationOf(one.text, two.text, embedder())
  const relation = isTurned(one) !== isTurned(two) && found.relation === 'same' ? 'conflict' : found.relation
  return { ...found, relation }
}

/** The patterns that say the same as a sighting in its role, or contradict it in any. */
async function related(context: LoopContext, sighting: Sighting, wanted: 'same' | 'conflict') {
  const found: { readonly pattern: string; readonly similarity: number; readonly reason: string }[] = []
  for (const { document } of await context.journal.search(PATTERN, sighting.text, SEARCHED)) {
    const { pattern } = document.body
    const isOfRole = wanted === 'conflict' || sameRole(pattern.role, sighting.role)
    if (!isOfRole || pattern.invertedFrom !== undefined) continue
    const relations = [pattern.text, ...pattern.aliases].map((text) =>
      relationBetween(context, sighting, { text, polarity: pattern.polarity }),
    )
    // Another wording of what it contradicts is no agreement.
    const isContradicted = relations[0]!.relation === 'conflict'
    const best = relations
      .filter(({ relation }) => relation === wanted && isContradicted === (wanted === 'conflict'))
      .sort((a, b) => b.similarity - a.similarity)[0]
    if (best !== undefined) found.push({ pattern: pattern.id, similarity: best.similarity, reason: best.reason })
  }
  return found
}

/** A sighting with the patterns that it contradicts. Text that may not be shown contradicts nothing: it could push out what is true. */
export async function withContradictions(
  context: LoopContext,
  sighted: DraftOf<'pattern-sighted'>,
  others: readonly PayloadOf<'pattern-sighted'>[] = [],
): Promise<(DraftOf<'pattern-sighted'> | DraftOf<'pattern-contradicted'>)[]> {
  const { payload, provenance } = sighted
  if (payload.held !== undefined || (provenance !== undefined && isFromOutside(provenance.trust))) return [sighted]
  const known = await bodyOf(context.journal, PATTERN, payload.pattern)
  const beside = others.flatMap((other) => {
    const { relation, reason } = relationBetween(context, payload, other)
    return relation === 'conflict' ? [{ pattern: other.pattern, reason }] : []
  })
  const before =
    known === undefined
      ? await related(context, payload, 'conflict')
      : (known.pattern.conflicts ?? []).map((one) => ({ pattern: one.with, reason: one.reason }))
  const all = new Map([...before, ...beside].map(({ pattern, reason }) => [pattern, reason]))
  all.delete(payload.pattern)
  return [
    sighted,
    ...[...all].map(([pattern, reason]) => ({
      ...sighted,
      type: 'pattern-contradicted' as const,
      payload: { pattern, by: payload.pattern, reason },
      own: undefined,
      key: sighted.key === undefined ? undefined : `${sighted.key}/against/${pattern}`,
    })),
  ]
}

async function afterMerges(context: LoopContext, id: string): Promise<string> {
  let last = id
  for (let steps = 0; steps < MOST_MERGES; steps++) {
    const into = (await bodyOf(context.journal, PATTERN, last))?.pattern.mergedInto
    if (into === undefined) return last
    last = into
  }
  return last
}
