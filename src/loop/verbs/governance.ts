import type { Votes } from '../../domain/votes.ts'
import type { GateRequest } from '../../engine/governance/gate-step.ts'
import type { WhyNamed } from '../../report/why/why-named.ts'
import type { LoopContext } from '../context.ts'
import type { ApprovalView } from '../governance/approval-view.ts'
import type { AnswerRequest, ApprovalFilter } from '../governance/approvals.ts'
import type {
  AcknowledgeRequest,
  AnnotateRequest,
  FailureAcknowledged,
  OverlayChanged,
  OverlayRequest,
  ThresholdChanged,
  ThresholdRequest,
} from '../governance/change-policy.ts'
import type { ConsensusReached } from '../governance/consensus.ts'
import type { Gated } from '../governance/gate.ts'
import type { PolicyChange, PolicyChangeFilter } from '../governance/policy-changes.ts'
import type { AdapterView, AgentView, PolicyView } from '../governance/policy-view.ts'
import { timed } from '../journal/timed.ts'

/** Policy, the gate, and what people and agents decide. */
export interface GovernanceVerbs {
  /** The policy in force, what the evidence would change, and what people said. */
  policy(): Promise<PolicyView>
  adapter(name: string): Promise<AdapterView>
  /** Why the gate stands as it does for an adapter. */
  whyAdapter(name: string): Promise<WhyNamed>
  agent(name: string): Promise<AgentView>
  /** What outcomes did to policy, from what to what. */
  policyChanges(filter?: PolicyChangeFilter): Promise<PolicyChange[]>
  /** A person's word on policy, with name and reason. */
  loosenOverlay(request: OverlayRequest): Promise<OverlayChanged>
  tightenOverlay(request: OverlayRequest): Promise<OverlayChanged>
  setThreshold(request: ThresholdRequest): Promise<ThresholdChanged>
  acknowledgeFailure(request: AcknowledgeRequest): Promise<FailureAcknowledged>
  annotateAdapter(request: AnnotateRequest): Promise<AdapterView>
  /** Whether a step may be taken; asks a person where policy or evidence wants it. */
  gate(request: GateRequest): Promise<Gated>
  approvals(filter?: ApprovalFilter): Promise<ApprovalView[]>
  answerApproval(request: AnswerRequest): Promise<ApprovalView>
  /** What agents decide together, each vote weighed by how far the agent is trusted. */
  consensus(votes: Votes): Promise<ConsensusReached>
}

export function governanceVerbs(context: LoopContext): GovernanceVerbs {
  return {
    policy: async () => (await import('../governance/policy-view.ts')).policyView(context),
    adapter: async (name) => (await import('../governance/policy-view.ts')).adapterView(context, name),
    whyAdapter: async (name) => (await import('../governance/why-adapter.ts')).whyAdapter(context, name),
    agent: async (name) => (await import('../governance/policy-view.ts')).agentOf(context, name),
    policyChanges: async (filter) =>
      (await import('../governance/policy-changes.ts')).policyChanges(context, filter),
    loosenOverlay: async (request) =>
      (await import('../governance/change-policy.ts')).loosenOverlay(context, request),
    tightenOverlay: async (request) =>
      (await import('../governance/change-policy.ts')).tightenOverlay(context, request),
    setThreshold: async (request) =>
      (await import('../governance/change-policy.ts')).setThreshold(context, request),
    acknowledgeFailure: async (request) =>
      (await import('../governance/change-policy.ts')).acknowledgeFailure(context, request),
    annotateAdapter: async (request) =>
      (await import('../governance/change-policy.ts')).annotateAdapter(context, request),
    gate: (request) =>
      timed(context, 'gate', async () => {
        const gated = await (await import('../governance/gate-without-journal.ts')).gateSafely(
          context,
          request,
        )
        context.metrics?.record('mettle.gate.decisions', 1, { decision: gated.decision })
        return gated
      }),
    approvals: async (filter) => (await import('../governance/approvals.ts')).listApprovals(context, filter),
    answerApproval: async (request) =>
      (await import('../governance/approvals.ts')).answerApproval(context, request),
    consensus: async (votes) => (await import('../governance/consensus.ts')).consensus(context, votes),
  }
}
