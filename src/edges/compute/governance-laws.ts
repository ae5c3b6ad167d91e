import * as z from 'zod'
import { riskLevel, share } from '../../domain/fields.ts'
import { outcomeRecord, votesSchema } from '../../domain/outcome-record.ts'
import { RUN_RESULTS } from '../../domain/values/outcome.ts'
import { adapterOf } from '../../engine/governance/adapter-of.ts'
import { defaultProfile, reviseAgent, skillStats } from '../../engine/governance/agent-profile.ts'
import { consensusOf } from '../../engine/governance/consensus.ts'
import { constraintSuggestions } from '../../engine/governance/constraint-suggestions.ts'
import { failureMode, failurePatterns } from '../../engine/governance/failures.ts'
import { failureOf, idOf, resultOf } from '../../engine/governance/normalise-outcome.ts'
import { overlayOf } from '../../engine/governance/overlay.ts'
import { reliabilityOf } from '../../engine/governance/reliability.ts'
import { reviseThresholds, THRESHOLD_KEYS, THRESHOLD_POLICY } from '../../engine/governance/thresholds.ts'
import { amount, count, defineLaw, instant } from './law.ts'

const longest = 100_000

export const adapterLaw = defineLaw('adapter', {
  summary: 'The adapters that a tool call uses, parsed from its command without running it.',
  input: z.strictObject({
    tool: z.string().max(200).optional(),
    command: z.union([z.string().max(longest), z.array(z.string().max(longest)).max(1_000)]).optional(),
    server: z.string().max(200).optional(),
  }),
  run: ({ tool, command, server }) => adapterOf({ tool, command, server }),
  example: [
    { tool: 'Bash', command: 'cd app && sudo env CI=1 git push' },
    { adapters: [{ adapter: 'git', step: 'git push' }], unclear: [] },
  ],
})

/** An id of an adapter, an agent or a run; it must say something. */
const name = z.string().trim().min(1)

/** A record of a finished run. A law asks only for the fields that it reads, so none is required here, but those that are given must be right. */
const outcomeFields = outcomeRecord
  .extend({ rollback: z.boolean().optional(), createdAt: instant.optional() })
  .partial()
  .loose()

type OutcomeFields = z.output<typeof outcomeFields>

/** Requires that a record says how the run ended, without contradiction between `result`, `status` and `success`. */
function withResult<S extends z.ZodType<OutcomeFields>>(schema: S): S {
  return schema.superRefine((record, context) => {
    const { result, status, success } = record
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (result === undefined && status === undefined && success === undefined)
      return refuse('result', 'is missing: give result (or status, or success)')
    const end = resultOf(record)
    if (status !== undefined && resultOf({ status }) !== end)
      refuse('status', `'${status}' contradicts result '${end}'`)
    if (success !== undefined && end !== 'partial' && success !== (end === 'success'))
      refuse('success', `${success} contradicts a run that ended as '${end}'`)
  })
}

/** The effect of a record of either shape on agents, thresholds and constraints. */
function effectOf(record: OutcomeFields) {
  return {
    result: resultOf(record),
    rollback: record.rollback ?? record.rollbackOccurred ?? false,
    humanOverride: record.humanOverride ?? false,
    issues: record.issues ?? [],
    failureType: failureOf(record)?.failureType,
  }
}

export const agentProfileLaw = defineLaw('agent-profile', {
  summary: "An agent's reliability after a run it voted on; it starts from the agent's default profile.",
  input: z.strictObject({
    agent: name,
    reliability: share.optional(),
    outcome: withResult(outcomeFields),
    confidence: share,
  }),
  run: ({ agent, reliability, outcome, confidence }) =>
    reviseAgent(reliability ?? defaultProfile(agent).reliability, { ...effectOf(outcome), confidence }),
  example: [
    { agent: 'planner', outcome: { result: 'failure' }, confidence: 1 },
    { reliability: 0.77, delta: -0.05 },
  ],
})

const profile = z.object({
  baseWeight: amount.optional(),
  reliability: share.optional(),
  canVeto: z.boolean().optional(),
})

export const consensusLaw = defineLaw('consensus', {
  summary: 'The joint decision of agents, each vote weighted by reliability and confidence.',
  input: votesSchema.extend({ profiles: z.record(z.string(), profile).optional() }),
  run: (input) => consensusOf(input),
  example: [
    {
      votes: [
        { agent: 'planner', decision: 'approve', confidence: 0.9 },
        { agent: 'builder', decision: 'approve', confidence: 0.9 },
        { agent: 'reviewer', decision: 'reject', confidence: 0.9 },
      ],
      riskLevel: 'medium',
    },
    { decision: 'reject', vetoBy: 'reviewer', shouldPause: true },
  ],
})

export const constraintSuggestionsLaw = defineLaw('constraint-suggestions', {
  summary: 'Which rules a person might tighten or watch after a run.',
  input: z.strictObject({ outcome: withResult(outcomeFields) }),
  run: ({ outcome }) => ({ suggestions: constraintSuggestions(effectOf(outcome)) }),
  example: [
    { outcome: { result: 'failure', rollbackOccurred: true, issues: ['unsafe command in the build script'] } },
    {
      suggestions: [
        { constraint: 'mutation-scope', action: 'tighten', confidence: 0.87 },
        { constraint: 'shell-pattern-blocklist', action: 'tighten', confidence: 0.92 },
      ],
    },
  ],
})

export const failureModeLaw = defineLaw('failure-mode', {
  summary: 'Classifies how a task failed, by the first keyword found in its text.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => failureMode(text),
  example: [{ text: 'Schema validation hit a timeout' }, { mode: 'timeout', keyword: 'timeout' }],
})

export const failurePatternsLaw = defineLaw('failure-patterns', {
  summary: 'The repeated failures of each adapter: how often, how certain, and what to try.',
  input: z.strictObject({ outcomes: z.array(withResult(outcomeFields)) }),
  run: ({ outcomes }, now) => {
    const sightings = outcomes.flatMap((outcome) => {
      const failure = failureOf(outcome)
      return failure ? [{ ...failure, runId: outcome.runId, at: outcome.createdAt ?? now }] : []
    })
    const patterns = failurePatterns(sightings)
    return { patterns: patterns.map((p) => ({ ...p, lastSeenAt: new Date(p.lastSeenAt).toISOString() })) }
  },
  example: [
    {
      outcomes: [
        {
          runId: 'run-1',
          status: 'failed',
          retryCount: 2,
          qualityScore: 0.2,
          adaptersUsed: ['GitHub'],
          dominantFailureType: 'auth',
          createdAt: '2026-01-01T00:00:00Z',
        },
        {
          runId: 'run-2',
          result: 'failure',
          postExecutionScore: 0.1,
          riskLevel: 'high',
          failureDetails: { adapterId: 'github', dominantFailureType: 'Auth' },
          createdAt: '2026-01-02T00:00:00Z',
        },
      ],
    },
    {
      patterns: [
        {
          id: 'github::auth',
          adapterId: 'github',
          failureType: 'auth',
          confidence: 0.6,
          occurrences: 2,
          lastSeenAt: '2026-01-02T00:00:00.000Z',
        },
      ],
    },
  ],
})

/** A parameter of a Beta distribution; beyond these limits its tail is not computed reliably. */
const betaParameter = z.number().min(1e-6).max(1e9)

export const overlayLaw = defineLaw('overlay', {
  summary: 'The overlay on an adapter, from its reliability and its repeated failures.',
  input: z.strictObject({
    adapterId: name,
    reliabilityScore: share,
    failureOccurrences: count.default(0),
    previous: z
      .object({ riskMultiplier: z.number().positive(), suggestedMaxRetries: count, requireApproval: z.boolean() })
      .optional(),
    ratchet: z.enum(['strict', 'elastic']).default('strict'),
    beta: z.strictObject({ a: betaParameter, b: betaParameter }).optional(),
  }),
  run: ({ adapterId, ...evidence }) => ({ adapterId: idOf(adapterId), ...overlayOf(evidence) }),
  example: [
    { adapterId: 'github', reliabilityScore: 0.68, failureOccurrences: 3 },
    { riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true },
  ],
})

export const reliabilityLaw = defineLaw('reliability', {
  summary: 'The reliability of each adapter: success rate, retries and quality of its runs.',
  input: z.strictObject({
    outcomes: z.array(
      z.object({ adapters: z.array(name).optional(), success: z.boolean(), retryCount: count, qualityScore: share }),
    ),
  }),
  run: ({ outcomes }) => ({ adapters: reliabilityOf(outcomes) }),
  example: [
    {
      outcomes: [
        { success: true, retryCount: 1, qualityScore: 0.8 },
        { success: true, retryCount: 2, qualityScore: 0.9 },
        { success: false, retryCount: 3, qualityScore: 0.2 },
      ],
    },
    { adapters: [{ adapterId: 'default', score: 0.593, avgRetries: 2, runs: 3 }] },
  ],
})

export const skillStatsLaw = defineLaw('skill-stats', {
  summary: 'The success of a skill, over the runs that used it.',
  input: z.strictObject({ results: z.array(z.enum(RUN_RESULTS)) }),
  run: ({ results }) => skillStats(results),
  example: [{ results: ['success', 'success', 'failure', 'partial'] }, { score: 0.3125, runs: 4 }],
})

const thresholdPolicy = z
  .object(
    Object.fromEntries(Object.entries(THRESHOLD_POLICY).map(([key, value]) => [key, share.default(value)])) as Readonly<
      Record<keyof typeof THRESHOLD_POLICY, z.ZodDefault<typeof share>>
    >,
  )
  .superRefine((policy, context) => {
    for (const key of Object.values(THRESHOLD_KEYS)) {
      if (policy[key] >= policy.minThreshold && policy[key] <= policy.maxThreshold) continue
      const message = `${policy[key]} is not within ${policy.minThreshold} and ${policy.maxThreshold}`
      context.addIssue({ code: 'custom', path: [key], message })
    }
  })

export const thresholdPolicyLaw = defineLaw('threshold-policy', {
  summary: 'The approval thresholds after a run, and which of the changes tighten.',
  input: z.strictObject({
    policy: thresholdPolicy.default(THRESHOLD_POLICY),
    outcome: withResult(outcomeFields.extend({ riskLevel })),
  }),
  run: ({ policy, outcome }) => reviseThresholds(policy, { ...effectOf(outcome), riskLevel: outcome.riskLevel }),
  example: [
    { policy: { mediumRiskApprovalThreshold: 0.683 }, outcome: { result: 'failure', riskLevel: 'medium' } },
    { changes: { mediumRiskApprovalThreshold: { before: 0.683, after: 0.716, tightens: true } } },
  ],
})
