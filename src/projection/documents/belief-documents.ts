import { type DocumentKey, type DocumentReader, defineDocument, makeDocument } from '../../domain/document.ts'
import { sameCopy, withMembers } from '../../domain/sets.ts'
import {
  type Baseline,
  NO_BASELINE,
  NO_REVIEWS,
  type ReviewerRecord,
  reviewerWeight,
} from '../../engine/belief/baseline.ts'
import type { BayesPolicy } from '../../engine/belief/bayes-policy.ts'
import { type CalibrationSums, NO_PREDICTIONS } from '../../engine/belief/calibration.ts'
import { cellOf, type GroupSums } from '../../engine/belief/group-prior.ts'
import { expectedEffect, updated } from '../../engine/belief/posterior.ts'
import { evidenceOf, type PosteriorRecord, reviewersOf, weighed } from '../../engine/belief/posterior-record.ts'
import { nameId } from './fold-documents.ts'

/** The documents of the bayes profile: about patterns, groups of them, contexts of runs, reviewers, and its own predictions. */
export const POSTERIOR = defineDocument<PosteriorRecord>('posterior')
export const PRIORS = defineDocument<GroupSums>('priors')
export const BASELINE = defineDocument<Baseline>('baseline')
export const REVIEWER = defineDocument<ReviewerRecord & { readonly reviewer: string }>('reviewer')
export const CALIBRATION = defineDocument<CalibrationSums>('calibration')

/** The state of a document with enough evidence to suggest a decision, if it is not one of too many. */
export const SPEAKS = 'speaks'

/** The baseline of all runs, at which that of a context begins. */
export const ALL_RUNS = 'all'

/** The record with its current weights. It also reads the documents that `reviewersIn` names. */
export function weighedRecord(read: DocumentReader, pattern: string, policy: BayesPolicy): PosteriorRecord | undefined {
  const record = read.get(POSTERIOR, pattern)?.body
  return record && weigh(record, read, policy)
}

function weigh(record: PosteriorRecord, read: DocumentReader, policy: BayesPolicy): PosteriorRecord {
  return weighed(record, (id) => reviewerWeight(read.get(REVIEWER, id)?.body ?? NO_REVIEWS, policy))
}

/** The reviewers who judged some patterns. */
export function reviewersIn(read: DocumentReader, patterns: readonly string[]): DocumentKey[] {
  const records = patterns.flatMap((id) => read.get(POSTERIOR, id)?.body ?? [])
  return [...new Set(records.flatMap(reviewersOf))].map((id) => ({ kind: REVIEWER, id }))
}

/** Ranked by the expected effect of the pattern, so that the best are found first. */
export function posteriorDocument(pattern: string, record: PosteriorRecord, read: DocumentReader, policy: BayesPolicy) {
  const evidence = evidenceOf(weigh(record, read, policy), policy)
  const rank = round(expectedEffect(updated(policy.prior, evidence), policy))
  return makeDocument(POSTERIOR, pattern, rounded(withMembers(record, { cell: cellOf(evidence) })), { rank })
}

export function contextId(context: string): string {
  return nameId(`context ${context}`)
}

/** The keys of a context's baselines, and of the calibration. */
export function truthKeys(context: string | undefined): DocumentKey[] {
  return [
    { kind: BASELINE, id: ALL_RUNS },
    ...(context === undefined ? [] : [{ kind: BASELINE, id: contextId(context) }]),
    { kind: CALIBRATION, id: CALIBRATION },
  ]
}

export function baselineOfAll(read: DocumentReader): Baseline {
  return read.get(BASELINE, ALL_RUNS)?.body ?? NO_BASELINE
}

/** The baseline of a context; before its first run, that of all runs, with no information behind it. */
export function baselineOf(read: DocumentReader, context: string | undefined): Baseline {
  const own = context === undefined ? undefined : read.get(BASELINE, contextId(context))
  return own?.body ?? { ...NO_BASELINE, logits: baselineOfAll(read).logits }
}

export function baselineDocument(id: string, baseline: Baseline) {
  return makeDocument(BASELINE, id, rounded(baseline), { rank: baseline.runs })
}

export function reviewerRecord(read: DocumentReader, reviewer: string): ReviewerRecord {
  return read.get(REVIEWER, nameId(reviewer))?.body ?? NO_REVIEWS
}

export function reviewerDocument(reviewer: string, record: ReviewerRecord) {
  const rank = record.right + record.wrong
  return makeDocument(REVIEWER, nameId(reviewer), { reviewer, ...record }, { rank })
}

export function calibrationSums(read: DocumentReader): CalibrationSums {
  return read.get(CALIBRATION, CALIBRATION)?.body ?? NO_PREDICTIONS
}

export function calibrationDocument(sums: CalibrationSums) {
  return makeDocument(CALIBRATION, CALIBRATION, rounded(sums))
}

/** Nine decimals: more than any decision needs, and the same on every machine. */
export function round(value: number): number {
  return Math.round(value * 1e9) / 1e9 || 0
}

/** The same with every number rounded; if all are, the same object. Parts shared with `before` are already rounded. */
export function rounded<T>(value: T, before?: unknown): T {
  if (value === before) return value
  if (typeof value === 'number') return (Number.isInteger(value) ? value : round(value)) as T
  if (typeof value !== 'object' || value === null) return value
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[key]
    const next = rounded(part, (before as Record<string, unknown> | undefined)?.[key])
    if (next === part) continue
    copy ??= (Array.isArray(value) ? [...value] : sameCopy(value)) as Record<string, unknown>
    copy[key] = next
  }
  return (copy ?? value) as T
}
