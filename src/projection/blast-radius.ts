import { canonicalJson } from '../domain/canonical-json.ts'
import type { Document, DocumentKind, DocumentReader } from '../domain/document.ts'
import { groupPriors } from '../engine/belief/group-prior.ts'
import { type AdapterRecord, reliabilityOfRecord } from '../engine/governance/adapter-record.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { axesOf } from '../engine/standing/axes.ts'
import { beliefIn, exclusionsOf } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { groupSums, POSTERIOR, posteriorRecord } from './documents/belief-documents.ts'
import { LOOP, PATTERN, RUN, type RunRecord } from './documents/documents.ts'
import { ADAPTER } from './documents/governance-documents.ts'
import { TASK } from './fold-tasks.ts'

/** Where a thing stands with some facts and without them; null where it is not there. */
export interface Moved<View> {
  readonly id: string
  readonly from: View | null
  readonly to: View | null
}

export interface PatternMark {
  readonly text: string
  readonly lifecycle: string
  readonly maturity: string
  readonly score: number
  /** Under the bayes profile, which does not ask for the score: how probable it is that it helps, to two digits. */
  readonly helps?: number
  readonly sightings: number
  readonly shown: boolean
}

export interface RunMark {
  readonly result: string
  readonly feedback: string
}

export interface AdapterMark {
  /** Null before the first graded run. */
  readonly reliability: number | null
  readonly riskMultiplier: number
  readonly requireApproval: boolean
}

/** What is another with some facts than without them. */
export interface BlastRadius {
  readonly patterns: readonly Moved<PatternMark>[]
  readonly runs: readonly Moved<RunMark>[]
  readonly adapters: readonly Moved<AdapterMark>[]
  readonly tasks: readonly Moved<{ readonly result: string; readonly feedback: string }>[]
  /** How many documents of each kind are another, of whatever kind; the count of facts is always one. */
  readonly documents: { readonly [kind: string]: number }
}

/** By what the marks of patterns are worked out. */
export interface Marking {
  readonly now: number
  readonly policy: Policy
  readonly profile: 'classic' | 'bayes'
}

/** The differences between two computations of a journal. A pattern is listed whenever anything about it differs, other documents if a listed field differs. */
export function blastRadius(before: readonly Document[], after: readonly Document[], marking: Marking): BlastRadius {
  const [from, to] = [byKey(before), byKey(after)]
  const changed = changedKeys(from, to)
  const of = <T extends object, View>(kind: DocumentKind<T>, view: (document: Document<T>) => View): Moved<View>[] =>
    changed
      .filter((key) => key.kind === kind)
      .map(({ id }) => ({ id, from: viewOf(from.get(kind, id), view), to: viewOf(to.get(kind, id), view) }))
  const told = <View extends object>(moved: Moved<View>[]) => moved.filter((one) => !isSame(one.from, one.to))
  return {
    patterns: patternsMoved(changed, { from, to }, marking),
    runs: told(of(RUN, ({ body }) => runMark(body))),
    adapters: told(of(ADAPTER, ({ body }) => adapterMark(body, marking.policy))),
    tasks: told(of(TASK, ({ body }) => ({ result: body.result, feedback: body.feedback?.type ?? 'none' }))),
    documents: counted(changed.map(({ kind }) => kind).filter((kind) => kind !== LOOP)),
  }
}

function viewOf<T extends object, View>(
  document: Document<T> | undefined,
  view: (document: Document<T>) => View,
): View | null {
  return document === undefined ? null : view(document)
}

/** A belief that moved by less than is shown comes from the priors, which every change moves a little. */
function patternsMoved(
  changed: readonly Document[],
  { from, to }: { readonly from: Fold; readonly to: Fold },
  marking: Marking,
): Moved<PatternMark>[] {
  const idsOf = (of: string) => changed.flatMap(({ kind, id }) => (kind === of ? [id] : []))
  const itself = new Set(idsOf(PATTERN))
  const believed = marking.profile === 'bayes' ? idsOf(POSTERIOR) : []
  const [markedBefore, markedAfter] = [marker(from, marking), marker(to, marking)]
  return [...new Set([...itself, ...believed])]
    .map((id) => ({
      id,
      from: viewOf(from.get(PATTERN, id), markedBefore),
      to: viewOf(to.get(PATTERN, id), markedAfter),
    }))
    .filter((one) => itself.has(one.id) || !isSame(one.from, one.to))
}

interface Fold extends DocumentReader {
  readonly documents: ReadonlyMap<string, Document>
}

function byKey(all: readonly Document[]): Fold {
  const documents = new Map(all.map((document) => [`${document.kind}/${document.id}`, document]))
  return { documents, get: (kind, id) => documents.get(`${kind}/${id}`) as Document<never> | undefined }
}

/** One of each two that differ. */
function changedKeys({ documents: from }: Fold, { documents: to }: Fold): Document[] {
  return [...new Map([...from, ...to])].flatMap(([key, document]) => {
    const [was, is] = [from.get(key), to.get(key)]
    return was === is || isSame(was, is) ? [] : [document]
  })
}

function isSame(a: object | null | undefined, b: object | null | undefined): boolean {
  if (!a || !b) return !a && !b
  return canonicalJson(a) === canonicalJson(b)
}

function marker(
  read: DocumentReader,
  { now, policy, profile }: Marking,
): (pattern: Document<PatternRecord>) => PatternMark {
  const at = { priorOf: groupPriors(groupSums(read), policy.bayes), now }
  return ({ body: record }) => {
    const { lifecycle, maturity, score, barredBecause } = axesOf(record, now, policy)
    const { id, text, sightings } = record.pattern
    const mark = { text, lifecycle, maturity, score, sightings }
    if (profile === 'classic') return { ...mark, shown: barredBecause.length === 0 }
    const { posterior } = beliefIn(record, posteriorRecord(read, id), at, policy.bayes)
    return { ...mark, helps: Math.round(posterior.help * 100) / 100, shown: exclusionsOf(record).length === 0 }
  }
}

function runMark({ run, feedback }: RunRecord): RunMark {
  return { result: run.outcome?.result ?? 'open', feedback: feedback ?? 'none' }
}

function adapterMark(record: AdapterRecord, policy: Policy): AdapterMark {
  const { riskMultiplier, requireApproval } = record.overlay
  return { reliability: reliabilityOfRecord(record, policy)?.score ?? null, riskMultiplier, requireApproval }
}

function counted(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of [...kinds].sort()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
