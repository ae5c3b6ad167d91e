import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { RunResult } from '../../domain/values/outcome.ts'
import type { AdapterRun } from './reliability.ts'
import { distinctIds, type Failure, failureOf, idOf } from './run-outcome.ts'

/** What is kept of a run so that truth which comes late can still be put right. */
export interface GovernedRun {
  readonly outcome?: GovernedOutcome
  /** The work was taken back, whether the outcome says so or a later fact. */
  readonly rolledBack: boolean
  /** The approvals in it that a person refused. */
  readonly refused: readonly string[]
}

export interface GovernedOutcome extends AdapterRun {
  readonly at: number
  /** Nobody but the agent itself saw how the run ended. */
  readonly isClaim?: true
  readonly result: RunResult
  readonly adapters: readonly string[]
  readonly failure?: Failure
  readonly risk?: RiskLevel
  readonly humanOverride: boolean
  readonly agents: { readonly [agent: string]: number }
  readonly skills: readonly string[]
}

export const NEW_GOVERNED_RUN: GovernedRun = { rolledBack: false, refused: [] }

/** The part of an outcome that governs; undefined when it speaks of one task alone, or nobody observed it. Without a quality nobody graded the run, so it counts for no adapter. */
export function governedOutcome(
  outcome: PayloadOf<'outcome-recorded'>,
  at: number,
): GovernedOutcome | undefined {
  const { result, observedBy, task, retryCount = 0, adapters = [], riskLevel } = outcome
  if (task !== undefined || result === 'unknown' || observedBy === 'none') return undefined
  const quality = outcome.qualityScore ?? outcome.postExecutionScore
  const failure = failureOf({
    result,
    adaptersUsed: adapters,
    failureDetails: { adapterId: outcome.failureAdapter, dominantFailureType: outcome.failureType },
  })
  const agents = (outcome.agentDecisions ?? []).map(
    ({ agent, confidence }) => [idOf(agent), confidence] as const,
  )
  const named = failure === undefined || failure.adapterId === 'unknown' ? [] : [failure.adapterId]
  return {
    at,
    isClaim: observedBy === 'agent' || undefined,
    result,
    success: outcome.success ?? result === 'success',
    retryCount,
    qualityScore: quality ?? 0,
    adapters: quality === undefined ? [] : namesIn([...adapters, ...named]),
    failure,
    risk: riskLevel,
    humanOverride: outcome.humanOverride ?? false,
    agents: Object.fromEntries(agents.filter(([agent]) => agent !== '')),
    skills: namesIn(outcome.skills ?? []),
  }
}

function namesIn(texts: readonly string[]): string[] {
  return distinctIds(texts).filter((id) => id !== '')
}

export function governsAnything({ adapters, failure, risk, agents, skills }: GovernedOutcome): boolean {
  const named = adapters.length + skills.length + Object.keys(agents).length
  return named > 0 || failure !== undefined || risk !== undefined
}

/** The outcome, unless a person's refusal is what ended the run: policy must not feed on its own strictness, so a run that did not succeed after an approval was refused counts for nobody. */
export function countedOutcome(run: GovernedRun): GovernedOutcome | undefined {
  return run.refused.length > 0 && run.outcome?.result !== 'success' ? undefined : run.outcome
}
