import { roundTo } from '../../domain/numbers.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { AgentVerdict } from '../../domain/values/outcome.ts'
import { type AgentProfile, defaultProfile } from './agent-profile.ts'
import { idOf } from './normalise-outcome.ts'

export const CONSENSUS = {
  approvalThreshold: { low: 0.55, medium: 0.65, high: 0.75 },
  approveBelowRejectShare: 0.2,
  rejectFromShare: 0.35,
  reliabilityInfluence: 0.35,
  confidenceInfluence: 0.65,
  minWeight: 0.05,
}

export interface Vote {
  readonly agent: string
  readonly decision: AgentVerdict
  readonly confidence: number
}

export interface ConsensusInput {
  /** At most one per agent; the entry points check that. */
  readonly votes: readonly Vote[]
  readonly riskLevel: RiskLevel
  /** Agents' profiles, where known beyond the defaults. */
  readonly profiles?: Readonly<Record<string, Partial<AgentProfile>>>
}

export interface Consensus {
  readonly decision: AgentVerdict
  readonly approvalShare: number
  readonly rejectShare: number
  readonly totalWeight: number
  readonly vetoBy?: string
  readonly shouldPause: boolean
  readonly threshold: number
}

/**
 * `max(0.05, base x (1 + (reliability - 0.5) x 2 x 0.35) x (1 + (confidence - 0.5) x 2 x 0.65))`
 *
 * Security (base 1.2, reliability 0.92) at confidence 0.9: 1.2 x 1.294 x 1.52 = 2.3603.
 * A stranger (base 1, reliability 0.5) at confidence 0.5: 1.
 */
export function voteWeight(
  profile: Pick<AgentProfile, 'baseWeight' | 'reliability'>,
  confidence: number,
  policy = CONSENSUS,
): number {
  const trust = 1 + (profile.reliability - 0.5) * 2 * policy.reliabilityInfluence
  const certainty = 1 + (confidence - 0.5) * 2 * policy.confidenceInfluence
  return Math.max(policy.minWeight, profile.baseWeight * trust * certainty)
}

/**
 * The agents' joint decision.
 *
 * A veto rejects. Else approve if the approving share reaches the threshold of the risk level (0.55, 0.65, 0.75) and less than 0.20 rejects; reject if 0.35 or more rejects;
 * else needs-review, also without any vote. Everything but an approval at low risk pauses. Shares are rounded to nine decimals before they are compared: three of four equal votes
 * are exactly 0.75, in whichever order they are added up.
 */
export function consensusOf(input: ConsensusInput, policy = CONSENSUS): Consensus {
  const weighed = weigh(input, policy)
  const totalWeight = weightOf(weighed)
  const shareOf = (decision: AgentVerdict) =>
    totalWeight === 0 ? 0 : roundTo(weightOf(weighed.filter((v) => v.decision === decision)) / totalWeight, 9)
  const shares = { approve: shareOf('approve'), reject: shareOf('reject') }
  const threshold = policy.approvalThreshold[input.riskLevel]
  const vetoBy = weighed.find((vote) => vetoes(vote, input.riskLevel))?.agent
  const decision = vetoBy === undefined ? decide(shares, threshold, policy) : 'reject'
  return {
    decision,
    approvalShare: shares.approve,
    rejectShare: shares.reject,
    totalWeight: roundTo(totalWeight, 9),
    vetoBy,
    shouldPause: decision !== 'approve' || input.riskLevel !== 'low',
    threshold,
  }
}

type WeighedVote = Vote & { readonly weight: number; readonly canVeto: boolean }

function weigh({ votes, profiles = {} }: ConsensusInput, policy: typeof CONSENSUS): WeighedVote[] {
  const known = new Map(Object.entries(profiles).map(([agent, profile]) => [idOf(agent), profile]))
  return votes.map((vote) => {
    const agent = idOf(vote.agent)
    const profile = profileOf(agent, known.get(agent))
    return { ...vote, agent, weight: voteWeight(profile, vote.confidence, policy), canVeto: profile.canVeto }
  })
}

function profileOf(agent: string, known: Partial<AgentProfile> = {}): AgentProfile {
  const start = defaultProfile(agent)
  return {
    baseWeight: known.baseWeight ?? start.baseWeight,
    reliability: known.reliability ?? start.reliability,
    canVeto: known.canVeto ?? start.canVeto,
  }
}

function weightOf(votes: readonly WeighedVote[]): number {
  return votes.reduce((total, vote) => total + vote.weight, 0)
}

/** Agents with a veto use it at high risk; the reviewer also at medium risk. */
function vetoes(vote: WeighedVote, riskLevel: RiskLevel): boolean {
  if (vote.decision !== 'reject' || !vote.canVeto) return false
  return riskLevel === 'high' || (riskLevel === 'medium' && vote.agent === 'reviewer')
}

function decide(
  shares: { readonly approve: number; readonly reject: number },
  threshold: number,
  policy: typeof CONSENSUS,
): AgentVerdict {
  if (shares.reject >= policy.rejectFromShare) return 'reject'
  if (shares.approve >= threshold && shares.reject < policy.approveBelowRejectShare) return 'approve'
  return 'needs-review'
}
