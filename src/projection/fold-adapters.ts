import { canonicalJson } from '../domain/canonical-json.ts'
import { OVERLAY_FIELDS } from '../domain/values/gate.ts'
import { type AdapterRecord, withFailures, withoutRun, withRun } from '../engine/governance/adapter-record.ts'
import { countedUses, type GovernedRun } from '../engine/governance/governed-run.ts'
import type { Failure } from '../engine/governance/normalise-outcome.ts'
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

/** Replaces a run's earlier evidence about its adapters; returns the adapters that it is now evidence about, and the overlays that moved. */
export function foldAdapters(
  before: GovernedRun,
  after: GovernedRun,
  sheet: DraftDocuments,
  policy: Policy,
): { readonly adapters: readonly string[]; readonly overlays: { readonly [key: string]: Change } } {
  const [was, is] = [countedUses(before), countedUses(after)]
  const left = { uses: lacking(was.uses, is.uses), failures: lacking(was.failures, is.failures) }
  const come = { uses: lacking(is.uses, was.uses), failures: lacking(is.failures, was.failures) }
  const ids = adaptersOf(left, come)
  const known = ids.map((id) => adapterRecord(sheet, id, policy))
  for (const run of left.uses) change(sheet, run.adapter, policy, (record) => withoutRun(record, run, policy))
  for (const failure of left.failures) count(failure, { sheet, policy, step: -1 })
  for (const run of come.uses) change(sheet, run.adapter, policy, (record) => withRun(record, run, policy))
  for (const failure of come.failures) count(failure, { sheet, policy, step: 1 })
  const moved = known.map((record) => overlayDiff(record, adapterRecord(sheet, record.adapter, policy)))
  return { adapters: ids, overlays: Object.assign({}, ...moved) }
}

/** The items of one list that the other one lacks. */
function lacking<T>(list: readonly T[], others: readonly T[]): T[] {
  const known = new Set(others.map((other) => canonicalJson(other)))
  return list.filter((one) => !known.has(canonicalJson(one)))
}

/** Every adapter that a run is evidence about, including the one it blames. */
export function adaptersOf(...runs: readonly ReturnType<typeof countedUses>[]): string[] {
  const ids = runs.flatMap(({ uses, failures }) => [
    ...uses.map(({ adapter }) => adapter),
    ...failures.map(({ adapterId }) => adapterId),
  ])
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

/** Adds one failure, or takes back one that must not count. */
function count(
  { at, ...failure }: Failure & { readonly at: number },
  { sheet, policy, step }: { sheet: DraftDocuments; policy: Policy; step: 1 | -1 },
): void {
  const record = counted(failureRecord(sheet, failure), at, step)
  sheet.put(failureDocument(record))
  const { failureType, occurrences } = record
  change(sheet, failure.adapterId, policy, (adapter) => withFailures(adapter, { failureType, occurrences, at }, policy))
}

/** Failures from before a person declared it fixed no longer count. */
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
    moved.map((field) => [`${after.adapter} ${field}`, { before: before.overlay[field], after: after.overlay[field] }]),
  )
}
