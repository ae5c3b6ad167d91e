import { plus, roundTo } from '../../domain/numbers.ts'
import type { AgentVerdict, RunResult } from '../../domain/values/outcome.ts'
import { idOf } from './normalise-outcome.ts'

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

/** The initial weight of an agent's vote, its reliability, and whether it can stop a run alone. */
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

/** Reliability 0.5 neither raises nor lowers a vote's weight, because nothing is known of the agent. */
const UNKNOWN_PROFILE: AgentProfile = { baseWeight: 1, reliability: 0.5, canVeto: false }

/** The profile an agent starts with; an unknown agent has base weight 1, a neutral reliability and no veto. */
export function defaultProfile(agent: string): AgentProfile {
  return DEFAULT_PROFILES.get(idOf(agent)) ?? UNKNOWN_PROFILE
}

/** The fate of a run, as far as agents and thresholds learn from it. */
export interface RunEffect {
  readonly result: RunResult
  readonly rollback?: boolean
  readonly humanOverride?: boolean
}

/** A run from the point of view of one voter: the voter's confidence and vote, `approve` by default. */
type VotedRun = RunEffect & { readonly confidence: number; readonly vote?: AgentVerdict | undefined }

/** The effect of a run on an agent that voted on it. Rejecting work that failed was right; rejecting work that succeeded was wrong. Asking for a review was right if something went wrong, and otherwise only cost time. */
function effectOn({ vote = 'approve', ...run }: VotedRun): Omit<VotedRun, 'vote'> {
  if (vote === 'approve') return run
  const wentWrong = run.result === 'failure' || run.rollback === true
  if (wentWrong) return { ...run, result: 'success', rollback: false }
  if (run.result === 'partial') return { ...run, result: vote === 'reject' ? 'partial' : 'success' }
  return { ...run, result: vote === 'reject' ? 'failure' : 'partial' }
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
  run: VotedRun,
  policy = AGENT_PROFILE,
): { readonly reliability: number; readonly delta: number } {
  const delta = earnedBy(effectOn(run), policy)
  return { reliability: moved(reliability, delta, policy), delta }
}

/** An agent's reliability after a rollback that is recorded after the run was already counted: the shift of the run as a whole stays within -0.05 and +0.05. A planner at 0.77 whose failed run (c = 1) had cost the whole 0.05 loses nothing more. */
export function reviseAfterRollback(reliability: number, run: VotedRun, policy = AGENT_PROFILE): number {
  const earned = (rollback: boolean) => earnedBy(effectOn({ ...run, rollback }), policy)
  const rest = earned(true) - earned(false)
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

export const SKILL_STATS = { failureWeight: 0.75 }

/** How often a skill was used and how it ended; partial runs are in `runs` alone. */
export interface SkillSums {
  readonly runs: number
  readonly successes: number
  readonly failures: number
}

export const UNUSED_SKILL: SkillSums = { runs: 0, successes: 0, failures: 0 }

export interface SkillStats extends SkillSums {
  readonly score: number
  /** False before the first run: the score then means nothing. */
  readonly known: boolean
}

/** The sums with one more run in them, or one less; the cost does not grow with the history. */
export function addSkillRun(sums: SkillSums, result: RunResult, times: 1 | -1 = 1): SkillSums {
  const run = { runs: 1, successes: result === 'success' ? 1 : 0, failures: result === 'failure' ? 1 : 0 }
  return plus(sums, run, times)
}

/**
 * `(successes - 0.75 x failures) / runs`, to four decimals: from -0.75 to 1.
 *
 * Two successes, a failure and a partial run: 1.25 / 4 = 0.3125.
 */
export function skillStatsOf(sums: SkillSums, policy = SKILL_STATS): SkillStats {
  if (sums.runs === 0) return { ...sums, score: 0, known: false }
  const score = (sums.successes - policy.failureWeight * sums.failures) / sums.runs
  return { ...sums, score: roundTo(score, 4), known: true }
}

/** The stats of a whole list: the fold above. */
export function skillStats(results: readonly RunResult[], policy = SKILL_STATS): SkillStats {
  const sums = results.reduce((sum, result) => addSkillRun(sum, result), UNUSED_SKILL)
  return skillStatsOf(sums, policy)
}
