import { checkOfLesson, type LessonCheck, readCheck, showsRelapse } from '../../capture/session/lesson-followed.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Document } from '../../domain/document.ts'
import type { JournalEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import { MINUTE_MS } from '../../domain/numbers.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { type PatternSort, STATUSES } from '../../domain/values/pattern.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import { searchWords } from '../../engine/search/search-words.ts'
import type { Axes } from '../../engine/standing/axes.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { isShown, type Standing, type StoodPattern, shownText } from '../../engine/standing/standing.ts'
import type { SuccessRate } from '../../engine/standing/success-rate.ts'
import { LEARNING, PATTERN, RUN } from '../../projection/documents/documents.ts'
import { behindPasses, type Ties, tieLines, tiesOf, type UsedIn } from '../../report/informed-by.ts'
import type { Ranked } from '../../report/loop-report.ts'
import { type EventsBehind, type WhyPattern, whyPattern } from '../../report/why/why-pattern.ts'
import { originLine } from '../../report/wording.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf, readOnce, totals, withTotal } from '../facts/cached-lists.ts'
import { factsIn, known, toldAbout } from '../facts/facts-about.ts'
import { runStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { patternsInput } from '../verbs/patterns.ts'
import { standings } from '../views/standings.ts'
import {
  type ConflictView,
  conflictLine,
  conflictsOf,
  mergedLine,
  mergedPatterns,
  patternsNamed,
  theOnly,
} from './named-pattern.ts'

/** A pattern as every surface prints it: text and status. */
export interface PatternView {
  readonly pattern: PatternRecord['pattern']
  readonly standing: Standing
  /** The text as an agent reads it. */
  readonly text: string
  /** The axes of the other systems; only if requested. */
  readonly axes?: PatternAxes
  /** Patterns that people merged into this one; their evidence is not counted here. */
  readonly merged?: readonly PatternRecord[]
  readonly conflicts?: readonly ConflictView[]
  /** Patterns of other roles that supported the same PASS; only in the view of one pattern. */
  readonly ties?: Ties
}

/** The other systems' figures for a pattern, computed exactly as they document them. */
export interface PatternAxes extends Axes, Pick<PatternRecord, 'evidence'> {
  readonly usage: SuccessRate
}

export type PatternFilter = Fields<typeof patternsInput>

/** What patterns are chosen and sorted by. Of all patterns no more is held at once; words are only made for those that are shown. */
interface Sortable
  extends Ranked,
    Pick<Pattern, 'id' | 'role' | 'category' | 'strength' | 'polarity' | 'trust' | 'lastUsedAt' | 'sightings'> {
  readonly labels: readonly string[]
  readonly applied: number
  readonly helps: number
  readonly rank: number
}

/** Numbers, the largest first. */
const MEASURES: { readonly [S in PatternSort]: (one: Sortable) => number } = {
  standing: ({ status, rank }) => STATUSES.length - STATUSES.indexOf(status) + rank,
  helps: ({ helps }) => helps,
  recent: ({ lastUsedAt }) => lastUsedAt,
  sightings: ({ sightings }) => sightings,
  applied: ({ applied }) => applied,
}

const MOST_READ = 20_000
/** What was read of so many is dropped before more is read, so that it never outlives the youngest part of the memory. */
const PAGE = 4_000
const TIMELINE = 50

/** The verb: patterns as surfaces print them. */
export async function patternViews(context: LoopContext, filter: PatternFilter = {}): Promise<PatternView[]> {
  const found = await listPatterns(context, filter)
  const views = found.map(async (stood) => ({
    ...viewOf(stood, filter.axes === true),
    ...(await conflictingWith(context, stood)),
  }))
  return withTotal(await Promise.all(views), totals.get(found))
}

export function viewOf(stood: StoodPattern, withAxes: boolean): PatternView {
  const { standing, axes, usage, evidence } = stood
  const pattern: Pattern = JSON.parse(canonicalJson(stood.pattern)) // in the order in which it is stored
  const text = shownText(pattern, standing.status)
  return { pattern, standing, text, ...(withAxes ? { axes: { ...axes, usage, evidence } } : {}) }
}

/** Patterns with their current status; search results nearest first if wanted. */
export async function listPatterns(context: LoopContext, filter: PatternFilter = {}) {
  const wanted = await wantedBy(context, filter)
  const isByNearness = filter.search !== undefined && filter.nearestFirst === true
  const sorted = isByNearness ? wanted : wanted.sort(by(filter.sort ?? 'standing'))
  if (filter.reverse === true) sorted.reverse()
  const from = filter.offset ?? 0
  const shown = sorted.slice(from, from + (filter.limit ?? MOST_READ))
  return withTotal(await stoodPatterns(context, shown), sorted.length)
}

/** For each text, the most similar pattern, if they share enough words. */
export async function nearestTo(context: LoopContext, texts: readonly string[]) {
  const found = texts.map(async (text) => {
    const [hit] = await context.journal.search(PATTERN, text, 1)
    const words = new Set(searchWords(text))
    const shared = searchWords(hit?.document.body.pattern.text ?? '').filter((word) => words.has(word))
    return shared.length >= LEAST_SHARED ? hit?.document.body : undefined
  })
  const near = await Promise.all(found)
  const ids = near.flatMap((record) => record?.pattern.id ?? [])
  const known = await standings(context, ids, true)
  const lesson = (one: PatternRecord) => shownText(one.pattern, known.brief(one).status)
  return near.map((record) => record && { pattern: record.pattern.id, text: lesson(record) })
}

const LEAST_SHARED = 2

/** The number of patterns whose status may be shown to agents. */
export async function countShown(context: LoopContext): Promise<number> {
  return (await wantedBy(context, {})).length
}

/** All patterns in the order of their standing. */
export async function standingPatterns(context: LoopContext) {
  return (await wantedBy(context, { all: true })).sort(by('standing'))
}

/** The status of all patterns; cached for a minute until the journal changes, because a page requests it several times. */
function everyStanding(context: LoopContext): Promise<Sortable[]> {
  const { journal, projector, settings, now } = context
  const name = `standing ${settings.profile} ${projector.policyHash} ${Math.floor(now() / MINUTE_MS)}`
  return readOnce(journal, name, async () => {
    const found: Sortable[] = []
    for (let afterId: string | undefined = ''; afterId !== undefined; ) {
      const page: readonly Document<PatternRecord>[] = await journal.list(PATTERN, { limit: PAGE, afterId })
      found.push(...(await standingOf(context, page)))
      afterId = page.length < PAGE ? undefined : page.at(-1)?.id
    }
    return found
  })
}

async function standingOf(context: LoopContext, documents: readonly Document<PatternRecord>[]): Promise<Sortable[]> {
  const ids = documents.map(({ id }) => id)
  const { brief } = await standings(context, ids, true)
  return documents.map(({ body: record }) => {
    const { id, role, category, strength, polarity, trust, lastUsedAt, sightings, tags, labels } = record.pattern
    const { appliedRuns: applied, ignoreCount: ignores } = record.evidence
    const said = { id, role, category, strength, polarity, trust, lastUsedAt, sightings, applied, ignores }
    return { ...said, labels: [...tags, ...labels], ...brief(record) }
  })
}

/** Some patterns with all that is known of them, in the same order. */
export async function stoodPatterns(context: LoopContext, some: readonly Sortable[]): Promise<StoodPattern[]> {
  const ids = some.map(({ id }) => id)
  const whole = await standings(context, ids)
  return [...(await bodiesOf(context.journal, PATTERN, ids)).values()].map(whole.stood)
}

async function wantedBy(context: LoopContext, filter: PatternFilter): Promise<Sortable[]> {
  const { search } = filter
  const found = search === undefined ? undefined : await context.journal.search(PATTERN, search, MOST_READ)
  const documents = found?.map((hit) => hit.document)
  const all = await (documents ? standingOf(context, documents) : everyStanding(context))
  return all.filter(
    (one) =>
      isOfKind(one, filter) &&
      (filter.status === undefined ? filter.all === true || isShown(one.status) : one.status === filter.status),
  )
}

function by(sort: PatternSort): (a: Sortable, b: Sortable) => number {
  const measure = MEASURES[sort]
  return (a, b) => measure(b) - measure(a) || (a.id < b.id ? -1 : 1)
}

function isOfKind(one: Sortable, filter: PatternFilter): boolean {
  const { role, tag } = filter
  if (role !== undefined && !sameRole(one.role, role)) return false
  if (tag !== undefined && !one.labels.includes(tag)) return false
  const labels = ['category', 'strength', 'polarity', 'trust'] as const
  return labels.every((label) => filter[label] === undefined || filter[label] === one[label])
}

/** A pattern by its id or an unambiguous prefix. */
export async function showPattern(context: LoopContext, id: string): Promise<StoodPattern> {
  const record = theOnly(await patternsNamed(context, id), id)
  return (await standings(context, [record.pattern.id])).stood(record)
}

async function conflictingWith(context: LoopContext, record: PatternRecord) {
  return record.pattern.conflicts === undefined ? {} : { conflicts: await conflictsOf(context, record) }
}

/** The verb that shows one pattern completely, with its ties. */
export async function fullPattern(
  context: LoopContext,
  id: string,
  { axes = false }: { readonly axes?: boolean } = {},
): Promise<PatternView> {
  const stood = await showPattern(context, id)
  const merged = await mergedPatterns(context, stood.pattern.id)
  const found = await ties(context, stood)
  return {
    ...viewOf(stood, axes),
    ...(await conflictingWith(context, stood)),
    ...(merged.length > 0 && { merged }),
    ...(found.informedBy.length + found.informs.length > 0 && { ties: found }),
  }
}

export async function why(context: LoopContext, id: string): Promise<WhyPattern> {
  const stood = await showPattern(context, id)
  const { pattern } = stood
  const { archived, ...behind } = await eventsBehind(context, pattern.id)
  const merged = await mergedPatterns(context, pattern.id)
  const given = whyPattern(stood, behind, context.now(), context.policy)
  return {
    ...given,
    notes: [
      ...given.notes,
      ...checkedFor(pattern),
      ...(pattern.conflicts === undefined ? [] : (await conflictsOf(context, stood)).map(conflictLine)),
      ...(await whatLedToIt(context, behind.telling)),
      ...merged.map(mergedLine),
      ...(pattern.pulledFrom ?? []).map(originLine),
      ...tieLines(await ties(context, stood)),
    ],
    ...(archived > 0 && { archived }),
  }
}

/** What counts as a repetition of its mistake in a later run. */
function checkedFor({ text, tellTale, invertedFrom }: Pattern): string[] {
  if (tellTale === 'none') return ['later runs are not checked for its mistake']
  const words = invertedFrom === undefined ? checkOfLesson(text) : undefined
  const check = tellTale === undefined ? words : readCheck(tellTale)
  return check && showsRelapse(check) ? [`a run repeats its mistake when ${mistakeOf(check)}`] : []
}

function mistakeOf(check: LessonCheck): string {
  switch (check.kind) {
    case 'order':
      return `\`${check.second}\` runs and \`${check.first}\` did not run before it`
    case 'use':
      return `\`${check.insteadOf}\` runs instead of \`${check.command}\``
    case 'avoid':
      return `\`${check.command}\` runs`
    case 'failure':
      return `\`${check.command}\` fails with \`${check.failure}\``
    case 'change':
      return `\`${check.line}\` is added to ${check.path}`
    case 'file':
      return `${check.insteadOf} is changed instead of ${check.path}`
  }
}

/** What happened when it was learned, as recorded, including a person's words. */
async function whatLedToIt({ journal }: LoopContext, events: readonly JournalEvent<unknown>[]) {
  const ids = events.flatMap(({ payload }) => (payload as { learning?: string }).learning ?? [])
  return [...new Set(await toldWith(journal, ids))].map((said) => `what happened: ${said}`)
}

/** The recorded circumstances of learnings. */
export async function toldWith(journal: Journal, learnings: Iterable<string>): Promise<string[]> {
  const found = await bodiesOf(journal, LEARNING, learnings)
  return [...found.values()].flatMap(({ learning }) => learning.whatHappened ?? [])
}

async function eventsBehind(context: LoopContext, id: string): Promise<EventsBehind & { archived: number }> {
  const telling = (await toldAbout(context, id)).stored.slice(0, TIMELINE)
  const about = { subject: `pattern/${id}`, newestFirst: true, limit: TIMELINE + 1 }
  const receipts = await context.journal.read({ ...about, types: ['pattern-injected'] })
  return {
    telling: telling.flatMap((event) => readEvent(event) ?? []),
    receipts: receipts.slice(0, TIMELINE).flatMap((event) => readEvent(event) ?? []),
    hasMoreReceipts: receipts.length > TIMELINE,
    archived: [...telling, ...receipts].filter((event) => event.archived).length,
  }
}

const TOLD = ['pattern-injected', 'verdict-recorded', 'pattern-ignored'] as const
const NEWEST_RUNS = 50

/** Which patterns of other roles were used for the same PASS, in the newest 50 runs that used this one. Never recorded: a stored tie would outlive the dismissal that changes it. Nothing ranks by ties. */
export async function ties(context: LoopContext, { pattern }: PatternRecord): Promise<Ties> {
  const used = await runsThatUsed(context, pattern.id)
  const ids = used.flatMap((one) => behindPasses(one).flatMap(({ patterns }) => patterns))
  const others = await bodiesOf(context.journal, PATTERN, ids)
  return tiesOf(pattern, used, new Map([...others].map(([id, record]) => [id, record.pattern])))
}

async function runsThatUsed(context: LoopContext, id: string): Promise<UsedIn[]> {
  const { journal } = context
  const uses = known((await toldAbout(context, id)).stored).filter(({ type }) => hasTrait(type, 'use'))
  const runs = [...new Set(uses.flatMap(({ run }) => run ?? []))].slice(0, NEWEST_RUNS)
  const documents = await journal.documents(runs.map((run) => ({ kind: RUN, id: run })))
  const passed = documents.map(({ body }) => body.run).filter(({ passedAt }) => passedAt !== undefined)
  return Promise.all(
    passed.map(async (run) => ({ run, facts: await factsIn(context, { stream: runStream(run.id), types: TOLD }) })),
  )
}
