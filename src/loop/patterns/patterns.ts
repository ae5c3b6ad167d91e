import type { JournalEvent } from '../../domain/event.ts'
import { ruleOf } from '../../domain/pattern-pull.ts'
import { readEvent } from '../../domain/read-event.ts'
import type { PatternSort } from '../../domain/values/pattern.ts'
import { type Axes, axesOf, type Worth, worthOf } from '../../engine/standing/axes.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { SuccessRate } from '../../engine/standing/success-rate.ts'
import { LEARNING, PATTERN } from '../../projection/documents/documents.ts'
import { TELLING } from '../../report/describe-event.ts'
import { type Ties, tieLines } from '../../report/informed-by.ts'
import { beliefLines, believedChanges, whyBelieved } from '../../report/why/why-believed.ts'
import { type EventsBehind, type WhyPattern, whyPattern } from '../../report/why/why-pattern.ts'
import { originLine } from '../../report/wording.ts'
import type { LoopContext } from '../context.ts'
import { listed } from '../journal/cached-lists.ts'
import { beliefs, type ViewedBelief, viewedBelief } from './beliefs.ts'
import { ties } from './informed-by.ts'
import {
  type ConflictView,
  conflictLine,
  conflictsOf,
  mergedLine,
  mergedPatterns,
  patternsNamed,
  theOnly,
} from './named-pattern.ts'
import { type UsageReader, usageOf } from './usage.ts'

export interface PatternView extends PatternRecord {
  readonly standing: Axes
  /** How often it was used and held where it was shown, with confidence and flag. */
  readonly usage: SuccessRate
  /** What observations say of it, under the bayes profile. */
  readonly belief?: ViewedBelief
  /** Patterns that people joined to this one; their evidence is not counted here. */
  readonly merged?: readonly PatternRecord[]
  /** Patterns that contradict it. */
  readonly conflicts?: readonly ConflictView[]
  /** Patterns of other roles that stood behind the same PASS; only where one pattern is told whole. */
  readonly ties?: Ties
}

export interface PatternFilter {
  readonly role?: string
  readonly lifecycle?: string
  readonly maturity?: string
  readonly category?: string
  readonly strength?: string
  readonly polarity?: string
  readonly trust?: string
  /** A tag of it, or a label of the work in which it was seen. */
  readonly tag?: string
  readonly flag?: string
  /** Only those that were applied have one. */
  readonly confidence?: string
  /** Words to look for. */
  readonly search?: string
  /** Those that share most with the words come first, whatever they score. */
  readonly nearestFirst?: boolean
  /** Those that are not shown, too. */
  readonly all?: boolean
  /** What comes first; the best, if left out. */
  readonly sort?: PatternSort
  readonly limit?: number
  readonly offset?: number
}

/** What patterns are filtered and sorted by, and no more of it than was asked for: words are for those that are told. */
interface Weighed {
  readonly record: PatternRecord
  readonly worth: Worth
  readonly lifecycle: () => string
  readonly usage: () => SuccessRate
  readonly belief?: ViewedBelief
}

const MEASURES: { readonly [S in PatternSort]: (weighed: Weighed) => number } = {
  score: ({ worth, belief }) => belief?.value ?? worth.score,
  recent: ({ record }) => record.pattern.lastUsedAt,
  sightings: ({ record }) => record.pattern.sightings,
  applied: ({ usage }) => usage().applied,
  ignores: ({ record }) => record.evidence.ignoreCount,
}

const MOST_READ = 20_000
const TIMELINE = 50

/** Patterns with where they stand now, best first unless asked otherwise; of those that were searched for, the nearest first if asked. */
export async function listPatterns(context: LoopContext, filter: PatternFilter = {}): Promise<PatternView[]> {
  const wanted = (await weighed(context, filter)).filter((one) => isWanted(one, filter))
  const isByNearness = filter.search !== undefined && filter.nearestFirst === true
  const sorted = isByNearness ? wanted : wanted.sort(by(filter.sort ?? 'score'))
  const from = filter.offset ?? 0
  const told = sorted.slice(from, from + (filter.limit ?? MOST_READ))
  const usage = await usageOf(
    context,
    told.map(({ record }) => record.pattern.id),
  )
  return Promise.all(
    told.map(async ({ record, belief }) => ({
      ...viewOf(record, usage, context),
      ...(belief === undefined ? {} : { belief }),
      ...(await conflictingWith(context, record)),
    })),
  )
}

async function weighed(context: LoopContext, filter: PatternFilter): Promise<Weighed[]> {
  const { journal, policy } = context
  const isBelieved = context.settings.profile === 'bayes'
  const states = filter.all === true || isBelieved ? {} : { states: ['live', 'immune'] }
  const documents =
    filter.search === undefined
      ? await listed(journal, PATTERN, { ...states, limit: MOST_READ })
      : (await journal.search(PATTERN, filter.search, MOST_READ)).map((hit) => hit.document)
  const records = documents.map((document) => document.body).filter((record) => isOfKind(record, filter))
  const ids = records.map(({ pattern }) => pattern.id)
  const isByUse = filter.sort === 'applied' || filter.flag !== undefined || filter.confidence !== undefined
  const usage = await usageOf(context, isByUse ? ids : [])
  const believe = await believers(context, ids)
  const now = context.now()
  return records.map((record) => ({
    record,
    worth: worthOf(record, now, policy),
    lifecycle: () => axesOf(record, now, policy).lifecycle,
    usage: () => usage(record.pattern.id),
    ...believe(record),
  }))
}

function by(sort: PatternSort): (a: Weighed, b: Weighed) => number {
  const measure = MEASURES[sort]
  return (a, b) => measure(b) - measure(a) || (a.record.pattern.id < b.record.pattern.id ? -1 : 1)
}

function isOfKind({ pattern }: PatternRecord, filter: PatternFilter): boolean {
  return (
    (filter.role === undefined || pattern.role === filter.role) &&
    (filter.category === undefined || pattern.category === filter.category) &&
    (filter.strength === undefined || pattern.strength === filter.strength) &&
    (filter.polarity === undefined || pattern.polarity === filter.polarity) &&
    (filter.trust === undefined || pattern.trust === filter.trust) &&
    (filter.tag === undefined || [...pattern.tags, ...pattern.labels].includes(filter.tag))
  )
}

function isWanted({ worth, belief, lifecycle, usage }: Weighed, filter: PatternFilter): boolean {
  const isBarred = belief === undefined ? worth.isBarred : belief.barredBecause.length > 0
  return (
    (filter.all === true || !isBarred) &&
    (filter.maturity === undefined || worth.maturity === filter.maturity) &&
    (filter.lifecycle === undefined || lifecycle() === filter.lifecycle) &&
    (filter.flag === undefined || usage().flag === filter.flag) &&
    (filter.confidence === undefined || hasConfidence(usage(), filter.confidence))
  )
}

function hasConfidence(usage: SuccessRate, confidence: string): boolean {
  return usage.known && usage.confidence === confidence
}

/** One pattern by its id, or by as much of it as is unmistakable. */
export async function showPattern(context: LoopContext, id: string): Promise<PatternView> {
  const record = theOnly(await patternsNamed(context, id), id)
  const merged = await mergedPatterns(context, record.pattern.id)
  const usage = await usageOf(context, [record.pattern.id])
  const believe = await believers(context, [record.pattern.id])
  return {
    ...viewOf(record, usage, context),
    ...believe(record),
    ...(merged.length === 0 ? {} : { merged }),
    ...(await conflictingWith(context, record)),
  }
}

async function conflictingWith(context: LoopContext, record: PatternRecord) {
  return record.pattern.conflicts === undefined ? {} : { conflicts: await conflictsOf(context, record) }
}

/** One pattern whole: with the patterns that stood beside it. */
export async function fullPattern(context: LoopContext, id: string): Promise<PatternView> {
  const view = await showPattern(context, id)
  const found = await ties(context, view)
  return found.informedBy.length + found.informs.length === 0 ? view : { ...view, ties: found }
}

/** Why a pattern stands where it stands. */
export async function why(context: LoopContext, id: string): Promise<WhyPattern> {
  const view = await fullPattern(context, id)
  const { standing: _, usage, merged = [], ties: beside, belief, conflicts = [], ...record } = view
  const { archived, ...behind } = await eventsBehind(context, record.pattern.id)
  const told = whyPattern(record, { ...behind, usage }, context.now(), context.policy)
  return {
    ...told,
    ...believedArithmetic(context, record, belief),
    evidence: [
      ...told.evidence,
      ...conflicts.map(conflictLine),
      ...(await whatLedToIt(context, behind.telling)),
      ...(belief === undefined ? [] : beliefLines(belief)),
      ...(await upliftLines(context, record)),
      ...merged.map(mergedLine),
      ...(record.pattern.pulledFrom ?? []).map(originLine),
      ...(beside === undefined ? [] : tieLines(beside)),
    ],
    ...(archived === 0 ? {} : { archived }),
  }
}

/** What happened when it was learned, as it was recorded: the words of a person among it. */
async function whatLedToIt(
  { journal }: LoopContext,
  events: readonly JournalEvent<unknown>[],
): Promise<string[]> {
  const ids = events.flatMap(({ payload }) => (payload as { learning?: string }).learning ?? [])
  const found = await journal.documents([...new Set(ids)].map((id) => ({ kind: LEARNING, id })))
  return found.flatMap(({ body }) => body.learning.whatHappened ?? [])
}

/** Said where it was withheld at least once, or could be. */
async function upliftLines(context: LoopContext, record: PatternRecord): Promise<string[]> {
  const { ofPattern } = await import('./uplift.ts')
  const measured = await ofPattern(context, record)
  return measured.runs === 0 ? [] : [`by what was withheld: ${measured.words}`]
}

/** Under the bayes profile the sum is that of the value. */
function believedArithmetic(
  { policy }: LoopContext,
  { pattern }: PatternRecord,
  belief: ViewedBelief | undefined,
) {
  if (belief === undefined) return {}
  const { posterior, value, inverts, effect, relevance, barredBecause } = belief
  if (barredBecause.length > 0) return { barredBecause, arithmetic: `not shown: ${barredBecause.join('; ')}` }
  const cost = belief.tokens * policy.bayes.tokenCost
  const beside = (1 - relevance) * policy.bayes.effects.neutral
  const parts = {
    value,
    relevance,
    beside,
    cost,
    effect: inverts ? (value + cost - beside) / relevance : effect,
    ...posterior,
  }
  return {
    barredBecause,
    arithmetic: whyBelieved(inverts ? { ...parts, inverted: 1 } : parts),
    whatWouldChangeIt: believedChanges(
      { ...belief, isPromoted: ruleOf(pattern) !== undefined },
      cost,
      policy.bayes,
    ),
  }
}

/** What is believed, where the profile asks for it. */
async function believers(
  context: LoopContext,
  ids: readonly string[],
): Promise<(record: PatternRecord) => { belief?: ViewedBelief }> {
  if (context.settings.profile !== 'bayes') return () => ({})
  const believe = await beliefs(context, ids)
  return (record) => ({ belief: viewedBelief(record, believe(record), context.policy) })
}

async function eventsBehind(
  { journal }: LoopContext,
  id: string,
): Promise<Omit<EventsBehind, 'usage'> & { archived: number }> {
  const about = { subject: `pattern/${id}`, newestFirst: true }
  const telling = await journal.read({ ...about, types: TELLING, limit: TIMELINE })
  const receipts = await journal.read({ ...about, types: ['pattern-injected'], limit: TIMELINE + 1 })
  return {
    telling: telling.flatMap((event) => readEvent(event) ?? []),
    receipts: receipts.slice(0, TIMELINE).flatMap((event) => readEvent(event) ?? []),
    hasMoreReceipts: receipts.length > TIMELINE,
    archived: [...telling, ...receipts].filter((event) => event.archived).length,
  }
}

function viewOf(record: PatternRecord, usage: UsageReader, context: LoopContext): PatternView {
  const standing = axesOf(record, context.now(), context.policy)
  return { ...record, standing, usage: usage(record.pattern.id) }
}
