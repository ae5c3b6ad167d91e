import { digest } from '../../domain/digest.ts'
import { type DocumentReader, defineDocument, makeDocument } from '../../domain/document.ts'
import { type AdapterRecord, isTight, newAdapter, reliabilityOfRecord } from '../../engine/governance/adapter-record.ts'
import { defaultProfile, type SkillSums, skillStatsOf, UNUSED_SKILL } from '../../engine/governance/agent-profile.ts'
import type { ConstraintSuggestion } from '../../engine/governance/constraint-suggestions.ts'
import { failurePatternId } from '../../engine/governance/failures.ts'
import { type GovernedRun, NEW_GOVERNED_RUN } from '../../engine/governance/governed-run.ts'
import type { Failure } from '../../engine/governance/normalise-outcome.ts'
import { newThresholds, type ThresholdRecord } from '../../engine/governance/thresholds.ts'
import type { Policy } from '../../engine/laws/policy.ts'

/** The kinds of governance documents. */
export const ADAPTER = defineDocument<AdapterRecord>('adapter')
export const FAILURE = defineDocument<FailureRecord>('failure')
export const AGENT = defineDocument<AgentRecord>('agent')
export const SKILL = defineDocument<SkillRecord>('skill')
export const THRESHOLDS = defineDocument<ThresholdRecord>('thresholds')
export const CYCLE = defineDocument<CycleRecord>('cycle')

/** A repeated failure of an adapter; confidence and advice are computed when it is read. */
export interface FailureRecord extends Failure {
  /** Since a person last declared it fixed. */
  readonly occurrences: number
  readonly total: number
  readonly lastSeenAt: number
  readonly acknowledged?: { readonly by: string; readonly reason: string; readonly at: number }
}

/** The reliability of an agent, and its latest changes. */
export interface AgentRecord {
  readonly agent: string
  readonly reliability: number
  readonly runs: number
  readonly successes: number
  readonly failures: number
  readonly updatedAt: number
  /** Newest first. */
  readonly steps: readonly AgentStep[]
}

export interface AgentStep {
  readonly run: string
  readonly at: number
  readonly result: string
  readonly before: number
  readonly after: number
}

export interface SkillRecord {
  readonly skill: string
  readonly sums: SkillSums
  readonly lastUsedAt: number
}

export interface Change<T = number | boolean> {
  readonly before: T
  readonly after: T
}

/** The consequences of one run's outcome. */
export interface CycleRecord {
  readonly run: string
  readonly governed: GovernedRun
  /** Policy changes without a person: `mediumRiskApprovalThreshold`, or `github requireApproval`. */
  readonly policyDiff: { readonly [key: string]: Change }
  /** Thresholds that a person could lower. */
  readonly looser: { readonly [key: string]: Change }
  readonly agents: { readonly [agent: string]: Change<number> }
  readonly skills: { readonly [skill: string]: Change<number> }
  readonly suggestions: readonly ConstraintSuggestion[]
}

export function adapterRecord(read: DocumentReader, id: string, policy: Policy): AdapterRecord {
  return read.get(ADAPTER, documentId(id))?.body ?? newAdapter(documentId(id), policy)
}

export function failureRecord(read: DocumentReader, failure: Failure): FailureRecord {
  const known = read.get(FAILURE, failureId(failure))?.body
  return known ?? { ...failure, occurrences: 0, total: 0, lastSeenAt: 0 }
}

export function agentRecord(read: DocumentReader, id: string): AgentRecord {
  const known = read.get(AGENT, documentId(id))?.body
  const { reliability } = defaultProfile(id)
  const none = { runs: 0, successes: 0, failures: 0, updatedAt: 0, steps: [] }
  return known ?? { agent: documentId(id), reliability, ...none }
}

export function skillRecord(read: DocumentReader, id: string): SkillRecord {
  const known = read.get(SKILL, documentId(id))?.body
  return known ?? { skill: documentId(id), sums: UNUSED_SKILL, lastUsedAt: 0 }
}

export function thresholdRecord(read: DocumentReader, policy: Policy): ThresholdRecord {
  return read.get(THRESHOLDS, THRESHOLDS)?.body ?? newThresholds(policy)
}

export function cycleRecord(read: DocumentReader, run: string): CycleRecord {
  const known = read.get(CYCLE, run)?.body
  const nothing = { policyDiff: {}, looser: {}, agents: {}, skills: {}, suggestions: [] }
  return known ?? { run, governed: NEW_GOVERNED_RUN, ...nothing }
}

/** Ranked by reliability; `tight` if its overlay restricts the adapter. */
export function adapterDocument(record: AdapterRecord, policy: Policy) {
  const rank = reliabilityOfRecord(record, policy)?.score ?? -1
  const state = isTight(record, policy) ? 'tight' : 'free'
  return makeDocument(ADAPTER, record.adapter, record, { state, rank })
}

/** The state is the adapter, so that its failures can be listed; the most frequent come first. */
export function failureDocument(record: FailureRecord) {
  const state = documentId(record.adapterId)
  return makeDocument(FAILURE, failureId(record), record, { state, rank: record.occurrences })
}

export function skillDocument(record: SkillRecord, policy: Policy) {
  const rank = skillStatsOf(record.sums, policy.skillStats).score
  return makeDocument(SKILL, record.skill, record, { rank })
}

/** Newest first; `changed` if policy moved, `same` if it did not, `open` while none of it counts. */
export function cycleDocument(record: CycleRecord) {
  const { outcome, seen = {} } = record.governed
  const isMoved = Object.keys(record.policyDiff).length > 0
  const times = Object.values(seen).map(({ at }) => at)
  const isOpen = outcome === undefined && times.length === 0
  const state = isMoved ? 'changed' : isOpen ? 'open' : 'same'
  const rank = outcome?.at ?? Math.max(0, ...times)
  return makeDocument(CYCLE, record.run, record, { state, rank })
}

/** Two names may be too long for a key. */
export function failureId(failure: Failure): string {
  return digest(failurePatternId(failure)).slice(0, 32)
}

/** A name as every store can keep it: NUL and lone surrogates are not text. */
export function documentId(name: string): string {
  return name.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}
