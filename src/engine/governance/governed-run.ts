import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { AgentVerdict, RunResult } from '../../domain/values/outcome.ts'
import { distinctIds, type Failure, failureOf, idOf } from './normalise-outcome.ts'
import type { AdapterRun } from './reliability.ts'

/** The stored state of a run, so that a late result can correct it. */
export interface GovernedRun {
  readonly outcome?: GovernedOutcome
  /** The work was taken back, according to the outcome or to a later fact. */
  readonly rolledBack: boolean
  /** The approvals in it that a person refused. */
  readonly refused: readonly string[]
  /** The results of its commands with each adapter that they reached. */
  readonly seen?: { readonly [adapter: string]: AdapterRun & { readonly at: number; readonly failureType?: string } }
}

export interface GovernedOutcome extends AdapterRun {
  readonly at: number
  /** Only the agent itself saw how the run ended. */
  readonly isClaim?: true
  readonly result: RunResult
  readonly adapters: readonly string[]
  readonly failure?: Failure
  readonly risk?: RiskLevel
  readonly humanOverride: boolean
  readonly agents: { readonly [agent: string]: number }
  /** The votes of the agents that did not approve. */
  readonly votes?: { readonly [agent: string]: AgentVerdict }
  readonly skills: readonly string[]
}

/** A run's evidence about one adapter. */
export interface RunUse extends AdapterRun {
  readonly adapter: string
  readonly at: number
  readonly isClaim?: true | undefined
  /** Read from its commands. */
  readonly isSeen?: true
}

/** The uses and failures of adapters that a run counts for. For each adapter only one source counts: an outcome that somebody observed, else its commands, else what only the agent claims. */
export function countedUses(run: GovernedRun): { uses: RunUse[]; failures: (Failure & { at: number })[] } {
  const outcome = countedOutcome(run)
  const seen = Object.entries(run.seen ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const isSeen = (adapter: string) => outcome?.isClaim === true && run.seen?.[adapter] !== undefined
  const named = (outcome?.adapters ?? []).filter((adapter) => !isSeen(adapter))
  const failure = outcome?.failure && !isSeen(outcome.failure.adapterId) ? outcome.failure : undefined
  const own = seen.filter(([adapter]) => !named.includes(adapter))
  return {
    uses: [
      ...named.map((adapter) => useOf(adapter, outcome!)),
      ...own.map(([adapter, use]) => ({ ...useOf(adapter, use), isSeen: true as const })),
    ],
    failures: [
      ...(failure === undefined ? [] : [{ ...failure, at: outcome!.at }]),
      ...own.flatMap(([adapterId, { failureType, at }]) =>
        failureType === undefined || failure?.adapterId === adapterId ? [] : [{ adapterId, failureType, at }],
      ),
    ],
  }
}

function useOf(adapter: string, use: AdapterRun & Pick<GovernedOutcome, 'at' | 'isClaim'>): RunUse {
  const { at, isClaim, success, retryCount, qualityScore } = use
  return { adapter, at, isClaim, success, retryCount, qualityScore }
}

/** A run after its commands were read again. It succeeded with an adapter unless a command failed even at its last try, and its quality is the share of commands that worked. */
export function withSeen(run: GovernedRun, use: PayloadOf<'adapter-observed'>, at: number): GovernedRun {
  const adapter = idOf(use.adapter)
  const { calls, failed, retries, failures } = use
  if (calls === 0 || at < (run.seen?.[adapter]?.at ?? 0)) return run
  const last = failed === 0 ? undefined : failures.findLast(({ counts }) => counts)
  const course = { success: failed === 0, retryCount: retries, qualityScore: (calls - failed) / calls }
  const seen = { at, ...course, failureType: last && idOf(last.type) }
  return { ...run, seen: { ...run.seen, [adapter]: seen } }
}

export const NEW_GOVERNED_RUN: GovernedRun = { rolledBack: false, refused: [] }

/** The part of an outcome that policy learns from; undefined if it is about one task, or nobody observed it. Without a quality nobody graded the run, so it counts for no adapter. */
export function governedOutcome(outcome: PayloadOf<'outcome-recorded'>, at: number): GovernedOutcome | undefined {
  const { result, observedBy, task, retryCount = 0, adapters = [], riskLevel } = outcome
  if (task !== undefined || result === 'unknown' || observedBy === 'none') return undefined
  const quality = outcome.qualityScore ?? outcome.postExecutionScore
  const failure = failureOf({
    result,
    adaptersUsed: adapters,
    failureDetails: { adapterId: outcome.failureAdapter, dominantFailureType: outcome.failureType },
  })
  const agents = (outcome.agentDecisions ?? []).map(({ agent, confidence }) => [idOf(agent), confidence] as const)
  const others = (outcome.agentDecisions ?? []).filter(({ decision }) => decision !== 'approve')
  const votes = Object.fromEntries(others.map(({ agent, decision }) => [idOf(agent), decision]))
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
    votes: others.length === 0 ? undefined : votes,
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

/** The outcome, unless a person's refusal ended the run: policy must not feed on its own strictness, so a run that did not succeed after an approval was refused counts for nobody. */
export function countedOutcome(run: GovernedRun): GovernedOutcome | undefined {
  return run.refused.length > 0 && run.outcome?.result !== 'success' ? undefined : run.outcome
}
