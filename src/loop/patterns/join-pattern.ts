import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { jaccard, tokenSet } from '../../engine/search/words.ts'
import { ALIAS, aliasId, PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'

/** What was seen, before it is known which pattern it belongs to. */
export type Sighting = Omit<PayloadOf<'pattern-sighted'>, 'pattern' | 'joined'>
export type Joined = PayloadOf<'pattern-sighted'>['joined'] & { readonly pattern: string }

/** Wordings that share so much of their words are one pattern. */
export const NEAR_ENOUGH = 0.8
const SEARCHED = 12
const MOST_MERGES = 16

/**
 * The pattern that a sighting belongs to: the same wording of the same role and polarity; else the nearest that shares 0.8
 * of its words; else a new one, whose id follows from what makes it unique, so that two learners name it alike.
 * What a person merged into another pattern is seen as that other one.
 */
export async function joinPattern(context: LoopContext, sighting: Sighting): Promise<Joined> {
  const wording = aliasId(sighting)
  const [alias] = await context.journal.documents([{ kind: ALIAS, id: wording }])
  if (alias !== undefined) {
    const pattern = await afterMerges(context, alias.body.pattern)
    return { pattern, method: 'hash', similarity: 1 }
  }
  const nearest = await nearestPattern(context, sighting)
  if (nearest !== undefined)
    return { ...nearest, method: 'jaccard', pattern: await afterMerges(context, nearest.pattern) }
  return { pattern: `p-${digest(wording).slice(0, 16)}`, method: 'new', similarity: 0 }
}

async function nearestPattern(
  context: LoopContext,
  sighting: Sighting,
): Promise<{ pattern: string; similarity: number } | undefined> {
  const words = tokenSet(sighting.text)
  let best: { pattern: string; similarity: number } | undefined
  for (const { document } of await context.journal.search(PATTERN, sighting.text, SEARCHED)) {
    const { pattern } = document.body
    if (pattern.role !== sighting.role || pattern.polarity !== sighting.polarity) continue
    const similarity = Math.max(
      ...[pattern.text, ...pattern.aliases].map((text) => jaccard(words, tokenSet(text))),
    )
    if (similarity >= NEAR_ENOUGH && similarity > (best?.similarity ?? 0))
      best = { pattern: pattern.id, similarity }
  }
  return best
}

async function afterMerges(context: LoopContext, id: string): Promise<string> {
  let last = id
  for (let steps = 0; steps < MOST_MERGES; steps++) {
    const [document] = await context.journal.documents([{ kind: PATTERN, id: last }])
    const into = document?.body.pattern.mergedInto
    if (into === undefined) return last
    last = into
  }
  return last
}
