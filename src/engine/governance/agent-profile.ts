import type { RunResult } from '../../domain/values/outcome.ts'
import { roundTo } from '../laws/rounding.ts'
import { idOf } from './run-outcome.ts'

export const AGENT_PROFILE = {
  success: 0.02,
  failure: -0.05,
  partial: -0.01,
  rollback: -0.02,
  humanOverride: -0.015,
  maxShiftPerRun: 0.05,
  minReliability: 0.3,
  maxReliability: 0.95,
}

/** How much an agent's vote counts to begin with, how far it is trusted, and whether it can stop a run alone. */
export interface AgentProfile {
  readonly baseWeight: number
  readonly reliability: number
  readonly canVeto: boolean
}

const DEFAULT_PROFILES: ReadonlyMap<string, AgentProfile> = new Map([
  ['planner', { baseWeight: 1, reliability: 0.82, canVeto: false }],
  ['builder', { baseWeight: 1, reliability: 0.84, canVeto: false }],
  ['reviewer', { baseWeight: 1.1, reliability: 0.88, canVeto: true }],
  ['security', { baseWeight: 1.2, reliability: 0.92, canVeto: true }],
])

/** Reliability 0.5 neither raises nor lowers a vote's weight, which is all that can be said of a stranger. */
const UNKNOWN_PROFILE: AgentProfile = { baseWeight: 1, reliability: 0.5, canVeto: false }

/** The profile an agent starts with; an unknown agent has base weight 1, a neutral reliability and no veto. */
export function defaultProfile(agent: string): AgentProfile {
  return DEFAULT_PROFILES.get(idOf(agent)) ?? UNKNOWN_PROFILE
}

/** What became of a run, as far as agents and thresholds learn from it. */
export interface RunEffect {
  readonly result: RunResult
  readonly rollback?: boolean
  readonly humanOverride?: boolean
}

/**
 * An agent's reliability after a run in which it voted with confidence c.
 *
 * `delta = (+0.02 success | -0.05 failure | -0.01 partial) x c - 0.02 if rolled back - 0.015 if overridden`, within
 * -0.05 and +0.05; reliability stays within 0.30 and 0.95; both to four decimals.
 * A planner at 0.82, sure (c = 1) of a run that failed: delta -0.05, reliability 0.77.
 * `delta` is what the run earned; at the bounds reliability moves by less.
 */
export function reviseAgent(
  reliability: number,
  run: RunEffect & { readonly confidence: number },
  policy = AGENT_PROFILE,
): { readonly reliability: number; readonly delta: number } {
  const delta = earnedBy(run, policy)
  return { reliability: moved(reliability, delta, policy), delta }
}

/**
 * An agent's reliability after a rollback that is told when the run has been learned from: what it adds to the run's shift, which stays within -0.05 and
 * +0.05 as a whole. A planner at 0.77 whose failed run (c = 1) had cost the whole 0.05 loses nothing more.
 */
export function reviseAfterRollback(
  reliability: number,
  run: RunEffect & { readonly confidence: number },
  policy = AGENT_PROFILE,
): number {
  const rest = earnedBy({ ...run, rollback: true }, policy) - earnedBy({ ...run, rollback: false }, policy)
  return moved(reliability, rest, policy)
}

function earnedBy(run: RunEffect & { readonly confidence: number }, policy: typeof AGENT_PROFILE): number {
  const earned =
    policy[run.result] * run.confidence +
    (run.rollback ? policy.rollback : 0) +
    (run.humanOverride ? policy.humanOverride : 0)
  return roundTo(Math.min(policy.maxShiftPerRun, Math.max(-policy.maxShiftPerRun, earned)), 4)
}

function moved(reliability: number, delta: number, policy: typeof AGENT_PROFILE): number {
  return roundTo(Math.min(policy.maxReliability, Math.max(policy.minReliability, reliability + delta)), 4)
}
