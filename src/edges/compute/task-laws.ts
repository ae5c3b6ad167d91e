import * as z from 'zod'
import { share } from '../../domain/fields.ts'
import { ERROR_TYPES, FEEDBACK_TYPES } from '../../domain/values/outcome.ts'
import { evaluateGoal, GOALS } from '../../engine/governance/goal.ts'
import { applyWeights, criterionWeight } from '../../engine/laws/criterion-weight.ts'
import { implicitFeedback } from '../../engine/laws/implicit-feedback.ts'
import { strategiesIn } from '../../engine/laws/strategies.ts'
import { scoreRegression, strikes } from '../../engine/laws/strikes.ts'
import { errorContext } from '../../engine/laws/task-errors.ts'
import { amount, count, defineLaw, instant } from './law.ts'

const byCriterion = z.record(z.string().min(1), share)

export const applyWeightsLaw = defineLaw('apply-weights', {
  summary: 'Weights raw scores by their criteria.',
  input: z.strictObject({ scores: byCriterion, weights: byCriterion.default({}) }),
  run: ({ scores, weights }) => applyWeights(scores, weights),
  example: [
    { scores: { type_safe: 0.8, readable: 0.5 }, weights: { type_safe: 0.75 } },
    { type_safe: { raw: 0.8, weighted: 0.6, weight: 0.75 }, readable: { raw: 0.5, weighted: 0.5, weight: 1 } },
  ],
})

export const criterionWeightLaw = defineLaw('criterion-weight', {
  summary: 'The weight of a criterion, from the feedback on it.',
  input: z.strictObject({
    events: z.array(z.object({ type: z.enum(FEEDBACK_TYPES), at: instant, rawValue: share.default(1) })),
  }),
  run: ({ events }, now) => {
    const { lastValidated, ...weight } = criterionWeight(events, now)
    return lastValidated === undefined ? weight : { ...weight, lastValidated: new Date(lastValidated).toISOString() }
  },
  example: [
    {
      events: [
        { type: 'helpful', at: '2026-04-01T00:00:00Z', rawValue: 0.5 },
        { type: 'harmful', at: '2026-01-01T00:00:00Z' },
      ],
    },
    { weight: 0.5, helpful: 1, harmful: 1, lastValidated: '2026-04-01T00:00:00.000Z', deprecated: false, known: true },
    '2026-04-01T00:00:00Z',
  ],
})

export const errorContextLaw = defineLaw('error-context', {
  summary: 'The errors of a task so far, as text for the next attempt, with counts.',
  input: z.strictObject({
    errors: z.array(
      z.object({
        type: z.enum(ERROR_TYPES),
        message: z.string(),
        at: instant,
        tool: z.string().optional(),
        context: z.string().optional(),
        stack: z.string().optional(),
        resolved: z.boolean().default(false),
      }),
    ),
    includeResolved: z.boolean().default(false),
  }),
  run: ({ errors, includeResolved }) => errorContext(errors, { includeResolved }),
  example: [
    {
      errors: [
        { type: 'validation', message: 'Type error in src/auth.ts', at: '2026-01-01T10:30:00Z' },
        { type: 'timeout', message: 'Tests hung', at: '2026-01-01T10:35:00Z', resolved: true },
      ],
    },
    { stats: { total: 2, unresolved: 1, byType: { validation: 1, timeout: 1 } } },
  ],
})

export const goalLaw = defineLaw('goal', {
  summary: 'Whether a run met its goal, and how well.',
  input: z.strictObject({
    goal: z.enum(GOALS),
    target: amount.positive().optional(),
    iterations: count.optional(),
    tokens: count.optional(),
    testOutput: z.string().optional(),
    exitCode: z.int().optional(),
  }),
  run: (run) => evaluateGoal(run),
  example: [
    { goal: 'minimize-tokens', tokens: 25_000 },
    { success: true, score: 0.75 },
  ],
})

export const implicitFeedbackLaw = defineLaw('implicit-feedback', {
  summary: 'Scores a task by its success, duration, errors and retries.',
  input: z.strictObject({
    durationMs: count,
    errorCount: count,
    retryCount: count,
    success: z.boolean(),
    at: instant.optional(),
  }),
  run: ({ at, ...signals }, now) => implicitFeedback(signals, at === undefined ? 0 : now - at),
  example: [
    { durationMs: 600_000, errorCount: 1, retryCount: 2, success: true, at: '2026-01-01T00:00:00Z' },
    {
      type: 'helpful',
      rawScore: 0.7,
      decayedValue: 0.35,
      reasoning: 'Medium completion (600s), 1 error, 2 retries, succeeded',
    },
    '2026-04-01T00:00:00Z',
  ],
})

export const scoreRegressionLaw = defineLaw('score-regression', {
  summary: 'Whether a score is well below the mean of the last five.',
  input: z.strictObject({ before: z.array(share), score: share }),
  run: ({ before, score }) => scoreRegression(before, score),
  example: [
    { before: [0.8, 0.8, 0.8, 0.8, 0.8], score: 0.68 },
    { regressed: true, mean: 0.8, drop: 0.15 },
  ],
})

export const strategiesLaw = defineLaw('strategies', {
  summary: 'The strategies for splitting a task that a plan names.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => ({ strategies: strategiesIn(text) }),
  example: [
    { text: "We'll split by file type, one file per subtask" },
    { strategies: ['Split by file type', 'One file per subtask'] },
  ],
})

export const strikesLaw = defineLaw('strikes', {
  summary: 'How often a task has failed; from the third strike, also a prompt to review its design.',
  input: z.strictObject({ failures: z.array(z.object({ reason: z.string(), at: instant })) }),
  run: ({ failures }) => {
    const { firstStrikeAt, lastStrikeAt, ...verdict } = strikes(failures)
    return firstStrikeAt === undefined || lastStrikeAt === undefined
      ? verdict
      : {
          ...verdict,
          firstStrikeAt: new Date(firstStrikeAt).toISOString(),
          lastStrikeAt: new Date(lastStrikeAt).toISOString(),
        }
  },
  example: [
    {
      failures: [
        { reason: 'Types did not match', at: '2026-01-01T10:00:00Z' },
        { reason: 'Tests failed', at: '2026-01-01T11:00:00Z' },
      ],
    },
    { count: 2, struckOut: false, prompt: '' },
  ],
})
