import { OVERLAY_FIELDS } from '../domain/values/gate.ts'
import { type AdapterRecord, withFailures, withoutRun, withRun } from '../engine/governance/adapter-record.ts'
import type { GovernedOutcome } from '../engine/governance/governed-run.ts'
import type { Failure } from '../engine/governance/run-outcome.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { DraftDocuments } from './documents/fold-documents.ts'
import {
  adapterDocument,
  adapterRecord,
  type Change,
  type FailureRecord,
  failureDocument,
  failureRecord,
} from './documents/governance-documents.ts'

/** Puts what a run says about its adapters in the place of what it said before; gives the overlays that moved. */
export function foldAdapters(
  before: GovernedOutcome | undefined,
  after: GovernedOutcome | undefined,
  sheet: DraftDocuments,
  policy: Policy,
): { readonly [key: string]: Change } {
  const ids = adaptersOf(before, after)
  const known = ids.map((id) => adapterRecord(sheet, id, policy))
  if (before !== undefined) {
    for (const id of before.adapters)
      change(sheet, id, policy, (record) => withoutRun(record, before, policy))
    if (before.failure !== undefined) count(before.failure, { sheet, policy, at: before.at, step: -1 })
  }
  if (after !== undefined) {
    for (const id of after.adapters) change(sheet, id, policy, (record) => withRun(record, after, policy))
    if (after.failure !== undefined) count(after.failure, { sheet, policy, at: after.at, step: 1 })
  }
  const moved = known.map((record) => overlayDiff(record, adapterRecord(sheet, record.adapter, policy)))
  return Object.assign({}, ...moved)
}

/** Every adapter that a run has something to say about, the one it blames included. */
export function adaptersOf(...outcomes: (GovernedOutcome | undefined)[]): string[] {
  const ids = outcomes.flatMap((outcome) =>
    outcome === undefined
      ? []
      : [...outcome.adapters, ...(outcome.failure === undefined ? [] : [outcome.failure.adapterId])],
  )
  return [...new Set(ids)]
}

function change(
  sheet: DraftDocuments,
  id: string,
  policy: Policy,
  step: (record: AdapterRecord) => AdapterRecord,
): void {
  sheet.put(adapterDocument(step(adapterRecord(sheet, id, policy)), policy))
}

/** One failure more, or one that must not count after all. */
function count(
  failure: Failure,
  { sheet, policy, at, step }: { sheet: DraftDocuments; policy: Policy; at: number; step: 1 | -1 },
): void {
  const record = counted(failureRecord(sheet, failure), at, step)
  sheet.put(failureDocument(record))
  const { failureType, occurrences } = record
  change(sheet, failure.adapterId, policy, (adapter) =>
    withFailures(adapter, { failureType, occurrences, at }, policy),
  )
}

/** What happened before a person called it fixed no longer counts. */
function counted(record: FailureRecord, at: number, step: 1 | -1): FailureRecord {
  const isPast = record.acknowledged !== undefined && at <= record.acknowledged.at
  return {
    ...record,
    occurrences: Math.max(0, record.occurrences + (isPast ? 0 : step)),
    total: record.total + step,
    lastSeenAt: Math.max(record.lastSeenAt, at),
  }
}

/** `github requireApproval: false -> true` */
export function overlayDiff(before: AdapterRecord, after: AdapterRecord): { [key: string]: Change } {
  const moved = OVERLAY_FIELDS.filter((field) => before.overlay[field] !== after.overlay[field])
  return Object.fromEntries(
    moved.map((field) => [
      `${after.adapter} ${field}`,
      { before: before.overlay[field], after: after.overlay[field] },
    ]),
  )
}
