import { REVIEW_RESULTS, STRATEGY_STATES, TASK_FEEDBACKS } from '../../domain/values/outcome.ts'
import { defineVerb, reads, reports, schema, writes } from './define-verb.ts'

const outcome = schema((f) => f.events['outcome-recorded'].payload)
const commit = schema((f) => f.z.string().min(1).max(200))
const applied = schema((f) =>
  f.z
    .array(
      f.z.strictObject({ pattern: f.key, file: f.path.optional(), line: f.z.int().min(1).max(10_000_000).optional() }),
    )
    .max(200),
)
const use = schema((f) => ({
  observedBy: outcome(f)
    .shape.observedBy.describe('what observed it; only your own word counts as that, and none: nobody looked')
    .optional(),
  applied: applied(f).describe('the patterns that the run says it used, and where').optional(),
  merged: f.z.boolean().optional(),
  reverted: f.z.boolean().optional(),
  agent: f.name.optional(),
}))
export const recordCiInput = schema((f) => ({
  result: f.z.enum(['success', 'failure']),
  commit: commit(f).describe('default: what is checked out where the server runs').optional(),
  runs: f.z.array(f.safeId).max(200).describe('in addition to those that the commit belongs to').optional(),
  key: f.key.describe('names one build').optional(),
  occurredAt: f.occurredAt,
}))
export const recordReviewInput = schema((f) => ({
  result: f.z.enum(REVIEW_RESULTS),
  commit: commit(f).describe('default: what is checked out where the server runs, if no run is named').optional(),
  runs: f.z.array(f.safeId).max(200).describe('in addition to those that the commit belongs to').optional(),
  reviewer: f.name.optional(),
  key: f.key.describe('names one review').optional(),
  occurredAt: f.occurredAt,
}))
export const recordScoreInput = schema((f) =>
  f.events['score-recorded'].payload.extend({
    run: f.safeId.optional(),
    id: f.safeId.optional(),
    occurredAt: f.occurredAt,
  }),
)
export const outcomesInput = schema((f) => ({
  run: f.safeId.optional(),
  adapter: f.name.optional(),
  result: outcome(f).shape.result.optional(),
  limit: f.limit,
}))
export const tasksInput = schema((f) => ({
  run: f.safeId.describe('only those of this run').optional(),
  feedback: f.z.enum(TASK_FEEDBACKS).describe('only those that count as this').optional(),
  limit: f.limit,
}))
export const recordFeedbackInput = schema((f) =>
  f.events['feedback-given'].payload.omit({ by: true }).extend({
    subject: f.events['feedback-given'].payload.shape.subject.describe('what it is about'),
    id: f.name.describe('the id of the pattern, or the name of the criterion or strategy'),
    type: f.events['feedback-given'].payload.shape.type.describe('what it did'),
    weight: f.share.describe('how much it counts, from 0 to 1. Default: 1').optional(),
    reasoning: f.line.describe('why; it is kept and shown').optional(),
    task: f.safeId.describe('the task in which this happened').optional(),
    run: f.safeId.describe('the run in which this happened').optional(),
    occurredAt: f.occurredAt,
  }),
)
export const recordPlanInput = schema((f) => ({ run: f.safeId, text: f.text.min(1), occurredAt: f.occurredAt }))

export const outcomes = {
  outcomes: reads('GET /v1/outcomes', {
    summary: 'Recorded outcomes, newest first.',
    input: outcomesInput,
    names: { run: 'run' },
    load: async () => (await import('../runs/list-outcomes.ts')).listOutcomes,
  }),
  refusedOutcomes: reads('GET /v1/outcomes/refused', {
    summary: 'Records of outcomes that were refused, and why.',
    input: (f) => ({ limit: f.limit }),
    load: async () => (await import('../runs/list-outcomes.ts')).refusedOutcomes,
  }),
  recordOutcome: reports('POST /v1/outcomes', {
    summary: 'Record how a run or a task of it ended, and which patterns it used.',
    input: (f) => outcome(f).extend({ ...use(f), occurredAt: f.occurredAt }),
    load: async () => (await import('../runs/record-outcome.ts')).recordOutcome,
  }),
  recordCi: reports('POST /v1/outcomes/ci', {
    summary: 'Record what CI reported for a commit, for every run that made it.',
    input: recordCiInput,
    names: { runs: 'run' },
    load: async () => (await import('../runs/record-ci.ts')).recordCi,
  }),
  recordReview: reports('POST /v1/outcomes/review', {
    summary: 'Record that a reviewer asked for changes to the work of runs, or that the review was dismissed.',
    input: recordReviewInput,
    speaksFor: 'a reviewer',
    names: { runs: 'run' },
    load: async () => (await import('../runs/record-review.ts')).recordReview,
  }),
  recordRunOutcome: reports('POST /v1/outcomes/record', {
    summary: 'Record a finished run in either documented shape, and report how policy changed.',
    input: (f) => ({
      record: f.z.record(f.z.string(), f.z.unknown()),
      beside: outcome(f)
        .pick({
          files: true,
          errorCount: true,
          strategy: true,
          criteria: true,
          failureMode: true,
          failureDetails: true,
        })
        .extend(use(f))
        .optional(),
    }),
    args: ['record', 'beside'],
    load: async () => (await import('../runs/record-run-outcome.ts')).recordRunOutcome,
  }),
  importOutcomes: writes('POST /v1/outcomes/import', {
    summary: 'Record a log of finished runs, one JSON object per line.',
    input: (f) => ({ lines: f.z.array(f.text).max(10_000), source: f.path.optional() }),
    args: ['lines', '...'],
    load: async () => (await import('../exchange/import-outcomes.ts')).importOutcomes,
  }),
  recordFeedback: writes('POST /v1/feedback', {
    summary: 'Report that a pattern, a criterion or a strategy helped or did harm.',
    input: recordFeedbackInput,
    by: true,
    reports: true,
    tool: {
      name: 'record_feedback',
      title: 'Record feedback',
      description:
        'Call it when a pattern that you were shown helped or misled you, or to judge a criterion or a strategy. Within a run, only one vote on the same thing counts.',
      without: ['strength'],
    },
    load: async () => (await import('../learning/store-pattern.ts')).recordFeedback,
  }),
  recordPlan: writes('POST /v1/plans', {
    summary: 'Record how the work of a run is split.',
    input: recordPlanInput,
    by: true,
    reports: true,
    load: async () => (await import('../runs/plans.ts')).recordPlan,
  }),
  recordScore: reports('POST /v1/scores', {
    summary: 'Record a score of something that you measure regularly; a drop becomes a learning.',
    input: recordScoreInput,
    load: async () => (await import('../runs/record-score.ts')).recordScore,
  }),
  tasks: reads('GET /v1/tasks', {
    summary: 'The tasks of runs, whether each counts as helpful or harmful, and why.',
    input: tasksInput,
    names: { run: 'run' },
    load: async () => (await import('../runs/task-outcome.ts')).listTasks,
  }),
  task: reads('GET /v1/tasks/:run/:task', {
    summary: 'One task of a run, by its last attempt; null if no outcome is known yet.',
    input: (f) => ({ run: f.key, task: f.key }),
    args: ['run', 'task'],
    names: { run: 'run', task: 'task' },
    load: async () => (await import('../runs/task-outcome.ts')).taskOf,
  }),
  strategies: reads('GET /v1/strategies', {
    summary: 'The ways in which tasks were split, and their results.',
    input: (f) => ({
      state: f.z
        .enum(STRATEGY_STATES)
        .describe('only those that work, that are to be avoided, or that are undecided')
        .optional(),
      limit: f.limit,
    }),
    load: async () => (await import('../governance/criteria.ts')).listStrategies,
  }),
  whyStrategy: reads('GET /v1/strategies/:name/why', {
    summary: 'The status of a strategy, with the events behind it.',
    input: (f) => ({ name: f.key.describe('its name') }),
    args: ['name'],
    load: async () => (await import('../governance/why-named.ts')).whyStrategy,
  }),
  criteria: reads('GET /v1/criteria', {
    summary: 'The weight of each criterion, and the given scores weighted by it.',
    input: (f) => ({ scores: f.z.record(f.z.string().max(200), f.share).optional() }),
    load: async () => (await import('../governance/criteria.ts')).listCriteria,
  }),
  whyCriterion: reads('GET /v1/criteria/:name/why', {
    summary: 'The weight of a criterion, with the events behind it.',
    input: (f) => ({ name: f.key.describe('its name') }),
    args: ['name'],
    load: async () => (await import('../governance/why-named.ts')).whyCriterion,
  }),
  watchOutcomes: defineVerb({
    summary: 'Check in git what happened to the work of runs, and record what is new.',
    load: async () => (await import('../runs/watch-outcomes.ts')).watchOutcomes,
  }),
} as const
