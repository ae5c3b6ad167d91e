import * as z from 'zod'
import { failureMode } from '../../domain/events/outcome.ts'
import { count, milliseconds, names, paths, text } from '../../domain/fields.ts'
import type { OutcomeRecorded } from '../../loop/runs/record-outcome.ts'
import {
  beadId,
  defineEntryPoint,
  errorCounts,
  feedbackType,
  retries,
  runOf,
  strategyName,
  time,
  unused,
} from './entry-point.ts'

const input = z.strictObject({
  bead_id: beadId,
  duration_ms: milliseconds,
  error_count: count.optional(),
  retry_count: retries.optional(),
  success: z.boolean(),
  files_touched: paths.optional(),
  criteria: names.optional(),
  strategy: strategyName.optional(),
  failure_mode: failureMode.optional(),
  failure_details: text.optional(),
  timestamp: time.optional(),
  epic_id: beadId.optional(),
  project_path: unused,
})

const signals = z.strictObject({
  bead_id: beadId,
  duration_ms: milliseconds,
  error_count: count,
  retry_count: count,
  success: z.boolean(),
  files_touched: z.array(z.string()),
  timestamp: time,
  strategy: strategyName.optional(),
  failure_mode: failureMode.optional(),
  failure_details: z.string().optional(),
})

const feedbackEvent = z.strictObject({
  id: z.string(),
  criterion: z.string(),
  type: feedbackType,
  timestamp: time,
  context: z.string(),
  bead_id: beadId,
  raw_value: z.number().min(0).max(1),
})

export const recordOutcome = defineEntryPoint('swarm_record_outcome', 'adds once', {
  summary: 'Records how a task ended, and scores it by its course.',
  input,
  output: z.strictObject({
    success: z.boolean(),
    outcome: z.strictObject({
      signals,
      scored: z.strictObject({ type: feedbackType, decayed_value: z.number(), reasoning: z.string() }),
    }),
    feedback_events: z.array(feedbackEvent),
    error_patterns: errorCounts,
    summary: z.strictObject({
      feedback_type: feedbackType,
      duration_seconds: count,
      error_count: count,
      retry_count: count,
      success: z.boolean(),
      strategy: strategyName.optional(),
      failure_mode: failureMode.optional(),
      failure_details: z.string().optional(),
      accumulated_errors: count,
      unresolved_errors: count,
    }),
    note: z.string(),
  }),
  run: async (loop, given, now) => {
    const task = given.bead_id
    const before = (await loop.errorContext({ task, limit: 1 })).counts
    const at = given.timestamp === undefined ? now : Date.parse(given.timestamp)
    const retryCount = given.retry_count ?? 0
    const recorded = await loop.recordOutcome({
      run: runOf(given),
      task,
      attempt: retryCount + 1,
      result: given.success ? 'success' : 'failure',
      durationMs: given.duration_ms,
      retryCount,
      occurredAt: at,
      errorCount: given.error_count ?? (before.total === 0 ? 0 : undefined),
      files: given.files_touched,
      criteria: given.criteria,
      strategy: given.strategy,
      failureMode: given.failure_mode,
      failureDetails: given.failure_details,
    })
    const { unresolved } = (await loop.errorContext({ task, limit: 1 })).counts
    const counts = { total: before.total, unresolved, by_type: { ...before.byType } }
    const { strategy, failure_details } = given
    const seen = { strategy, failure_mode: recorded.failureMode, failure_details }
    const course = { error_count: recorded.errorCount ?? 0, retry_count: retryCount, success: given.success }
    const timestamp = new Date(at).toISOString()
    const { type, reasoning } = recorded.feedback!
    return {
      success: true,
      outcome: {
        signals: {
          bead_id: task,
          duration_ms: given.duration_ms,
          ...course,
          files_touched: given.files_touched ?? [],
          timestamp,
          ...seen,
        },
        scored: { type, decayed_value: recorded.decayedStrength ?? 0, reasoning },
      },
      feedback_events: feedbackEvents(recorded, { task, attempt: retryCount + 1, timestamp, strategy }, counts),
      error_patterns: counts,
      summary: {
        feedback_type: type,
        duration_seconds: Math.round(given.duration_ms / 1_000),
        ...course,
        ...seen,
        accumulated_errors: counts.total,
        unresolved_errors: counts.unresolved,
      },
      note: recorded.duplicate ? 'Already recorded.' : 'Recorded, with its feedback.',
    }
  },
})

/** The feedback that an outcome implies for each criterion. Its id is derived from the outcome's. */
function feedbackEvents(
  { criteria, feedback }: OutcomeRecorded,
  of: { task: string; attempt: number; timestamp: string; strategy: string | undefined },
  { by_type }: z.output<typeof errorCounts>,
): z.input<typeof feedbackEvent>[] {
  const errors = Object.entries(by_type).map(([type, times]) => `${type}:${times}`)
  const context = [
    feedback!.reasoning,
    ...(of.strategy === undefined ? [] : [`[strategy: ${of.strategy}]`]),
    ...(errors.length === 0 ? [] : [`[errors: ${errors.join(', ')}]`]),
  ].join(' ')
  return criteria.map((criterion) => ({
    id: `${of.task}-${criterion}-${of.attempt}`,
    criterion,
    type: feedback!.type,
    timestamp: of.timestamp,
    context,
    bead_id: of.task,
    raw_value: 1,
  }))
}
