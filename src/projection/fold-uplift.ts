import type { Document, DocumentKey, DocumentReader } from '../domain/document.ts'
import { hasTrait } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { successProbability } from '../engine/belief/likelihood.ts'
import { isTrial, type Trial, withTrial } from '../engine/belief/uplift.ts'
import { contextId } from './documents/belief-documents.ts'
import { type RunRecord, runRecord } from './documents/documents.ts'
import {
  ALL_LINES,
  LOOP_UPLIFT,
  ONE_LINE,
  UPLIFT,
  type UpliftRecord,
  upliftDocument,
  upliftSums,
} from './documents/sharing-documents.ts'
import { contextOf } from './exposure.ts'
import { DraftDocuments } from './fold-documents.ts'
import { truthOf } from './fold-run-truth.ts'

/** What a run says, by document: it follows from its record alone, so that it can be taken back when the truth comes late. */
type Trials = ReadonlyMap<
  string,
  { readonly key: DocumentKey<UpliftRecord>; readonly trial: Trial; readonly context?: string }
>

/** The documents that `foldUplift` reads in addition to the run. */
export function upliftNeeds(event: KnownEvent, read: DocumentReader): DocumentKey[] {
  const before = event.run === undefined ? undefined : runRecord(read, event.run)
  if (!mayTell(event, before)) return []
  const { shown = {}, context } = before?.exposure ?? {}
  const receipt = event.type === 'pattern-injected' ? event.payload : undefined
  const named = [...(receipt?.items ?? []), ...(receipt?.withheld ?? [])].map(({ pattern }) => pattern)
  const patterns = new Set([...Object.keys(shown), ...(before?.run.withheld ?? []), ...named])
  const runs = context ?? (receipt === undefined ? undefined : contextOf(receipt))
  const loop = [ONE_LINE, ALL_LINES, ...(runs === undefined ? [] : [contextId(runs)])]
  return [
    ...[...patterns].map((id) => ({ kind: UPLIFT, id })),
    ...loop.map((id) => ({ kind: LOOP_UPLIFT, id })),
  ]
}

/** A receipt may arrive after the end of its run: a hook leaves it for the next writer. */
function mayTell(event: KnownEvent, before: RunRecord | undefined): boolean {
  const known = before?.exposure
  if (event.type === 'pattern-injected')
    return known?.ended !== undefined && (known.holdout ?? event.payload.holdout) !== undefined
  return known?.holdout !== undefined && hasTrait(event.type, 'ending')
}

/**
 * Folds what became of a run into what is known of withholding: what it said before is taken out, what it says now is put in. A run that ended the same way and
 * was shown nothing new costs nothing.
 */
export function foldUplift(
  event: KnownEvent,
  { before, after }: { readonly before: RunRecord | undefined; readonly after: RunRecord | undefined },
  read: DocumentReader,
  policy: BayesPolicy,
): Document[] {
  if (!mayTell(event, before)) return []
  const [said, says] = [trialsOf(before, policy), trialsOf(after, policy)]
  const sheet = new DraftDocuments(read)
  for (const id of new Set([...said.keys(), ...says.keys()])) {
    const [then, now] = [said.get(id), says.get(id)]
    const { key, context } = (now ?? then)!
    if (isSame(then?.trial, now?.trial)) continue
    let sums = upliftSums(sheet, key.kind, key.id)
    if (then !== undefined) sums = withTrial(sums, then.trial, -1)
    if (now !== undefined) sums = withTrial(sums, now.trial)
    const record = context === undefined ? { sums } : { sums, context }
    sheet.put(upliftDocument(key, record, policy.promotionEValue))
  }
  return sheet.documents()
}

/** Every pattern that was drawn for, all of them together, and whether the run went without. */
function trialsOf(record: RunRecord | undefined, policy: BayesPolicy): Trials {
  const trials = new Map<string, { key: DocumentKey<UpliftRecord>; trial: Trial; context?: string }>()
  const success = record === undefined ? undefined : truthOf(record)
  const { holdout, ended, shown = {}, context } = record?.exposure ?? {}
  if (record === undefined || success === undefined || holdout === undefined || ended === undefined)
    return trials
  const expected = successProbability(ended.baseline, policy)
  const add = (
    key: DocumentKey<UpliftRecord>,
    drawn: Pick<Trial, 'share' | 'shown' | 'withheld'>,
    of?: string,
  ) => {
    if (isTrial(drawn))
      trials.set(`${key.kind} ${key.id}`, { key, trial: { success, expected, ...drawn }, context: of })
  }
  const held = record.run.withheld.filter((id) => !Object.hasOwn(shown, id))
  // A rule of a person is never drawn for.
  const isDrawn = (id: string) => shown[id]?.isRule !== true && !record.run.withheld.includes(id)
  const seen = Object.keys(shown).filter(isDrawn)
  const all = { shown: holdout.isRunHeld ? 0 : 1, withheld: holdout.isRunHeld ? 1 : 0 }
  if (held.length + seen.length === 0) return trials
  add({ kind: LOOP_UPLIFT, id: ALL_LINES }, { share: holdout.runShare, ...all })
  if (holdout.isRunHeld) return trials
  const { share } = holdout
  for (const id of seen) add({ kind: UPLIFT, id }, { share, shown: 1, withheld: 0 })
  for (const id of held) add({ kind: UPLIFT, id }, { share, shown: 0, withheld: 1 })
  const lines = { share, shown: seen.length, withheld: held.length }
  add({ kind: LOOP_UPLIFT, id: ONE_LINE }, lines)
  if (context !== undefined) add({ kind: LOOP_UPLIFT, id: contextId(context) }, lines, context)
  return trials
}

function isSame(one: Trial | undefined, other: Trial | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return (
    one.success === other.success &&
    one.expected === other.expected &&
    one.share === other.share &&
    one.shown === other.shown &&
    one.withheld === other.withheld
  )
}
