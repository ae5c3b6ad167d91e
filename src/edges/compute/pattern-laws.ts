import * as z from 'zod'
import { share } from '../../domain/fields.ts'
import { FEEDBACK_TYPES } from '../../domain/values/outcome.ts'
import { LIFECYCLES, MATURITIES, PATTERN_DECISIONS, STRENGTHS } from '../../domain/values/pattern.ts'
import { dedup, match } from '../../engine/laws/match-text.ts'
import { relevance } from '../../engine/laws/relevance.ts'
import { inject } from '../../engine/laws/role-block.ts'
import { decay, halfLifeOf, tierOf } from '../../engine/standing/decay.ts'
import { INVERSION, inversion } from '../../engine/standing/inversion.ts'
import { lifecycle } from '../../engine/standing/lifecycle.ts'
import { MATURITY, maturityOf } from '../../engine/standing/maturity.ts'
import { patternScore } from '../../engine/standing/pattern-score.ts'
import { successRate } from '../../engine/standing/success-rate.ts'
import { penalty } from '../../engine/standing/verdict-effects.ts'
import { amount, count, defineLaw, instant } from './law.ts'

export const dedupLaw = defineLaw('dedup', {
  summary: 'Whether a new learning is added, merged into a known one, or skipped.',
  input: z.strictObject({
    summary: z.string(),
    trigger: z.string().optional(),
    existing: z.array(z.object({ id: z.string(), summary: z.string(), trigger: z.string().optional() })),
  }),
  run: ({ existing, ...learning }) => dedup(learning, existing),
  example: [
    { summary: 'Check token expiry first', existing: [{ id: 'L-001', summary: 'Always check token expiry first' }] },
    { action: 'merge', id: 'L-001', overlap: 0.8 },
  ],
})

export const decayLaw = defineLaw('decay', {
  summary: 'The value that is left after exponential decay.',
  input: z.strictObject({
    value: z.number().default(1),
    at: instant,
    halfLifeDays: z.number().positive().default(90),
    confidence: share
      .optional()
      .describe('how sure one is of it: the half-life is then multiplied by 0.5 + confidence'),
  }),
  run: ({ value, at, halfLifeDays: days, confidence }, now) => {
    if (confidence === undefined) return { value: decay(value, now - at, days) }
    const halfLifeDays = halfLifeOf(days, confidence)
    return { value: decay(value, now - at, halfLifeDays), halfLifeDays, tier: tierOf(now - at) }
  },
  example: [{ at: '2026-01-01T00:00:00Z' }, { value: 0.5 }, '2026-04-01T00:00:00Z'],
})

export const injectLaw = defineLaw('inject', {
  summary: 'The block of patterns that a role gets within its token budget.',
  input: z.strictObject({
    role: z.string().min(1),
    patterns: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        score: z.number(),
        successes: count,
        ignoreCount: count,
        role: z.string().optional(),
        category: z.string().optional(),
      }),
    ),
    budgetTokens: count.optional(),
    remainingTokens: count.optional(),
    summary: z.string().optional(),
  }),
  run: (request) => inject(request),
  example: [
    {
      role: 'judge',
      patterns: [
        { id: 'p1', text: 'Check token expiry', score: 0.42, successes: 0, ignoreCount: 0, role: 'auditor' },
        { id: 'p2', text: 'Close the file handle', score: 0.9, successes: 5, ignoreCount: 1 },
      ],
    },
    {
      block:
        '=== HISTORICAL PATTERNS (judge) ===\n- Close the file handle (5x validated)\n- Check token expiry (score:0.42) via:auditor',
      included: ['p2', 'p1'],
      dropped: [],
      path: 'full',
    },
  ],
})

const inversionPolicy = z.strictObject({
  minObservations: count.default(INVERSION.minObservations),
  failureRatioThreshold: share.default(INVERSION.failureRatioThreshold),
  antiPatternPrefix: z.string().default(INVERSION.antiPatternPrefix),
})

export const inversionLaw = defineLaw('inversion', {
  summary: 'Whether a pattern has failed often enough to become a warning, and the text of the warning.',
  input: z.strictObject({
    content: z.string().min(1),
    kind: z.enum(['pattern', 'anti_pattern']).default('pattern'),
    successes: count,
    failures: count,
    policy: inversionPolicy.prefault({}),
  }),
  run: ({ policy, ...pattern }) => inversion(pattern, policy),
  example: [
    { content: 'Split by file type', successes: 2, failures: 5 },
    {
      inverts: true,
      content: 'AVOID: Split by file type. Failed 5/7 times (71% failure rate)',
      reason: 'Failed 5/7 times (71% failure rate)',
    },
  ],
})

export const lifecycleLaw = defineLaw('lifecycle', {
  summary: 'The lifecycle state of a pattern, from first sighting to retirement, with the reason.',
  input: z.strictObject({
    sightings: z.array(z.object({ context: z.string(), at: instant })),
    lastUsedAt: instant.optional(),
    agedSteps: count.default(0),
    decision: z.strictObject({ kind: z.enum(PATTERN_DECISIONS), at: instant, by: z.string().min(1) }).optional(),
  }),
  run: (evidence, now) => lifecycle(evidence, now),
  example: [
    {
      sightings: [
        { context: 'run-1', at: '2026-02-01T00:00:00Z' },
        { context: 'run-1', at: '2026-02-02T00:00:00Z' },
        { context: 'run-2', at: '2026-02-03T00:00:00Z' },
      ],
    },
    { state: 'verified', reason: '3 sightings in 2 contexts' },
    '2026-03-01T00:00:00Z',
  ],
})

export const matchLaw = defineLaw('match', {
  summary: 'The pattern that a free text refers to, and by which tier it was matched.',
  input: z.strictObject({ trigger: z.string(), patterns: z.array(z.object({ id: z.string(), summary: z.string() })) }),
  run: ({ trigger, patterns }) => match(trigger, patterns),
  example: [
    { trigger: 'always check token expiry', patterns: [{ id: 'P-001', summary: 'expiry check token' }] },
    { id: 'P-001', tier: 'jaccard', similarity: 0.75 },
  ],
})

const maturityPolicy = z.strictObject({
  minFeedback: amount.default(MATURITY.minFeedback),
  minHelpful: amount.default(MATURITY.minHelpful),
  maxHarmful: share.default(MATURITY.maxHarmful),
  deprecationThreshold: share.default(MATURITY.deprecationThreshold),
  halfLifeDays: z.number().positive().default(MATURITY.halfLifeDays),
  halfLife: z.enum(['fixed', 'confidence']).default(MATURITY.halfLife),
})

export const maturityLaw = defineLaw('maturity', {
  summary: 'The maturity of a pattern, from the feedback on it.',
  input: z.strictObject({
    feedback: z.array(z.object({ type: z.enum(FEEDBACK_TYPES), at: instant, weight: share.default(1) })),
    policy: maturityPolicy.prefault({}),
  }),
  run: ({ feedback, policy }, now) => maturityOf(feedback, now, policy),
  example: [
    {
      feedback: [
        { type: 'helpful', at: '2026-04-01T00:00:00Z' },
        { type: 'helpful', at: '2026-04-01T00:00:00Z' },
        { type: 'helpful', at: '2026-04-01T00:00:00Z' },
        { type: 'harmful', at: '2026-01-01T00:00:00Z' },
      ],
    },
    {
      state: 'established',
      multiplier: 1,
      helpful: 3,
      harmful: 0.5,
      label: '[ESTABLISHED - 75% helpful, 25% harmful from 4 observations]',
    },
    '2026-04-01T00:00:00Z',
  ],
})

export const patternScoreLaw = defineLaw('pattern-score', {
  summary: 'The score of a pattern under the classic profile, with every part of it.',
  input: z.strictObject({
    successes: count,
    ignoreWeight: amount.optional(),
    ignoreCount: count.optional(),
    daysSinceUse: amount,
    reinforcements: count,
    category: z.enum(STRENGTHS),
    contextOverlap: z
      .strictObject({ labels: z.boolean().optional(), files: z.boolean().optional(), phase: z.boolean().optional() })
      .optional(),
    similarity: share.optional(),
    maturity: z.enum(MATURITIES).optional(),
    lifecycle: z.enum(LIFECYCLES).optional(),
  }),
  run: ({ lifecycle, ...evidence }) => patternScore({ ...evidence, deprecated: lifecycle === 'deprecated' }),
  example: [
    { successes: 3, ignoreWeight: 1, daysSinceUse: 0, reinforcements: 1, category: 'observation' },
    { score: 0.75, parts: { successRate: 0.75, decay: 1, categoryWeight: 1, boost: 0, multiplier: 1 } },
  ],
})

export const penaltyLaw = defineLaw('penalty', {
  summary: 'The penalty of a false positive for a pattern of a role, and whether it is a regression.',
  input: z.strictObject({ role: z.string().min(1), wasValidated: z.boolean().default(false) }),
  run: (pattern) => penalty(pattern),
  example: [
    { role: 'sentinel', wasValidated: true },
    { weight: 1.5, regression: true },
  ],
})

export const relevanceLaw = defineLaw('relevance', {
  summary: 'The relevance of a pattern to the changed files.',
  input: z.strictObject({
    summary: z.string(),
    context: z.array(z.string()).optional(),
    changedFiles: z.array(z.string()),
  }),
  run: (question) => relevance(question),
  example: [
    { summary: 'Check the token expiry before requests', context: ['auth'], changedFiles: ['src/login.ts'] },
    { score: 0.4, method: 'context_tags', matched: ['token', 'auth'] },
  ],
})

/** Yes or no, also as the 1 and 0 of a log. */
const yesOrNo = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

export const successRateLaw = defineLaw('success-rate', {
  summary: 'How often a pattern held when it was shown, with its confidence and flag.',
  input: z.strictObject({
    applications: z.array(
      z.object({
        status: z.enum(['applied', 'injected']),
        verified: z.boolean().default(true),
        goalSuccess: yesOrNo.optional(),
        relevance: share.optional(),
        buildFailed: z.boolean().optional(),
        iteration: count.optional(),
      }),
    ),
    latestIteration: count.optional(),
  }),
  run: ({ applications, latestIteration }) => successRate(applications, latestIteration),
  example: [
    {
      applications: [
        { status: 'applied', goalSuccess: true },
        { status: 'applied', goalSuccess: false, relevance: 0.8 },
      ],
    },
    { rate: 0.7, rounded: 0.7, confidence: 'high', flag: '', total: 2 },
  ],
})
