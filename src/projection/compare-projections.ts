import { canonicalJson } from '../domain/canonical-json.ts'
import type { Document, DocumentKind, DocumentReader } from '../domain/document.ts'
import { type AdapterRecord, reliabilityOfRecord } from '../engine/governance/adapter-record.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { Brief } from '../engine/standing/standing.ts'
import { POSTERIOR } from './documents/belief-documents.ts'
import { LOOP, PATTERN, RUN } from './documents/documents.ts'
import { ADAPTER } from './documents/governance-documents.ts'
import { TASK } from './fold-tasks.ts'

/** The state of a thing with some facts and without them; null if it does not exist. */
export interface Moved<View> {
  readonly id: string
  readonly from: View | null
  readonly to: View | null
}

/** The probability of helping is rounded to two digits. */
export interface PatternMark extends Brief {
  readonly text: string
  readonly sightings: number
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

/** The differences that some facts make. */
export interface BlastRadius {
  readonly patterns: readonly Moved<PatternMark>[]
  readonly runs: readonly Moved<RunMark>[]
  readonly adapters: readonly Moved<AdapterMark>[]
  readonly tasks: readonly Moved<{ readonly result: string; readonly feedback: string }>[]
  /** How many documents of each kind differ, including kinds not listed; the count of facts always does. */
  readonly documents: { readonly [kind: string]: number }
}

/** The settings for computing the marks of patterns. */
export interface Marking {
  readonly policy: Policy
  readonly profile: 'classic' | 'bayes'
  /** The standings of patterns, from the documents of a fold. */
  readonly standIn: (read: DocumentReader) => { brief(record: PatternRecord): Brief }
}

/** The differences between two computations of a journal. A pattern is listed whenever anything about it differs, other documents if a listed field differs. */
export function projectionDiff(before: readonly Document[], after: readonly Document[], marking: Marking): BlastRadius {
  const [from, to] = [byKey(before), byKey(after)]
  const changed = changedKeys(from, to)
  const of = <T extends object, View>(kind: DocumentKind<T>, view: (document: Document<T>) => View): Moved<View>[] =>
    changed
      .filter((key) => key.kind === kind)
      .map(({ id }) => ({ id, from: viewOf(from.get(kind, id), view), to: viewOf(to.get(kind, id), view) }))
  const told = <View extends object>(moved: Moved<View>[]) => moved.filter((one) => !isSame(one.from, one.to))
  return {
    patterns: patternsMoved(changed, { from, to }, marking),
    runs: told(
      of(
        RUN,
        ({ body }): RunMark => ({ result: body.run.outcome?.result ?? 'open', feedback: body.feedback ?? 'none' }),
      ),
    ),
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

/** Ignores a belief that moved by less than is shown: every change moves the priors a little. */
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

/** One document for each pair that differs. */
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

function marker(read: DocumentReader, { standIn }: Marking): (pattern: Document<PatternRecord>) => PatternMark {
  const stand = standIn(read)
  return ({ body: record }) => {
    const { status, helps, runs, decidedBy } = stand.brief(record)
    const { text, sightings } = record.pattern
    const by = decidedBy === undefined ? {} : { decidedBy }
    return { text, status, helps: Math.round(helps * 100) / 100, runs, sightings, ...by }
  }
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
