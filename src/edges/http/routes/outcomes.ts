import * as z from 'zod'
import { name, path, safeId, share, text } from '../../../domain/events/fields.ts'
import { outcomeEvents } from '../../../domain/events/outcome.ts'
import { route } from '../route.ts'
import { key, limit, occurredAt } from './fields.ts'

const outcome = outcomeEvents['outcome-recorded'].payload
const commit = z.string().min(1).max(200)
const applied = z
  .array(
    z.strictObject({ pattern: key, file: path.optional(), line: z.int().min(1).max(10_000_000).optional() }),
  )
  .max(200)
const use = {
  observedBy: outcome.shape.observedBy.optional(),
  applied: applied.describe('the patterns that the run says it used, and where').optional(),
  merged: z.boolean().optional(),
  reverted: z.boolean().optional(),
  agent: name.optional(),
}

export const outcomeRoutes = {
  outcomes: route({
    role: 'read',
    summary: 'Recorded outcomes, newest first.',
    input: z.strictObject({
      run: safeId.optional(),
      adapter: name.optional(),
      result: outcome.shape.result.optional(),
      limit,
    }),
    run: (loop, filter) => loop.outcomes(filter),
  }),
  refusedOutcomes: route({
    role: 'read',
    summary: 'Records of outcomes that were refused, and why.',
    input: z.strictObject({ limit }),
    run: (loop, filter) => loop.refusedOutcomes(filter),
  }),
  recordOutcome: route({
    role: 'write',
    summary: 'Record how a run or a task of it ended, and which patterns it used.',
    input: outcome.extend({ ...use, occurredAt }),
    run: (loop, input) => loop.recordOutcome(input),
  }),
  recordCi: route({
    role: 'write',
    summary: 'Record what continuous integration found out about a commit, for every run whose work it is.',
    input: z.strictObject({
      result: z.enum(['success', 'failure']),
      commit: commit.describe('else what is checked out where the server runs').optional(),
      runs: z.array(safeId).max(200).describe('beside those that are found by the commit').optional(),
      key: key.describe('names one build').optional(),
      occurredAt,
    }),
    run: (loop, input) => loop.recordCi(input),
  }),
  recordReview: route({
    role: 'write',
    summary:
      'Record that a reviewer asked for changes to the work of runs, or that the review was dismissed.',
    input: z.strictObject({
      result: z.enum(['changes_requested', 'approved', 'commented', 'dismissed']),
      commit: commit
        .describe('else what is checked out where the server runs, if no run is named')
        .optional(),
      runs: z.array(safeId).max(200).describe('beside those that are found by the commit').optional(),
      reviewer: name.optional(),
      key: key.describe('names one review').optional(),
      occurredAt,
    }),
    run: (loop, input) => loop.recordReview(input),
  }),
  recordRunOutcome: route({
    role: 'write',
    summary: 'Record a finished run in either documented shape, and tell what policy made of it.',
    input: z.strictObject({
      record: z.record(z.string(), z.unknown()),
      beside: outcome
        .pick({
          files: true,
          errorCount: true,
          strategy: true,
          criteria: true,
          failureMode: true,
          failureDetails: true,
        })
        .extend(use)
        .optional(),
    }),
    run: (loop, { record, beside }) => loop.recordRunOutcome(record, beside),
  }),
  importOutcomes: route({
    role: 'write',
    summary: 'Record a log of finished runs, one JSON object a line.',
    input: z.strictObject({ lines: z.array(text).max(10_000), source: path.optional() }),
    run: (loop, { lines, ...options }) => loop.importOutcomes(lines, options),
  }),
  recordFeedback: route({
    role: 'write',
    summary: 'Say that a pattern, a criterion or a strategy helped or harmed.',
    input: outcomeEvents['feedback-given'].payload
      .omit({ by: true })
      .extend({ weight: share.optional(), run: safeId.optional(), occurredAt }),
    run: (loop, input, { name: by }) => loop.recordFeedback({ ...input, by }),
  }),
  recordPlan: route({
    role: 'write',
    summary: 'Record how the work of a run is cut up.',
    input: z.strictObject({ run: safeId, text: text.min(1), occurredAt }),
    run: (loop, input, { name: by }) => loop.recordPlan({ ...input, by }),
  }),
  recordScore: route({
    role: 'write',
    summary: 'Record a score of something that is measured again and again; a fall becomes a learning.',
    input: outcomeEvents['score-recorded'].payload.extend({
      run: safeId.optional(),
      id: safeId.optional(),
      occurredAt,
    }),
    run: (loop, input) => loop.recordScore(input),
  }),
  tasks: route({
    role: 'read',
    summary: 'The tasks of runs, with what their course counts as and why.',
    input: z.strictObject({
      run: safeId.optional(),
      feedback: z.enum(['helpful', 'neutral', 'harmful', 'unknown']).optional(),
      limit,
    }),
    run: (loop, filter) => loop.tasks(filter),
  }),
  task: route({
    role: 'read',
    summary: 'One task of a run, by its last attempt; null while no outcome of it is known.',
    input: z.strictObject({ run: key, task: key }),
    run: (loop, { run, task }) => loop.task(run, task),
  }),
  strategies: route({
    role: 'read',
    summary: 'The ways in which work was cut up, and what became of them.',
    input: z.strictObject({ state: z.enum(['works', 'avoid', 'open']).optional(), limit }),
    run: (loop, filter) => loop.strategies(filter),
  }),
  whyStrategy: route({
    role: 'read',
    summary: 'Where a strategy stands, from the events behind it.',
    input: z.strictObject({ name: key }),
    run: (loop, { name: strategy }) => loop.whyStrategy(strategy),
  }),
  criteria: route({
    role: 'read',
    summary: 'What each criterion still counts, and what given scores are worth by it.',
    input: z.strictObject({ scores: z.record(z.string().max(200), share).optional() }),
    run: (loop, request) => loop.criteria(request),
  }),
  whyCriterion: route({
    role: 'read',
    summary: 'What a criterion counts, from the events behind it.',
    input: z.strictObject({ name: key }),
    run: (loop, { name: criterion }) => loop.whyCriterion(criterion),
  }),
} as const
