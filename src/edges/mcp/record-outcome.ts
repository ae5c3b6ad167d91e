import * as z from 'zod'
import { failureMode } from '../../domain/events/outcome.ts'
import { count, names, text } from '../../domain/fields.ts'
import { outcomeRecord } from '../../domain/outcome-record.ts'
import { safeId } from '../../domain/safe-id.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { FEEDBACK_TYPES, type RunResult } from '../../domain/values/outcome.ts'
import type { AppliedPattern, OutcomeRecorded } from '../../loop/runs/record-outcome.ts'
import type { RunOutcomeRecorded } from '../../loop/runs/record-run-outcome.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import { defineTool, RECORDS } from './tool.ts'
import { toolFields } from './verb-tool.ts'

const { runId: _, failureDetails: details, ...recordFields } = outcomeRecord.shape

/** Fields that the record of a run names differently, or that an agent may not set. */
const LEFT_OUT = ['adapters', 'skills', 'failureType', 'failureAdapter', 'rollback', 'merged', 'reverted'] as const

const input = z
  .strictObject({
    ...toolFields(VERBS.recordOutcome, LEFT_OUT),
    run: safeId.optional().describe('The run; left out, the session of your client.'),
    runId: safeId.optional().describe('The same, as records of runs name it.'),
    failureDetails: z.union([text, details.unwrap()]).optional().describe('Details of the failure.'),
    ...recordFields,
  })
  .check(({ value, issues }) => {
    if (value.result === undefined && value.status === undefined && value.success === undefined)
      issues.push({ code: 'custom', message: 'is missing: how it ended', path: ['result'], input: value })
  })
type Told = z.output<typeof input>

const feedbackType = z.enum(FEEDBACK_TYPES)

const output = z.strictObject({
  run: z.string(),
  task: z.string().optional(),
  duplicate: z.boolean(),
  feedback: z
    .strictObject({ type: feedbackType, reasoning: z.string() })
    .optional()
    .describe('What it counts as; absent: nobody observed it, so it credits nothing.'),
  failureMode: failureMode.optional(),
  applied: z.array(
    z.strictObject({ pattern: z.string(), verified: z.boolean(), reason: z.string(), shown: z.boolean() }),
  ),
  settled: z.strictObject({ errors: count, strikes: z.boolean() }),
  summary: z.string().optional().describe('How the outcome of a run changed the policy.'),
  assumed: names.optional().describe('Fields that were not given and were filled in.'),
  notKept: names.optional().describe('Fields that were dropped, because only a person can give them.'),
})

export const recordOutcome = defineTool({
  name: 'record_outcome',
  title: 'Record an outcome',
  description:
    'Call it when a task or the whole run has ended and someone or something saw how: a test, a build, a person. Takes the outcome of a task (task, result, durationMs, errorCount, retryCount), of a run (result), or the record of a graded or reviewed run (status, retryCount, qualityScore, adaptersUsed; result, postExecutionScore, riskLevel). Name the patterns that you used in applied.',
  input,
  output,
  hints: RECORDS,
  run: async (call, given) => {
    const run = given.run ?? given.runId ?? call.run
    const { fromRoot } = call.host
    const loop = await call.loop()
    const applied = await Promise.all(
      (given.applied ?? []).map(async ({ pattern, file, line }): Promise<AppliedPattern> => {
        const known = (await loop.pattern(pattern)).pattern.id
        return { pattern: known, file: file && fromRoot(file), line }
      }),
    )
    const files = given.files?.map(fromRoot)
    const beside = { applied, ...besideOf({ ...given, files }) }
    const recorded =
      given.task === undefined && isGoverned(given)
        ? await loop.recordRunOutcome(recordOf(given, run), beside)
        : await loop.recordOutcome({ run, ...courseOf(given), ...beside })
    return toldOf(recorded, given.task)
  },
})

/** Fields that only a run record has; with any of them the record must be complete, and it affects policy. */
const GOVERNING = [
  'status',
  'postExecutionScore',
  'riskLevel',
  'adaptersUsed',
  'selectedSkills',
  'agentDecisions',
  'dominantFailureType',
  'issues',
  'humanOverride',
  'rollbackOccurred',
  'userRating',
  'userFeedback',
] as const

function isGoverned(given: Told): boolean {
  return GOVERNING.some((field) => given[field] !== undefined) || typeof given.failureDetails === 'object'
}

function besideOf({ observedBy: by, errorCount, files, strategy, criteria, agent, ...told }: Told) {
  const failureDetails = typeof told.failureDetails === 'string' ? told.failureDetails : undefined
  const { failureMode } = told
  return { observedBy: by, errorCount, files, strategy, criteria, agent, failureMode, failureDetails }
}

/** Only the record's fields; recording it reports missing ones. */
function recordOf(given: Told, runId: string): object {
  const fields = Object.keys(recordFields).map((field) => [field, given[field as keyof Told]] as const)
  const failure = typeof given.failureDetails === 'object' ? given.failureDetails : undefined
  return { runId, ...withoutUndefined({ ...Object.fromEntries(fields), failureDetails: failure }) }
}

/** The course of a task, or of a run of which only the result is known. */
function courseOf(given: Told) {
  const { task, attempt, timeTakenMs, durationMs = timeTakenMs, retryCount, qualityScore, notes } = given
  const result = resultOf(given)
  return { result, task, attempt, durationMs, retryCount, qualityScore, notes, occurredAt: given.createdAt }
}

function resultOf({ result, status, success }: Told): RunResult {
  if (result !== undefined) return result
  if (status !== undefined) return status === 'failed' ? 'failure' : status
  return success === true ? 'success' : 'failure'
}

function toldOf(
  recorded: OutcomeRecorded & Partial<RunOutcomeRecorded>,
  task: string | undefined,
): z.input<typeof output> {
  const { run, duplicate, feedback, failureMode: mode, applied, settled, summary, assumed, notKept } = recorded
  return {
    run,
    duplicate,
    applied: applied.map(({ pattern, verified, reason, shown }) => ({ pattern, verified, reason, shown })),
    settled: { ...settled },
    task,
    feedback: feedback && { type: feedback.type, reasoning: feedback.reasoning },
    failureMode: mode,
    summary,
    assumed: assumed && [...assumed],
    notKept: notKept.length === 0 ? undefined : [...notKept],
  }
}
