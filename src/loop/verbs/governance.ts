import { APPROVAL_STATES } from '../../domain/values/gate.ts'
import { decides, defineVerb, reads, schema, writes } from './define-verb.ts'

const overlay = schema((f) => f.events['overlay-set'].payload.omit({ by: true }))
const one = schema((f) => ({ name: f.key.describe('its name') }))
export const answerApprovalInput = schema((f) => ({
  approval: f.key,
  answer: f.z.enum(['allow', 'deny']),
  reason: f.line.optional(),
}))

export const governance = {
  policy: reads('GET /v1/policy', {
    summary: 'The active policy, what the evidence would change, and what people said.',
    load: async () => (await import('../views/policy-view.ts')).policyView,
  }),
  policyChanges: reads('GET /v1/policy/changes', {
    summary: 'How outcomes changed the policy: the old and the new values.',
    input: (f) => ({ run: f.safeId.describe('what the outcome of this run led to').optional(), limit: f.limit }),
    names: { run: 'run' },
    load: async () => (await import('../views/policy-view.ts')).policyChanges,
  }),
  setThreshold: decides('POST /v1/policy/thresholds/:risk/set', {
    summary: 'Set the share of the vote that must approve. Default: what the evidence suggests.',
    input: (f) => ({ risk: f.riskLevel, threshold: f.share.optional(), reason: f.reason }),
    load: async () => (await import('../governance/change-policy.ts')).setThreshold,
  }),
  adapter: reads('GET /v1/adapters/:name', {
    summary: 'The reliability of an adapter, and the policy for it.',
    input: one,
    args: ['name'],
    load: async () => (await import('../views/policy-view.ts')).adapterView,
  }),
  whyAdapter: reads('GET /v1/adapters/:name/why', {
    summary: 'What the gate does for an adapter, why, and what would change it.',
    input: one,
    args: ['name'],
    load: async () => (await import('../governance/why-named.ts')).whyAdapter,
  }),
  loosenOverlay: decides('POST /v1/adapters/:adapter/loosen', {
    summary: 'Loosen the overlay of an adapter, as you say or as the evidence suggests.',
    input: overlay,
    load: async () => (await import('../governance/change-policy.ts')).loosenOverlay,
  }),
  tightenOverlay: decides('POST /v1/adapters/:adapter/tighten', {
    summary: 'Tighten the overlay of an adapter.',
    input: overlay,
    load: async () => (await import('../governance/change-policy.ts')).tightenOverlay,
  }),
  acknowledgeFailure: decides('POST /v1/adapters/:adapter/acknowledge', {
    summary: 'Mark a recurring failure as fixed, and count it from zero again.',
    input: (f) => ({ adapter: f.key, failureType: f.name, reason: f.reason }),
    load: async () => (await import('../governance/change-policy.ts')).acknowledgeFailure,
  }),
  annotateAdapter: decides('POST /v1/adapters/:adapter/annotate', {
    summary: 'Add a note to an adapter, for policy and reports to show.',
    input: (f) => ({ adapter: f.key.describe('the adapter'), text: f.line.describe('the note') }),
    load: async () => (await import('../governance/change-policy.ts')).annotateAdapter,
  }),
  agent: reads('GET /v1/agents/:name', {
    summary: 'How much an agent is trusted, and why.',
    input: one,
    args: ['name'],
    load: async () => (await import('../views/policy-view.ts')).agentOf,
  }),
  gate: writes('POST /v1/gate', {
    summary: 'Check whether a step is allowed.',
    input: (f) => ({
      adapter: f.name.describe('the tool or service that the step uses, such as github').optional(),
      action: f.z.string().max(2_000).describe('what it would do, in words').optional(),
      risk: f.riskLevel.describe('how much is at stake. Default: medium').optional(),
      run: f.safeId.optional(),
      tool: f.name.describe('the tool that would be called').optional(),
      command: f.z
        .union([f.z.string().max(100_000), f.z.array(f.z.string()).max(1_000)])
        .describe('what the tool would run')
        .optional(),
      server: f.name.describe('the MCP server that the call goes to').optional(),
    }),
    timed: 'gate',
    load: async () => (await import('../governance/gate-without-journal.ts')).gateSafely,
  }),
  approvals: reads('GET /v1/approvals', {
    summary: 'What the gate asked, the latest first.',
    input: (f) => ({ states: f.z.array(f.z.enum(APPROVAL_STATES)).max(3).optional(), limit: f.limit }),
    load: async () => (await import('../governance/approvals.ts')).listApprovals,
  }),
  answerApproval: decides('POST /v1/approvals/:approval/answer', {
    summary: 'Allow or deny a step that the gate asked about.',
    input: answerApprovalInput,
    load: async () => (await import('../governance/approvals.ts')).answerApproval,
  }),
  consensus: defineVerb({
    address: 'POST /v1/consensus',
    role: 'read',
    summary: 'Weigh the votes of agents by how much each is trusted; records nothing.',
    input: (f) => f.votes,
    load: async () => (await import('../governance/consensus.ts')).consensus,
  }),
} as const
