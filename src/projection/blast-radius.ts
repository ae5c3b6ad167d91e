import { canonicalJson } from '../domain/canonical-json.ts'
import type { Document } from '../domain/document.ts'
import { type AdapterRecord, reliabilityOfRecord } from '../engine/adapter-record.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { standingOf } from '../engine/standing.ts'
import { LOOP, PATTERN, RUN, type RunRecord } from './documents.ts'
import { TASK, type TaskRecord } from './fold-tasks.ts'
import { ADAPTER } from './governance-documents.ts'

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

export interface TaskMark {
  readonly result: string
  readonly feedback: string
}

/** What is another with some facts than without them. */
export interface BlastRadius {
  readonly patterns: readonly Moved<PatternMark>[]
  readonly runs: readonly Moved<RunMark>[]
  readonly adapters: readonly Moved<AdapterMark>[]
  readonly tasks: readonly Moved<TaskMark>[]
  /** How many documents of each kind are another, of whatever kind; the count of facts is always one. */
  readonly documents: { readonly [kind: string]: number }
}

/** What differs between two folds of a journal. A pattern is told whenever anything about it does, the rest when what is told does. */
export function blastRadius(
  before: readonly Document[],
  after: readonly Document[],
  { now, policy }: { readonly now: number; readonly policy: Policy },
): BlastRadius {
  const changed = changedDocuments(before, after)
  const of = <View>(kind: string, view: (document: Document) => View): Moved<View>[] =>
    changed
      .filter(({ key }) => key.kind === kind)
      .map(({ key, from, to }) => ({ id: key.id, from: from ? view(from) : null, to: to ? view(to) : null }))
  const told = <View extends object>(moved: Moved<View>[]) =>
    moved.filter(({ from, to }) => !isSame(from, to))
  return {
    patterns: of(PATTERN, (document) => patternMark(document.body as PatternRecord, now, policy)),
    runs: told(of(RUN, ({ body }) => runMark(body as RunRecord))),
    adapters: told(of(ADAPTER, ({ body }) => adapterMark(body as AdapterRecord, policy))),
    tasks: told(of(TASK, ({ body }) => taskMark(body as TaskRecord))),
    documents: counted(changed.map(({ key }) => key.kind).filter((kind) => kind !== LOOP)),
  }
}

interface Change {
  readonly key: Document
  readonly from: Document | undefined
  readonly to: Document | undefined
}

function changedDocuments(before: readonly Document[], after: readonly Document[]): Change[] {
  const keyOf = ({ kind, id }: Document) => `${kind}/${id}`
  const [from, to] = [before, after].map((all) => new Map(all.map((document) => [keyOf(document), document])))
  const keys = new Map([...before, ...after].map((document) => [keyOf(document), document]))
  return [...keys]
    .map(([key, document]) => ({ key: document, from: from!.get(key), to: to!.get(key) }))
    .filter((change) => change.from !== change.to && !isSame(change.from, change.to))
}

function isSame(a: object | null | undefined, b: object | null | undefined): boolean {
  if (!a || !b) return !a && !b
  return canonicalJson(a) === canonicalJson(b)
}

function patternMark(record: PatternRecord, now: number, policy: Policy): PatternMark {
  const { lifecycle, maturity, score, barredBecause } = standingOf(record, now, policy)
  const { text, sightings } = record.pattern
  return { text, lifecycle, maturity, score, sightings, shown: barredBecause.length === 0 }
}

function runMark({ run, feedback }: RunRecord): RunMark {
  return { result: run.outcome?.result ?? 'open', feedback: feedback ?? 'none' }
}

function adapterMark(record: AdapterRecord, policy: Policy): AdapterMark {
  const { riskMultiplier, requireApproval } = record.overlay
  return { reliability: reliabilityOfRecord(record, policy)?.score ?? null, riskMultiplier, requireApproval }
}

function taskMark({ result, feedback }: TaskRecord): TaskMark {
  return { result, feedback: feedback?.type ?? 'none' }
}

function counted(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of [...kinds].sort()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
