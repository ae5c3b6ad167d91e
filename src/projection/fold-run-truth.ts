import { hasTrait } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { becameOf } from '../domain/run.ts'
import { own, withMembers } from '../domain/sets.ts'
import { type Baseline, baselineAfter, baselineCorrected, baselineWithout } from '../engine/belief/baseline.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { withPrediction } from '../engine/belief/calibration.ts'
import { successProbability } from '../engine/belief/likelihood.ts'
import {
  ALL_RUNS,
  baselineDocument,
  baselineOf,
  baselineOfAll,
  calibrationDocument,
  calibrationSums,
  contextId,
  reviewerDocument,
  reviewerRecord,
  round,
} from './documents/belief-documents.ts'
import type { RunRecord } from './documents/documents.ts'
import type { DraftDocuments } from './documents/fold-documents.ts'
import { type Exposure, totalEffect } from './exposure.ts'

/** Whether a run succeeded, if known: the fate of its work outranks its outcome, and the result outranks the score: a failed test is a failure, however fast. Undefined: unknown, or neither. */
export function truthOf({ run, feedback, ends }: RunRecord): boolean | undefined {
  const became = becameOf(run)
  if (became !== undefined) return became === 'kept'
  const { result, whole = false } = run.outcome ?? {}
  if (whole && (result === 'success' || result === 'failure')) return result === 'success'
  const { succeeded = 0, failed = 0 } = ends ?? {}
  if (!whole && (succeeded === 0) !== (failed === 0)) return failed === 0
  return feedback === 'helpful' ? true : feedback === 'harmful' ? false : undefined
}

/** Whether the result was observed independently of those whose statements are judged by it. */
function isIndependent({ run }: RunRecord): boolean {
  const { observedBy } = run.outcome ?? {}
  return becameOf(run) !== undefined || (observedBy !== 'verdict' && observedBy !== 'agent')
}

/** Whether an event may give a run's outcome, or a reviewer's opinion of it. */
export function isRunResult(event: KnownEvent): boolean {
  return hasTrait(event.type, 'truth')
}

/** Counts the end of a run once, for its context, its prediction and its reviewers, and corrects it after a late result. */
export function foldTruth(exposure: Exposure, after: RunRecord, sheet: DraftDocuments, policy: BayesPolicy) {
  const truth = truthOf(after)
  if (truth === undefined) return withoutTruth(exposure, sheet, policy)
  const ended = foldBaselines(exposure, truth, sheet, policy)
  const expected = expectedOf(exposure, ended.baseline, policy)
  const prediction = foldPrediction(exposure, { success: truth, expected }, sheet)
  const reviews = isIndependent(after) ? foldReviews(exposure, truth, sheet) : exposure.counted?.reviews
  const counted = prediction === undefined && reviews === undefined ? exposure.counted : { prediction, reviews }
  return withMembers(exposure, { ended, counted })
}

/** A run whose result is no longer known, as after its review was dismissed, counts for nothing. */
function withoutTruth(exposure: Exposure, sheet: DraftDocuments, policy: BayesPolicy): Exposure {
  const { ended, counted, ...rest } = exposure
  if (ended === undefined) return exposure
  const { success, baseline: measuredWith } = ended
  const run = { success, measuredWith, shown: totalEffect(exposure, policy) }
  foldBoth(exposure, sheet, (known) => baselineWithout(known, run, policy))
  if (counted?.prediction !== undefined)
    sheet.put(calibrationDocument(withPrediction(calibrationSums(sheet), counted.prediction, -1)))
  for (const [reviewer, isRight] of Object.entries(counted?.reviews ?? {})) countReview(reviewer, isRight, -1, sheet)
  return rest
}

function countReview(reviewer: string, isRight: boolean, times: 1 | -1, sheet: DraftDocuments): void {
  const { right, wrong } = reviewerRecord(sheet, reviewer)
  sheet.put(reviewerDocument(reviewer, isRight ? { right: right + times, wrong } : { right, wrong: wrong + times }))
}

function foldBaselines(exposure: Exposure, success: boolean, sheet: DraftDocuments, policy: BayesPolicy) {
  const { context, ended } = exposure
  if (ended?.success === success) return ended
  const run = { success, shown: totalEffect(exposure, policy) }
  const step = ended === undefined ? baselineAfter : baselineCorrected
  const before = baselineOf(sheet, context)
  foldBoth(exposure, sheet, (known) => step(known, run, policy))
  return { success, baseline: ended?.baseline ?? round(before.logits) }
}

/** Updates the baseline of its context, and that of all runs. */
function foldBoth({ context }: Exposure, sheet: DraftDocuments, step: (known: Baseline) => Baseline): void {
  if (context !== undefined) sheet.put(baselineDocument(contextId(context), step(baselineOf(sheet, context))))
  sheet.put(baselineDocument(ALL_RUNS, step(baselineOfAll(sheet))))
}

/** The prediction of the receipts. Hooks leave it out; then the prediction they would have made before anything of the result was known. */
function expectedOf(exposure: Exposure, baseline: number, policy: BayesPolicy): number | undefined {
  if (exposure.prediction !== undefined || exposure.isBelieved !== true) return exposure.prediction
  return round(successProbability(baseline + totalEffect(exposure, policy), policy))
}

function foldPrediction(
  exposure: Exposure,
  { success, expected }: { success: boolean; expected: number | undefined },
  sheet: DraftDocuments,
) {
  const known = exposure.counted?.prediction
  const probability = known?.probability ?? expected
  if (probability === undefined || known?.success === success) return known
  const sums = calibrationSums(sheet)
  const without = known === undefined ? sums : withPrediction(sums, known, -1)
  sheet.put(calibrationDocument(withPrediction(without, { probability, success })))
  return { probability, success }
}

/** A reviewer was right to pass work that went well, or to fail work that went badly. */
function foldReviews(exposure: Exposure, success: boolean, sheet: DraftDocuments) {
  const { reviews } = exposure
  if (reviews === undefined) return undefined
  let counted = exposure.counted?.reviews ?? {}
  for (const [reviewer, passed] of Object.entries(reviews)) {
    const isRight = passed === success
    const before = own(counted, reviewer)
    if (before === isRight) continue
    if (before !== undefined) countReview(reviewer, before, -1, sheet)
    countReview(reviewer, isRight, 1, sheet)
    counted = { ...counted, [reviewer]: isRight }
  }
  return counted
}
