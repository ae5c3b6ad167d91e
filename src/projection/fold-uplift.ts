import type { DocumentKey, DocumentReader } from '../domain/document.ts'
import { hasTrait } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { isAlike, own, withMembers } from '../domain/sets.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { successProbability } from '../engine/belief/likelihood.ts'
import { type AppliedRuns, NO_RUNS } from '../engine/belief/posterior-record.ts'
import { isTrial, type Trial, withTrial } from '../engine/belief/uplift.ts'
import { contextId, POSTERIOR, PRIORS, reviewersIn } from './documents/belief-documents.ts'
import { PATTERN, RUN, type RunRecord } from './documents/documents.ts'
import type { DraftDocuments } from './documents/fold-documents.ts'
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
import { patternsNamed } from './feedback-weight.ts'
import { rewritten } from './fold-posterior.ts'
import { truthOf } from './fold-run-truth.ts'

/** The evidence of a run, by document. It follows from the run's record alone, so that a late result can take it back. */
type Trials = ReadonlyMap<
  string,
  { readonly key: DocumentKey<UpliftRecord>; readonly trial: Trial; readonly context?: string }
>

/** The documents that `foldUplift` reads in addition to the run. */
export function upliftNeeds(event: KnownEvent, read: DocumentReader): DocumentKey[] {
  const before = event.run === undefined ? undefined : read.get(RUN, event.run)?.body
  if (!mayTell(event, before)) return []
  const { shown = {}, context } = before?.exposure ?? {}
  const receipt = event.type === 'pattern-injected' ? event.payload : undefined
  const named = [...(receipt?.items ?? []), ...(receipt?.withheld ?? [])].map(({ pattern }) => pattern)
  const drawn = [...Object.keys(shown), ...(before?.run.withheld ?? []), ...named]
  const patterns = [...new Set([...drawn, ...Object.keys(before?.run.tiers ?? {}), ...patternsNamed(event)])]
  const runs = context ?? (receipt === undefined ? undefined : contextOf(receipt))
  const loop = [ONE_LINE, ALL_LINES, ...(runs === undefined ? [] : [contextId(runs)])]
  return [
    ...patterns.flatMap((id) => [UPLIFT, POSTERIOR, PATTERN].map((kind) => ({ kind, id }))),
    ...reviewersIn(read, patterns),
    { kind: PRIORS, id: PRIORS },
    ...loop.map((id) => ({ kind: LOOP_UPLIFT, id })),
  ]
}

/** Evidence of a run about patterns depends on its outcome. A receipt or a use may arrive later, from a hook's spool. */
function mayTell(event: KnownEvent, before: RunRecord | undefined): boolean {
  if (event.run === undefined) return false
  if (hasTrait(event.type, 'truth')) return true
  const isLate = event.type === 'pattern-injected' || hasTrait(event.type, 'use')
  return isLate && before?.exposure?.ended !== undefined
}

/** Folds a run's result into the documents about withholding and applying patterns: replaces its earlier contribution. */
export function foldUplift(
  event: KnownEvent,
  { before, after }: { readonly before: RunRecord | undefined; readonly after: RunRecord | undefined },
  sheet: DraftDocuments,
  policy: BayesPolicy,
): void {
  if (!mayTell(event, before)) return
  const [said, says] = [trialsOf(before, policy), trialsOf(after, policy)]
  const compared = new Set<string>()
  for (const id of new Set([...said.keys(), ...says.keys()])) {
    const [then, now] = [said.get(id), says.get(id)]
    const { key, context } = (now ?? then)!
    if (isAlike(then?.trial, now?.trial)) continue
    let sums = upliftSums(sheet, key.kind, key.id)
    if (then !== undefined) sums = withTrial(sums, then.trial, -1)
    if (now !== undefined) sums = withTrial(sums, now.trial)
    const record = context === undefined ? { sums } : { sums, context }
    sheet.put(upliftDocument(key, record, policy.promotionEValue))
    if (key.kind === UPLIFT) compared.add(key.id)
  }
  const [counted, counts] = [countsOf(before, said), countsOf(after, says)]
  for (const pattern of new Set([...counted.keys(), ...counts.keys()])) {
    const [then, now] = [counted.get(pattern), counts.get(pattern)]
    // Decided by what this event changed, not by object identity: a store may return a copy.
    if (then === now && !compared.has(pattern)) continue
    rewritten(pattern, event.occurredAt, sheet, policy, (record) => {
      const { applied = NO_RUNS, runs = 0 } = record
      return withMembers(record, {
        runs: runs - (then === undefined ? 0 : 1) + (now === undefined ? 0 : 1),
        applied: recounted(recounted(applied, then, -1, failsIn(before, policy)), now, 1, failsIn(after, policy)),
        comparison: sheet.get(UPLIFT, pattern)?.body.sums ?? record.comparison,
      })
    })
  }
}

function recounted(known: AppliedRuns, how: Counted | undefined, times: 1 | -1, fails: number): AppliedRuns {
  const { runs, successes, luck = 0 } = known
  if (how === 'succeeded') return { luck: known.luck, runs: runs + times, successes: successes + times }
  return how === 'failed' ? { luck: luck + times * Math.log(fails), runs: runs + times, successes } : known
}

/** The failure rate of its context, as known when it ended. */
function failsIn(record: RunRecord | undefined, policy: BayesPolicy): number {
  return 1 - successProbability(record?.exposure?.ended?.baseline ?? 0, policy)
}

/** How a run counts for a pattern that it applied, cited, or had in its draw. */
type Counted = 'succeeded' | 'failed' | 'not applied'

function countsOf(record: RunRecord | undefined, trials: Trials): ReadonlyMap<string, Counted> {
  const counts = new Map<string, Counted>()
  const success = record === undefined ? undefined : truthOf(record)
  if (record === undefined || success === undefined || record.exposure?.ended === undefined) return counts
  for (const { key } of trials.values()) if (key.kind === UPLIFT) counts.set(key.id, 'not applied')
  for (const [pattern, tier] of Object.entries(record.run.tiers)) {
    if (tier === 'applied') counts.set(pattern, success ? 'succeeded' : 'failed')
    else if (tier === 'cited') counts.set(pattern, 'not applied')
  }
  return counts
}

/** The patterns in a run's random draw: withheld or shown, each with its share. */
function drawsOf({ run, exposure }: RunRecord) {
  const { holdout, shown = {}, shares = {} } = exposure ?? {}
  const held = run.withheld.filter((id) => !Object.hasOwn(shown, id))
  // People's rules are never in the draw.
  const isDrawn = (id: string) => shown[id]?.isRule !== true && !run.withheld.includes(id)
  const seen = Object.keys(shown).filter(isDrawn)
  return { held, seen, shareOf: (id: string) => own(shares, id) ?? holdout?.share ?? 0 }
}

/** Whether anything was withheld from a run at random, and the probability of that. */
export function drawOf(record: RunRecord): { readonly isHeld: boolean; readonly share: number } {
  const { held, seen, shareOf } = drawsOf(record)
  const { share = 0, runShare = 0 } = record.exposure?.holdout ?? {}
  const drawn = share + runShare === 0 ? [] : [...held, ...seen]
  const shown = drawn.reduce((product, id) => product * (1 - shareOf(id)), 1 - runShare)
  return { isHeld: held.length > 0, share: drawn.length === 0 ? 0 : 1 - shown }
}

/** Trials for every pattern in the draw, for all of them together, and for the run as a whole. */
function trialsOf(record: RunRecord | undefined, policy: BayesPolicy): Trials {
  const trials = new Map<string, { key: DocumentKey<UpliftRecord>; trial: Trial; context?: string }>()
  const success = record === undefined ? undefined : truthOf(record)
  const { holdout, ended, context } = record?.exposure ?? {}
  if (record === undefined || success === undefined || holdout === undefined || ended === undefined) return trials
  const expected = successProbability(ended.baseline, policy)
  const add = (key: DocumentKey<UpliftRecord>, drawn: Pick<Trial, 'share' | 'shown' | 'withheld'>, of?: string) => {
    if (isTrial(drawn))
      trials.set(`${key.kind} ${key.id}`, { key, trial: { success, expected, ...drawn }, context: of })
  }
  const { held, seen, shareOf } = drawsOf(record)
  const all = { shown: holdout.isRunHeld ? 0 : 1, withheld: holdout.isRunHeld ? 1 : 0 }
  if (held.length + seen.length === 0) return trials
  add({ kind: LOOP_UPLIFT, id: ALL_LINES }, { share: holdout.runShare, ...all })
  if (holdout.isRunHeld) return trials
  const { share } = holdout
  for (const id of seen) add({ kind: UPLIFT, id }, { share: shareOf(id), shown: 1, withheld: 0 })
  for (const id of held) add({ kind: UPLIFT, id }, { share: shareOf(id), shown: 0, withheld: 1 })
  const similar = (ids: readonly string[]) => ids.filter((id) => shareOf(id) === share).length
  const lines = { share, shown: similar(seen), withheld: similar(held) }
  add({ kind: LOOP_UPLIFT, id: ONE_LINE }, lines)
  if (context !== undefined) add({ kind: LOOP_UPLIFT, id: contextId(context) }, lines, context)
  return trials
}
