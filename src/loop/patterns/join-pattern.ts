import { polarityOf } from '../../capture/classify.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { isFromOutside } from '../../domain/pattern-sighting.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { relationOf } from '../../engine/laws/relation.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import { quantize } from '../../engine/search/vector-search.ts'
import { isExcluded } from '../../engine/standing/believed-pattern.ts'
import { shortId } from '../../injection/learnings-block.ts'
import { ALIAS, aliasId, PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf, readOnce } from '../facts/cached-lists.ts'
import { type DraftOf, patternStream } from '../journal/append-facts.ts'

/** A sighting before its pattern is known. */
export type Sighting = Omit<PayloadOf<'pattern-sighted'>, 'pattern' | 'joined'>
export type Joined = PayloadOf<'pattern-sighted'>['joined'] & { readonly pattern: string }

const SEARCHED = 12
const MOST_MERGES = 16
/** So near is a text to one that has the same words and a few more. */
const REPEATED = 1.8

/** Whoever says that two lessons are the same is not believed where a number, a name or one of two opposites differs, or where one denies the other in so many of the same words. */
const SURE = 0.9

/** The pattern that a sighting belongs to: the one that its run names, else the same wording of the same role and polarity, else one that repeats its words, else a new one whose id follows from its content, so that two learners name it alike. */
export async function joinPattern(context: LoopContext, sighting: Sighting, named?: Pattern): Promise<Joined> {
  const said = named && relatedTo(context, sighting, named)
  const isDenied = said?.relation === 'conflict' && (said.differ !== undefined || said.similarity >= SURE)
  if (said !== undefined && !isDenied) return { pattern: named!.id, method: 'said', similarity: said.similarity }
  const wording = aliasId(sighting)
  const alias = await bodyOf(context.journal, ALIAS, wording)
  if (alias !== undefined) return { pattern: await afterMerges(context, alias.pattern), method: 'hash', similarity: 1 }
  const same = (await related(context, sighting)).filter(({ relation, isHeld }) => relation === 'same' || isHeld)
  const [nearest] = same.sort((a, b) => b.similarity - a.similarity)
  if (nearest === undefined) return { pattern: `p-${digest(wording).slice(0, 16)}`, method: 'new', similarity: 0 }
  const pattern = await afterMerges(context, nearest.pattern)
  return { pattern, method: 'jaccard', similarity: nearest.similarity }
}

/** Whether two texts with polarities agree or contradict each other. A polarity opposite to its text's own inverts the relation. */
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

/** The patterns that say the same as a sighting or are near it, in its role, and those of any role that contradict it. What nearly repeats a text that is held belongs to it: nobody gets a held text shown by one more word. */
async function related(context: LoopContext, sighting: Sighting) {
  const found: (Related & { readonly pattern: string; readonly isHeld: boolean })[] = []
  // What it joins and what it contradicts are asked for one after the other.
  const search = () => context.journal.search(PATTERN, sighting.text, SEARCHED)
  for (const { document } of await readOnce(context.journal, `like ${sighting.text}`, search)) {
    const { pattern } = document.body
    if (pattern.invertedFrom !== undefined) continue
    const best = relatedTo(context, sighting, pattern)
    if (best.relation !== 'conflict' && !sameRole(pattern.role, sighting.role)) continue
    if (best.relation === 'near' && pattern.mergedInto !== undefined) continue
    const isHeld = best.nearness >= REPEATED && pattern.quarantined && best.relation === 'near'
    if (best.relation !== 'different') found.push({ ...best, pattern: pattern.id, isHeld })
  }
  return found
}

type Related = ReturnType<typeof relationBetween>

/** How a text relates to a pattern in the nearest of its wordings. Another wording of what it contradicts is no agreement. */
function relatedTo(context: LoopContext, said: Pick<Sighting, 'text' | 'polarity'>, pattern: Pattern): Related {
  const { text, aliases, polarity } = pattern
  const first = relationBetween(context, said, { text, polarity })
  if (first.relation === 'conflict') return first
  const others = aliases.map((alias) => relationBetween(context, said, { text: alias, polarity }))
  return [first, ...others]
    .filter(({ relation }) => relation !== 'conflict')
    .reduce((best, one) => (order(one) > order(best) ? one : best))
}

/** What is the same comes first, then the nearest. */
const order = ({ relation, nearness }: Related) => (relation === 'same' ? 2 + nearness : nearness)

/** A known lesson that may say what somebody is about to record. */
export interface NearLesson {
  readonly pattern: string
  /** Its id as blocks show it. */
  readonly shortId: string
  readonly text: string
  readonly relation: Related['relation']
}

/** From how much nearness on a lesson is offered to whoever records another; so many at most. */
export const OFFERED = { from: 0.6, most: 3 }

/** The lessons nearest to a text that agents may be shown, by their words and by their meaning, the nearest first. Nobody is shown what is held, and nothing that was retired or replaced. */
export async function nearLessons(
  context: LoopContext,
  said: Pick<Sighting, 'text' | 'polarity'>,
  policy = OFFERED,
): Promise<NearLesson[]> {
  const { journal, cache } = context
  await cache.refresh(journal, undefined)
  const embedder = context.embedder()
  const byWords = (await journal.search(PATTERN, said.text, SEARCHED)).map(({ document }) => document.id)
  const index = embedder && (await cache.embeddings(journal, embedder))
  const byMeaning = index?.ask(quantize(embedder!.embed(said.text))).nearest(SEARCHED) ?? []
  const ids = [...new Set([...byWords, ...byMeaning])].map((id) => ({ kind: PATTERN, id }))
  const known = (await journal.documents(ids)).filter(({ body }) => !isExcluded(body))
  return known
    .map(({ body: { pattern } }) => ({ pattern, ...relatedTo(context, said, pattern) }))
    .filter(({ relation, nearness }) => relation !== 'different' || nearness >= policy.from)
    .sort((a, b) => order(b) - order(a))
    .slice(0, policy.most)
    .map(({ pattern: { id, text }, relation }) => ({ pattern: id, shortId: shortId(id), text, relation }))
}

/** The patterns that whoever records a lesson names: what it says in other words, and what no longer holds. Only what would be offered can be named, and nothing that is held from agents. */
export interface Named {
  readonly sameAs?: Pattern
  readonly insteadOf?: Pattern
}

export async function namedBy(
  context: LoopContext,
  said: Pick<Sighting, 'text' | 'polarity'>,
  { sameAs, insteadOf }: Pick<PayloadOf<'learning-captured'>, 'sameAs' | 'insteadOf'>,
  policy = OFFERED,
): Promise<Named> {
  const named = async (id: string | undefined) => {
    const record = id && (await bodyOf(context.journal, PATTERN, await afterMerges(context, id)))
    if (!record || record.pattern.quarantined) return undefined
    const { relation, nearness } = relatedTo(context, said, record.pattern)
    return relation !== 'different' || nearness >= policy.from ? record.pattern : undefined
  }
  return withoutUndefined({ sameAs: await named(sameAs), insteadOf: await named(insteadOf) })
}

/** A pattern that only this run stated, in the words that it now says are another's, is merged into that one. */
export async function mergeOfOwn(context: LoopContext, { run, payload, key, provenance }: DraftOf<'pattern-sighted'>) {
  if (payload.joined.method !== 'said' || isFromOutside(provenance!.trust)) return []
  const alias = await bodyOf(context.journal, ALIAS, aliasId(payload))
  const own = alias && (await bodyOf(context.journal, PATTERN, alias.pattern))?.pattern
  const isOnlyOwn = own?.contexts.every((one) => one === `run ${run}`) && Object.keys(own.decisions).length === 0
  if (own === undefined || own.id === payload.pattern || own.mergedInto !== undefined || !isOnlyOwn) return []
  const merge = { pattern: own.id, into: payload.pattern, by: 'agent', reason: 'its run says that it is the same' }
  return [
    { type: 'pattern-merged' as const, payload: merge, stream: patternStream(own.id), key: `${key}/merge`, provenance },
  ]
}

/** A sighting with the patterns that it contradicts, replaces by the word of its run, or is near. Text that may not be shown does none of these: it could push out what is true. */
export async function withContradictions(
  context: LoopContext,
  sighted: DraftOf<'pattern-sighted'>,
  { others = [], insteadOf }: { others?: readonly PayloadOf<'pattern-sighted'>[]; insteadOf?: string | undefined } = {},
): Promise<(DraftOf<'pattern-sighted'> | DraftOf<'pattern-contradicted'>)[]> {
  const { payload, provenance } = sighted
  if (payload.held !== undefined || (provenance !== undefined && isFromOutside(provenance.trust))) return [sighted]
  const known = await bodyOf(context.journal, PATTERN, payload.pattern)
  const beside = others.flatMap((other) => {
    const { relation, reason } = relationBetween(context, payload, other)
    return relation === 'conflict' ? [{ pattern: other.pattern, reason, as: undefined }] : []
  })
  const found = known === undefined ? await related(context, payload) : []
  const near = found.filter(({ relation }) => relation === 'near').sort((a, b) => b.nearness - a.nearness)
  const before = [
    ...near.slice(0, MOST_NEAR).map(({ pattern, reason }) => ({ pattern, reason, as: 'near' as const })),
    ...found.filter(({ relation }) => relation === 'conflict'),
    ...(known?.pattern.conflicts ?? []).map((one) => ({ pattern: one.with, reason: one.reason })),
  ]
  const word =
    insteadOf === undefined ? [] : [{ pattern: insteadOf, reason: 'recorded instead of it', as: 'replaced' as const }]
  const all = new Map([...before, ...beside, ...word].map((one) => [one.pattern, { as: undefined, ...one }]))
  all.delete(payload.pattern)
  return [
    sighted,
    ...[...all.values()].map(({ pattern, reason, as }) => ({
      ...sighted,
      type: 'pattern-contradicted' as const,
      payload: { pattern, by: payload.pattern, reason, ...withoutUndefined({ as }) },
      own: undefined,
      key: sighted.key === undefined ? undefined : `${sighted.key}/against/${pattern}`,
    })),
  ]
}

const MOST_NEAR = 3

async function afterMerges(context: LoopContext, id: string, most = MOST_MERGES): Promise<string> {
  const into = most > 0 ? (await bodyOf(context.journal, PATTERN, id))?.pattern.mergedInto : undefined
  return into === undefined ? id : afterMerges(context, into, most - 1)
}
