import * as z from 'zod'
import { count, name, paths, text } from '../../domain/fields.ts'
import { inputError } from '../../domain/user-error.ts'
import type { Loop } from '../../loop/loop.ts'
import type { OutcomeRecorded } from '../../loop/runs/record-outcome.ts'
import { beadId, defineEntryPoint, feedbackType, retries, runOf, strategyName, unusedFields } from './entry-point.ts'

const CRITERION = 'task_completion'
const MOST_FILES = 10
const MOST_CHARACTERS = 1_000

const input = z.strictObject({
  bead_id: beadId,
  agent_name: name,
  summary: text.trim().min(1),
  start_time: z.number().min(0).optional().describe('epoch milliseconds'),
  files_touched: paths.optional(),
  error_count: count.optional(),
  retry_count: retries.optional(),
  strategy: strategyName.optional(),
  evaluation: z.string().optional().describe('JSON with passed, overall_feedback and retry_suggestion'),
  epic_id: beadId.optional(),
  ...unusedFields(
    'project_key',
    'planned_files',
    'skip_verification',
    'skip_review',
    'commit_sha',
    'commit_message',
    'commit_branch',
  ),
})

const evaluation = z.object({
  passed: z.boolean(),
  overall_feedback: z.string().optional(),
  retry_suggestion: z.string().nullish(),
})

/** A completed task returns every field except the first block; any other task returns only the first block. */
const output = z.strictObject({
  success: z.boolean(),
  error: z.string().optional(),
  feedback: z.string().optional(),
  retry_suggestion: z.string().optional(),
  hint: z.string().optional(),

  bead_id: beadId.optional(),
  closed: z.boolean().optional(),
  message: z.string().optional(),
  result: z.string().optional(),
  strikes_cleared: z.boolean().optional(),
  errors_resolved: count.optional(),
  outcome_scoring: z
    .strictObject({ scored: z.boolean(), feedback_type: feedbackType, score: z.number(), reasoning: z.string() })
    .optional(),
  memory_capture: z
    .strictObject({
      attempted: z.boolean(),
      stored: z.boolean(),
      id: z.string(),
      information: z.string(),
      metadata: z.string(),
    })
    .optional(),
})

export const complete = defineEntryPoint('swarm_complete', 'adds once', {
  summary:
    'Ends a task that succeeded: outcome, feedback on task_completion, lesson; its strikes and errors are settled.',
  input,
  output,
  run: async (loop, given, now) => {
    const failed = given.evaluation === undefined ? undefined : failedEvaluation(given.evaluation)
    if (failed !== undefined) return failed
    const { bead_id: task, summary, files_touched: files = [] } = given
    const run = runOf(given)
    const known = await loop.task(run, task)
    // Without a retry count from the caller, count the recorded attempts.
    const retried = { ...given, retry_count: given.retry_count ?? known?.attempt }
    const closed = (await closedBefore(loop, given, known)) ?? (await close(loop, retried, now))
    const tags = ['swarm', 'success', task, given.strategy ?? 'completion']
    const information = lessonOf(given)
    const { learning } = await loop.recordLearning({
      agent: given.agent_name,
      run,
      lesson: information,
      context: { tags, ...(files.length > 0 && { files: [...files] }) },
    })
    const { type, strength = 0, reasoning } = closed.feedback!
    return {
      success: true,
      bead_id: task,
      closed: true,
      message: closed.duplicate ? 'Its success is on record; it counts once.' : undefined,
      result: summary,
      strikes_cleared: closed.settled.strikes,
      errors_resolved: closed.settled.errors,
      outcome_scoring: { scored: true, feedback_type: type, score: strength, reasoning },
      memory_capture: { attempted: true, stored: true, id: learning, information, metadata: tags.join(', ') },
    }
  },
})

type Told = z.output<typeof input>
type Known = Awaited<ReturnType<Loop['task']>>
type Closed = Pick<OutcomeRecorded, 'duplicate' | 'settled' | 'feedback'>

/** A recorded success is not recorded again, even though its duration would now be longer. If it was recorded for other criteria, it also becomes feedback on this one. */
async function closedBefore(loop: Loop, given: Told, known: Known): Promise<Closed | undefined> {
  const { bead_id: task, retry_count = 0, agent_name: by } = given
  if (known?.result !== 'success' || known.feedback === undefined || known.attempt <= retry_count) return undefined
  const { type, reasoning } = known.feedback
  if (known.criteria?.includes(CRITERION) !== true)
    await loop.recordFeedback({ subject: 'criterion', id: CRITERION, type, reasoning, run: known.run, task, by })
  return { duplicate: true, settled: { errors: 0, strikes: false }, feedback: known.feedback }
}

async function close(loop: Loop, given: Told, now: number): Promise<Closed> {
  const { bead_id: task, retry_count = 0, start_time } = given
  const { total } = (await loop.errorContext({ task, limit: 1 })).counts
  return loop.recordOutcome({
    run: runOf(given),
    task,
    attempt: retry_count + 1,
    result: 'success',
    durationMs: start_time === undefined ? 0 : Math.max(0, Math.round(now - start_time)),
    retryCount: retry_count,
    criteria: [CRITERION],
    agent: given.agent_name,
    errorCount: given.error_count ?? (total === 0 ? 0 : undefined),
    files: given.files_touched,
    strategy: given.strategy,
    assumed: start_time === undefined ? ['durationMs'] : undefined,
  })
}

/** If the agent's own evaluation fails, the task is not complete and nothing is recorded. */
function failedEvaluation(text: string): z.input<typeof output> | undefined {
  const { passed, overall_feedback, retry_suggestion } = readEvaluation(text)
  if (passed) return undefined
  return {
    success: false,
    error: 'The evaluation says that the task has not passed.',
    feedback: overall_feedback,
    retry_suggestion: retry_suggestion ?? undefined,
    hint: 'Correct what it names; nothing was recorded.',
  }
}

function readEvaluation(text: string): z.output<typeof evaluation> {
  try {
    return evaluation.parse(JSON.parse(text))
  } catch (cause) {
    throw inputError(
      'evaluation: must be JSON with passed, true or false',
      'Give {"passed": true, "overall_feedback": "..."}, or leave it out.',
      { cause },
    )
  }
}

/** The lesson of a success, in the form that the other system stores. */
function lessonOf({ bead_id, summary, files_touched = [], strategy }: Told): string {
  const how = strategy === undefined ? '' : ` using ${strategy} strategy`
  const insight = summary.length <= MOST_CHARACTERS ? summary : `${summary.slice(0, MOST_CHARACTERS)}...`
  const more = files_touched.length - MOST_FILES
  const named = files_touched.slice(0, MOST_FILES).map((file) => file.slice(-MOST_FILE_CHARACTERS))
  const files = named.length === 0 ? 'none' : `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `Task "${bead_id}" completed successfully${how}.\nKey insight: ${insight}\nFiles touched: ${files}`
}

const MOST_FILE_CHARACTERS = 70
