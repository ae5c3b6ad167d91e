import type { DocumentKind } from '../../domain/document.ts'
import { didYouMean, notFound } from '../../domain/user-error.ts'
import {
  type AdapterRecord,
  asOf,
  isStale,
  isTight,
  reliabilityOfRecord,
} from '../../engine/governance/adapter-record.ts'
import { defaultProfile, type SkillStats, skillStatsOf } from '../../engine/governance/agent-profile.ts'
import { failureConfidence, failurePatternId, fixSuggestionFor } from '../../engine/governance/failures.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import type { Overlay, Ratchet } from '../../engine/governance/overlay.ts'
import type { Reliability } from '../../engine/governance/reliability.ts'
import { newThresholds, type ThresholdRecord } from '../../engine/governance/thresholds.ts'
import {
  ADAPTER,
  AGENT,
  type AgentRecord,
  CYCLE,
  type CycleRecord,
  documentId,
  FAILURE,
  type FailureRecord,
  SKILL,
  THRESHOLDS,
} from '../../projection/documents/governance-documents.ts'
import { cycleSummary } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'
import { ALL, bodyOf, withTotal } from '../facts/cached-lists.ts'

const MOST_FAILURES = 20

/** A recurring failure of an adapter, its confidence, and what to try. */
export interface FailureView extends FailureRecord {
  readonly id: string
  readonly confidence: number
  readonly fixSuggestion: string
}

type Recorded = 'adapter' | 'overlay' | 'reason' | 'since' | 'lastRunAt' | 'decision' | 'annotations'

export interface AdapterView extends Pick<AdapterRecord, Recorded> {
  /** Undefined before its first graded run. */
  readonly reliability?: Reliability
  /** The reliability below which its steps need approval. */
  readonly unreliableBelow: number
  /** Looser values that the evidence suggests; a person may accept them. */
  readonly suggested: Partial<Overlay>
  /** The overlay is restrictive. */
  readonly tight: boolean
  /** A tight overlay without news for too long. */
  readonly stale: boolean
  /** The most frequent first. */
  readonly failures: readonly FailureView[]
}

export interface AgentView extends AgentRecord {
  readonly baseWeight: number
  readonly canVeto: boolean
}

export interface SkillView extends SkillStats {
  readonly skill: string
  readonly lastUsedAt: number
}

/** The active policy, what the evidence would change, and people's decisions. */
export interface PolicyView {
  readonly ratchet: Ratchet
  readonly thresholds: ThresholdRecord
  readonly adapters: readonly AdapterView[]
  readonly agents: readonly AgentView[]
  readonly skills: readonly SkillView[]
}

export async function policyView(context: LoopContext): Promise<PolicyView> {
  const { journal, policy } = context
  const bodies = async <T extends object>(kind: DocumentKind<T>) =>
    (await journal.list(kind, { limit: ALL })).map(({ body }) => body)
  const adapters: AdapterView[] = []
  for (const record of await bodies(ADAPTER)) adapters.push(await viewOf(context, asOf(record, context.now(), policy)))
  return {
    ratchet: policy.policy.ratchet,
    thresholds: await thresholdsOf(context),
    adapters: adapters.sort((a, b) => (a.adapter < b.adapter ? -1 : 1)),
    agents: (await bodies(AGENT)).map(agentView),
    skills: (await bodies(SKILL)).map(({ skill, sums, lastUsedAt }) => ({
      skill,
      ...skillStatsOf(sums, policy.skillStats),
      lastUsedAt,
    })),
  }
}

export async function thresholdsOf({ journal, policy }: LoopContext): Promise<ThresholdRecord> {
  const record = await bodyOf(journal, THRESHOLDS, THRESHOLDS)
  return record ?? newThresholds(policy)
}

/** One adapter, by its name in any case. */
export async function adapterView(context: LoopContext, name: string): Promise<AdapterView> {
  return viewOf(context, await knownAdapter(context, name))
}

export async function knownAdapter(context: LoopContext, name: string): Promise<AdapterRecord> {
  const { journal, policy } = context
  const found = await bodyOf(journal, ADAPTER, documentId(idOf(name)))
  if (found !== undefined) return asOf(found, context.now(), policy)
  const known = (await journal.list(ADAPTER, { limit: ALL })).map(({ id }) => id)
  throw notFound(
    `Nothing is recorded about an adapter '${name}'.${didYouMean(name, known)}`,
    known.length === 0 ? 'mettle outcome record --help' : 'mettle policy show',
  )
}

async function viewOf(context: LoopContext, record: AdapterRecord): Promise<AdapterView> {
  const { adapter, overlay, reason, since, lastRunAt, decision, annotations } = record
  const reliability = reliabilityOfRecord(record, context.policy)
  return {
    adapter,
    reliability,
    unreliableBelow: context.policy.overlay.unreliableBelow,
    overlay,
    suggested: looserIn(record),
    reason,
    since,
    lastRunAt,
    tight: isTight(record, context.policy),
    stale: isStale(record, context.now(), context.policy),
    decision,
    annotations,
    failures: await failuresOf(context, adapter),
  }
}

/** The fields in which the evidence is looser than the active overlay. */
export function looserIn({ overlay, wanted }: AdapterRecord): Partial<Overlay> {
  return {
    ...(wanted.riskMultiplier < overlay.riskMultiplier ? { riskMultiplier: wanted.riskMultiplier } : {}),
    ...(wanted.suggestedMaxRetries > overlay.suggestedMaxRetries
      ? { suggestedMaxRetries: wanted.suggestedMaxRetries }
      : {}),
    ...(overlay.requireApproval && !wanted.requireApproval ? { requireApproval: false } : {}),
  }
}

export async function failuresOf({ journal }: LoopContext, adapter: string): Promise<FailureView[]> {
  const found = await journal.list(FAILURE, { states: [adapter], limit: MOST_FAILURES })
  return found.map(({ body }) => {
    const record = body
    const confidence = record.occurrences === 0 ? 0 : failureConfidence(record.occurrences)
    return { ...record, id: failurePatternId(record), confidence, fixSuggestion: fixSuggestionFor(record.adapterId) }
  })
}

/** An agent's profile, and the latest steps that led to it. */
export async function agentOf({ journal }: LoopContext, name: string): Promise<AgentView> {
  const found = await bodyOf(journal, AGENT, documentId(idOf(name)))
  if (found !== undefined) return agentView(found)
  const known = (await journal.list(AGENT, { limit: ALL })).map(({ id }) => id)
  throw notFound(
    `No recorded run has a vote of '${name}'.${didYouMean(name, known)}`,
    'mettle outcome record --decision AGENT:approve:0.9 …',
  )
}

function agentView(record: AgentRecord): AgentView {
  const { baseWeight, canVeto } = defaultProfile(record.agent)
  return { ...record, baseWeight, canVeto }
}

/** A policy change by one run's outcome, before and after. */
export interface PolicyChange extends Omit<CycleRecord, 'governed'> {
  readonly at: number
  readonly summary: string
}

/** The runs that changed policy, newest first; or one run's effects, even if it changed nothing. */
export async function policyChanges(
  { journal }: LoopContext,
  { run, limit = 10 }: { readonly run?: string; readonly limit?: number } = {},
): Promise<PolicyChange[]> {
  const states = ['changed']
  const documents =
    run === undefined
      ? await journal.list(CYCLE, { states, limit })
      : await journal.documents([{ kind: CYCLE, id: run }])
  if (run !== undefined && documents.length === 0)
    throw notFound(`No recorded outcome of '${run}' says anything about policy.`, 'mettle outcome list')
  const views = documents.map(({ body: { governed: _, ...cycle }, rank }) => {
    return { ...cycle, at: rank, summary: cycleSummary(cycle) }
  })
  return withTotal(views, run === undefined ? await journal.count(CYCLE, states) : views.length)
}
