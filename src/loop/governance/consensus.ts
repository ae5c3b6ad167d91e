import { roundTo } from '../../domain/numbers.ts'
import type { Votes } from '../../domain/outcome-record.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { present } from '../../domain/sets.ts'
import { inputError } from '../../domain/user-error.ts'
import { type AgentProfile, defaultProfile } from '../../engine/governance/agent-profile.ts'
import { CONSENSUS, type Consensus, consensusOf, voteWeight } from '../../engine/governance/consensus.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import { newThresholds, THRESHOLD_KEYS } from '../../engine/governance/thresholds.ts'
import { AGENT, documentId, THRESHOLDS } from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'

export type WeighedVote = Votes['votes'][number] & AgentProfile & { readonly weight: number }

export interface ConsensusReached extends Consensus {
  readonly riskLevel: Votes['riskLevel']
  readonly votes: readonly WeighedVote[]
  readonly reasons: readonly string[]
}

/** The agents' joint decision, each vote weighted by the agent's trust. Nothing is recorded: the run's outcome includes the votes. */
export async function consensus(context: LoopContext, request: unknown): Promise<ConsensusReached> {
  const given = await checkVotes(request)
  const agents = given.votes.map(({ agent }) => ({ kind: AGENT, id: documentId(idOf(agent)) }))
  const read = readerOf(await context.journal.documents([...agents, { kind: THRESHOLDS, id: THRESHOLDS }]))
  const thresholds = read.get(THRESHOLDS, THRESHOLDS)?.body
  const known = agents.flatMap(({ id }) => read.get(AGENT, id)?.body ?? [])
  const reliability = new Map(known.map((record) => [record.agent, record.reliability]))
  const { inForce } = thresholds ?? newThresholds(context.policy)
  return weighed(given, reliability, inForce[THRESHOLD_KEYS[given.riskLevel]])
}

/** The same with initial profiles and thresholds: the decision of unknown agents. */
export async function simulateConsensus(request: unknown): Promise<ConsensusReached> {
  const given = await checkVotes(request)
  return weighed(given, new Map(), CONSENSUS.approvalThreshold[given.riskLevel])
}

async function checkVotes(request: unknown): Promise<Votes> {
  const { votesSchema } = await import('../../domain/outcome-record.ts')
  const checked = votesSchema.safeParse(request)
  if (checked.success) return checked.data
  const problems = checked.error.issues.map((issue) => schemaProblem(issue, request, 'votes'))
  throw inputError(problems.join('\n'), 'mettle consensus --help')
}

function weighed(
  { riskLevel, votes }: Votes,
  reliability: ReadonlyMap<string, number>,
  threshold: number,
): ConsensusReached {
  const weights = votes.map((vote) => {
    const start = defaultProfile(vote.agent)
    const profile = { ...start, reliability: reliability.get(documentId(idOf(vote.agent))) ?? start.reliability }
    return { ...vote, ...profile, weight: roundTo(voteWeight(profile, vote.confidence), 4) }
  })
  const profiles = Object.fromEntries(weights.map((vote) => [vote.agent, { reliability: vote.reliability }]))
  const approvalThreshold = { ...CONSENSUS.approvalThreshold, [riskLevel]: threshold }
  const reached = consensusOf({ votes, riskLevel, profiles }, { ...CONSENSUS, approvalThreshold })
  return { ...reached, riskLevel, votes: weights, reasons: reasonsFor(reached, riskLevel) }
}

function reasonsFor(reached: Consensus, riskLevel: Votes['riskLevel']): string[] {
  const { approvalShare, rejectShare, threshold, vetoBy, shouldPause, decision } = reached
  const { rejectFromShare, approveBelowRejectShare } = CONSENSUS
  const side = approvalShare >= threshold ? 'reaches' : 'is below'
  return present([
    vetoBy !== undefined && `${vetoBy} rejects it, and may stop a run of ${riskLevel} risk alone`,
    `approval ${shown(approvalShare)} ${side} ${threshold}`,
    rejectShare >= rejectFromShare
      ? `rejection ${shown(rejectShare)} reaches ${rejectFromShare}`
      : `rejection ${shown(rejectShare)} ${rejectShare < approveBelowRejectShare ? 'is below' : 'reaches'} ${approveBelowRejectShare}`,
    shouldPause && decision === 'approve' && 'a person is asked anyway: only low risk continues by itself',
  ])
}

function shown(share: number): string {
  return share.toFixed(3)
}
