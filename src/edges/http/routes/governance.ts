import * as z from 'zod'
import { line, name, riskLevel, safeId, share } from '../../../domain/events/fields.ts'
import { policyEvents } from '../../../domain/events/policy.ts'
import { votesSchema } from '../../../domain/votes.ts'
import { route } from '../route.ts'
import { key, limit, nothing, reason } from './fields.ts'

const overlay = policyEvents['overlay-set'].payload.omit({ by: true })
const one = z.strictObject({ name: key })

export const governanceRoutes = {
  policy: route({
    role: 'read',
    summary: 'The policy in force, what the evidence would change, and what people said.',
    input: nothing,
    run: (loop) => loop.policy(),
  }),
  policyChanges: route({
    role: 'read',
    summary: 'What outcomes did to policy, from what to what.',
    input: z.strictObject({ run: safeId.optional(), limit }),
    run: (loop, filter) => loop.policyChanges(filter),
  }),
  setThreshold: route({
    role: 'approve',
    summary: 'Set how large a share of the vote must approve; left out, what the evidence suggests.',
    input: z.strictObject({ risk: riskLevel, threshold: share.optional(), reason }),
    run: (loop, request, { name: by }) => loop.setThreshold({ ...request, by }),
  }),
  adapter: route({
    role: 'read',
    summary: 'How an adapter fares, and what policy asks of it.',
    input: one,
    run: (loop, { name: adapter }) => loop.adapter(adapter),
  }),
  whyAdapter: route({
    role: 'read',
    summary: 'Why the gate stands as it does for an adapter, and what would change it.',
    input: one,
    run: (loop, { name: adapter }) => loop.whyAdapter(adapter),
  }),
  loosenOverlay: route({
    role: 'approve',
    summary: 'Loosen the overlay of an adapter, by what is named or by what the evidence suggests.',
    input: overlay,
    run: (loop, request, { name: by }) => loop.loosenOverlay({ ...request, by }),
  }),
  tightenOverlay: route({
    role: 'approve',
    summary: 'Ask for more of an adapter than the evidence does.',
    input: overlay,
    run: (loop, request, { name: by }) => loop.tightenOverlay({ ...request, by }),
  }),
  acknowledgeFailure: route({
    role: 'approve',
    summary: 'Say that a recurring failure is mended; it counts anew from here.',
    input: z.strictObject({ adapter: key, failureType: name, reason }),
    run: (loop, request, { name: by }) => loop.acknowledgeFailure({ ...request, by }),
  }),
  annotateAdapter: route({
    role: 'approve',
    summary: 'Leave a note on an adapter that policy and reports show.',
    input: z.strictObject({ adapter: key, text: line }),
    run: (loop, request, { name: by }) => loop.annotateAdapter({ ...request, by }),
  }),
  agent: route({
    role: 'read',
    summary: 'How far an agent is trusted, and why.',
    input: one,
    run: (loop, { name: agent }) => loop.agent(agent),
  }),
  gate: route({
    role: 'write',
    summary: 'Ask whether a step may be taken.',
    input: z.strictObject({
      adapter: name.optional(),
      action: z.string().max(2_000).optional(),
      risk: riskLevel.optional(),
      run: safeId.optional(),
      tool: name.optional(),
      command: z.union([z.string().max(100_000), z.array(z.string()).max(1_000)]).optional(),
      server: name.optional(),
    }),
    run: (loop, request) => loop.gate(request),
  }),
  approvals: route({
    role: 'read',
    summary: 'What the gate asked, the latest first.',
    input: z.strictObject({
      states: z
        .array(z.enum(['open', 'allowed', 'refused']))
        .max(3)
        .optional(),
      limit,
    }),
    run: (loop, filter) => loop.approvals(filter),
  }),
  answerApproval: route({
    role: 'approve',
    summary: 'Answer a question of the gate.',
    input: z.strictObject({ approval: key, answer: z.enum(['allow', 'deny']), reason: line.optional() }),
    run: (loop, request, { name: by }) => loop.answerApproval({ ...request, by }),
  }),
  consensus: route({
    role: 'read',
    summary: 'Weigh the votes of agents by how far each is trusted; nothing is recorded.',
    input: votesSchema,
    run: (loop, votes) => loop.consensus(votes),
  }),
} as const
