import type { Document, DocumentKey, DocumentReader } from '../../domain/document.ts'
import { type Baseline, NO_BASELINE } from '../../engine/belief/baseline.ts'
import type { BayesPolicy } from '../../engine/belief/bayes-policy.ts'
import { type CalibrationSums, NO_PREDICTIONS } from '../../engine/belief/calibration.ts'
import { mixtureEValue } from '../../engine/belief/e-value.ts'
import type { GroupSums } from '../../engine/belief/group-prior.ts'
import { expectedEffect } from '../../engine/belief/posterior.ts'
import type { PosteriorRecord } from '../../engine/belief/posterior-record.ts'
import { NO_REVIEWS, type ReviewerRecord } from '../../engine/belief/reviewer-accuracy.ts'
import { nameId } from '../name-id.ts'

/** What the bayes profile knows: of patterns, groups of them, contexts of runs, reviewers, and its own predictions. */
export const POSTERIOR = 'posterior'
export const PRIORS = 'priors'
export const BASELINE = 'baseline'
export const REVIEWER = 'reviewer'
export const CALIBRATION = 'calibration'

/** The state of what says enough to suggest a decision, if it is not one of too many. */
export const SPEAKS = 'speaks'

/** The baseline of all runs, from which that of a context begins. */
export const ALL_RUNS = 'all'

export function posteriorRecord(read: DocumentReader, pattern: string): PosteriorRecord | undefined {
  return read.get(POSTERIOR, pattern)?.body as PosteriorRecord | undefined
}

/** Ranked by what the pattern is expected to add, so that the best are found first. */
export function posteriorDocument(pattern: string, record: PosteriorRecord, policy: BayesPolicy): Document {
  const body = rounded(record)
  const rank = round(expectedEffect(record.posterior, policy))
  const state = mixtureEValue(record.wagers) >= policy.promotionEValue ? SPEAKS : ''
  return { kind: POSTERIOR, id: pattern, state, rank, text: '', body }
}

export function groupSums(read: DocumentReader): GroupSums {
  return (read.get(PRIORS, PRIORS)?.body as GroupSums | undefined) ?? {}
}

export function priorsDocument(sums: GroupSums): Document {
  return { kind: PRIORS, id: PRIORS, state: '', rank: 0, text: '', body: rounded(sums) }
}

export function contextId(context: string): string {
  return nameId(`context ${context}`)
}

/** What is known of how runs of a context end, and of how it was predicted. */
export function truthKeys(context: string | undefined): DocumentKey[] {
  return [
    { kind: BASELINE, id: ALL_RUNS },
    ...(context === undefined ? [] : [{ kind: BASELINE, id: contextId(context) }]),
    { kind: CALIBRATION, id: CALIBRATION },
  ]
}

export function baselineOfAll(read: DocumentReader): Baseline {
  return (read.get(BASELINE, ALL_RUNS)?.body as Baseline | undefined) ?? NO_BASELINE
}

/** Of a context; before its first run it is where all runs are, with nothing behind it. */
export function baselineOf(read: DocumentReader, context: string | undefined): Baseline {
  const own = context === undefined ? undefined : read.get(BASELINE, contextId(context))
  return (own?.body as Baseline | undefined) ?? { ...NO_BASELINE, logits: baselineOfAll(read).logits }
}

export function baselineDocument(id: string, baseline: Baseline): Document {
  return { kind: BASELINE, id, state: '', rank: baseline.runs, text: '', body: rounded(baseline) }
}

export function reviewerRecord(read: DocumentReader, reviewer: string): ReviewerRecord {
  return (read.get(REVIEWER, nameId(reviewer))?.body as ReviewerRecord | undefined) ?? NO_REVIEWS
}

export function reviewerDocument(reviewer: string, record: ReviewerRecord): Document {
  const rank = record.right + record.wrong
  return { kind: REVIEWER, id: nameId(reviewer), state: '', rank, text: '', body: { reviewer, ...record } }
}

export function calibrationSums(read: DocumentReader): CalibrationSums {
  return (read.get(CALIBRATION, CALIBRATION)?.body as CalibrationSums | undefined) ?? NO_PREDICTIONS
}

export function calibrationDocument(sums: CalibrationSums): Document {
  return { kind: CALIBRATION, id: CALIBRATION, state: '', rank: 0, text: '', body: rounded(sums) }
}

/** Nine decimals: more than any decision needs, and the same on every machine. */
export function round(value: number): number {
  return Math.round(value * 1e9) / 1e9 || 0
}

/** The same with every number rounded; where all are, as in what was kept before, it is the same object. */
export function rounded<T>(value: T): T {
  if (typeof value === 'number') return (Number.isInteger(value) ? value : round(value)) as T
  if (typeof value !== 'object' || value === null) return value
  const changed: [string, unknown][] = []
  for (const key of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[key]
    const next = rounded(part)
    if (next !== part) changed.push([key, next])
  }
  if (changed.length === 0) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return Object.assign(copy, Object.fromEntries(changed)) as T
}
