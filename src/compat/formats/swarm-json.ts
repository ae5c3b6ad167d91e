import * as z from 'zod'
import { failureMode } from '../../domain/events/outcome.ts'
import { ERROR_TYPES, FEEDBACK_TYPES } from '../../domain/values/outcome.ts'
import { MATURITIES } from '../../domain/values/pattern.ts'
import type { Read } from './foreign-record.ts'
import { count, type Fields, instant, label, labels, maybe, prose, readAs, share } from './json-value.ts'

const outcomeSchema = z.object({
  bead_id: label,
  duration_ms: count,
  error_count: count,
  retry_count: count,
  success: z.boolean(),
  files_touched: maybe(z.array(z.string().min(1).max(4_096)).max(10_000)),
  timestamp: maybe(instant),
  strategy: maybe(label),
  failure_mode: maybe(failureMode),
  failure_details: maybe(prose),
})

/** How a task ended. Its run is the work that it was split from: `bd-123` for `bd-123.1`. */
export function readTaskOutcome(value: Fields): Read {
  return readAs(outcomeSchema, value, (signals) => ({
    kind: 'outcome',
    outcome: {
      run: signals.bead_id.split('.')[0]!,
      task: signals.bead_id,
      result: signals.success ? 'success' : 'failure',
      durationMs: signals.duration_ms,
      errorCount: signals.error_count,
      retryCount: signals.retry_count,
      files: signals.files_touched,
      strategy: signals.strategy,
      failureMode: signals.failure_mode,
      failureDetails: signals.failure_details,
    },
    at: signals.timestamp,
  }))
}

const judgement = z.enum(FEEDBACK_TYPES)

const feedbackSchema = z.object({
  criterion: label,
  type: judgement,
  timestamp: instant,
  context: maybe(z.string().max(2_000)),
  bead_id: maybe(label),
  raw_value: maybe(share),
})

export function readCriterionFeedback(value: Fields): Read {
  return readAs(feedbackSchema, value, (event) => ({
    kind: 'feedback',
    subject: 'criterion',
    id: event.criterion,
    type: event.type,
    weight: event.raw_value ?? 1,
    at: event.timestamp,
    reasoning: event.context,
    task: event.bead_id,
  }))
}

const maturityFeedbackSchema = z.object({
  pattern_id: label,
  type: judgement,
  timestamp: instant,
  weight: maybe(share),
})

export function readPatternFeedback(value: Fields): Read {
  return readAs(maturityFeedbackSchema, value, (event) => ({
    kind: 'feedback',
    subject: 'pattern',
    id: event.pattern_id,
    type: event.type,
    weight: event.weight ?? 1,
    at: event.timestamp,
  }))
}

const maturitySchema = z.object({
  pattern_id: label,
  state: z.enum(MATURITIES),
  helpful_count: count,
  harmful_count: count,
  last_validated: maybe(instant),
})

/** The counts of a maturity record have no dates, so they are a claim and no feedback. */
export function readMaturity(value: Fields): Read {
  return readAs(maturitySchema, value, (record) => ({
    kind: 'claim',
    sourceId: record.pattern_id,
    evidence: { helpful: record.helpful_count, harmful: record.harmful_count },
    label: record.state,
    at: record.last_validated,
  }))
}

const patternSchema = z.object({
  id: label,
  content: z.string().trim().min(1).max(2_000),
  kind: z.enum(['pattern', 'anti_pattern']),
  success_count: count,
  failure_count: count,
  created_at: maybe(instant),
  updated_at: maybe(instant),
  tags: maybe(labels),
})

export function readDecompositionPattern(value: Fields): Read {
  return readAs(patternSchema, value, (pattern) => ({
    kind: 'pattern',
    sourceId: pattern.id,
    text: pattern.content,
    polarity: pattern.kind === 'anti_pattern' ? 'avoid' : 'do',
    category: pattern.kind === 'anti_pattern' ? 'mistake' : 'pattern',
    appliesTo: ['*'],
    tags: pattern.tags ?? [],
    evidence: { successes: pattern.success_count, failures: pattern.failure_count },
    at: pattern.updated_at ?? pattern.created_at,
  }))
}

const errorSchema = z.object({
  id: label,
  bead_id: maybe(label),
  error_type: z.enum(ERROR_TYPES),
  message: prose,
  stack_trace: maybe(prose),
  tool_name: maybe(label),
  timestamp: instant,
  resolved: maybe(z.boolean()),
  context: maybe(prose),
})

export function readErrorEntry(value: Fields): Read {
  return readAs(errorSchema, value, (entry) => ({
    kind: 'error',
    error: entry.id,
    type: entry.error_type,
    message: entry.message,
    at: entry.timestamp,
    resolved: entry.resolved ?? false,
    task: entry.bead_id,
    tool: entry.tool_name,
    context: entry.context,
    stack: entry.stack_trace,
  }))
}

const line = z.string().trim().min(1).max(2_000)
const strikesSchema = z.object({
  bead_id: label,
  strike_count: z.int().min(0).max(3),
  failures: z.array(z.object({ attempt: line, reason: line, timestamp: instant })).max(1_000),
})

export function readStrikes(value: Fields): Read {
  return readAs(strikesSchema, value, ({ bead_id, failures }) => ({
    kind: 'strikes',
    task: bead_id,
    failures: failures.map(({ attempt, reason, timestamp }) => ({ attempt, reason, at: timestamp })),
  }))
}
