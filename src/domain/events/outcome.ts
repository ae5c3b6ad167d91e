import * as z from 'zod'
import {
  count,
  event,
  line,
  milliseconds,
  name,
  names,
  ordinal,
  paths,
  riskLevel,
  safeId,
  share,
  text,
} from '../fields.ts'
import {
  AGENT_VERDICTS,
  ERROR_TYPES,
  FAILURE_MODES,
  FEEDBACK_TARGETS,
  FEEDBACK_TYPES,
  RUN_ENDS,
  VERDICTS,
} from '../values/outcome.ts'

/** The witness of an outcome. `agent`: only the agent's own word, which credits little. `none`: nobody looked, so it is unknown and credits nothing. */
export const observedBy = z.enum(['record', 'build', 'test', 'ci', 'merge', 'revert', 'verdict', 'agent', 'none'])

export const failureMode = z.enum(FAILURE_MODES)

const ACTIONS = ['penalised', 'unmatched', 'unproven', 'cited', 'credited', 'reinforced', 'spared', 'aged'] as const

const verdictAction = {
  reason: line,
  pattern: safeId.optional(),
  finding: name.optional(),
  weight: z.number().min(0).max(100).optional(),
  regression: z.boolean().optional(),
}

/** What was done because of a verdict, and what was left undone. */
const actions = z.array(z.strictObject({ kind: z.enum([...ACTIONS, 'ignored']), ...verdictAction })).max(2_000)
const actionsBefore = z.array(z.strictObject({ kind: z.enum(ACTIONS), ...verdictAction })).max(2_000)

const verdict = {
  verdict: safeId,
  deliberation: safeId.optional(),
  adversarialRole: name,
  validatorRole: name,
  result: z.enum(VERDICTS),
  mustFix: names,
  falsePositives: names,
  evidenceLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
}

export const outcomeEvents = {
  'outcome-recorded': event('run', 'How a run or one of its tasks ended, and who observed it.', {
    run: safeId,
    task: safeId.describe('one task of the run; default: the whole run').optional(),
    attempt: ordinal.describe('which attempt at the task, from 1').optional(),
    result: z.enum(RUN_ENDS),
    observedBy,
    /** The record's own flag, if it has one: a partial run may count as a success. */
    success: z.boolean().optional(),
    durationMs: milliseconds.describe('how long the task took').optional(),
    errorCount: count.describe('how many errors it met; default for a task: those on record').optional(),
    retryCount: count.optional(),
    qualityScore: share.optional(),
    postExecutionScore: share.optional(),
    riskLevel: riskLevel.optional(),
    adapters: names.optional(),
    skills: names.optional(),
    agentDecisions: z
      .array(z.strictObject({ agent: name, decision: z.enum(AGENT_VERDICTS), confidence: share }))
      .max(100)
      .optional(),
    files: paths.describe('files that it changed').optional(),
    strategy: name.describe('how the work was split').optional(),
    criteria: names.describe('what it is evidence about; default: the default criteria').optional(),
    failureMode: failureMode.describe('how it failed; default: read from the details').optional(),
    failureType: name.optional(),
    failureAdapter: name.optional(),
    failureDetails: text.describe('what was seen of the failure').optional(),
    issues: z.array(line).max(1_000).optional(),
    humanOverride: z.boolean().optional(),
    rollback: z.boolean().optional(),
    userRating: z.int().min(1).max(5).optional(),
    userFeedback: text.optional(),
    notes: text.optional(),
    /** Missing fields that were filled in. */
    assumed: names.optional(),
  }),
  'outcome-refused': event('journal', 'An outcome was refused; it is kept with the reason.', {
    problems: z.array(z.string().min(1).max(4_000)).min(1).max(100),
    /** The record as it came, redacted and cut at 16,000 characters. */
    record: z.string().max(16_000),
    source: z.string().max(4_096).optional(),
  }),
  'plan-recorded': event(
    'run',
    'How the work of a run is split into tasks; their outcomes are evidence for or against the strategy.',
    { plan: safeId, text: text.min(1), by: name.optional() },
  ),
  'score-recorded': event('score', 'A regularly measured score was recorded.', {
    name,
    value: share,
    details: text.optional(),
  }),
  'feedback-given': event('run', 'Someone said that a pattern, a criterion or a strategy helped or harmed.', {
    subject: z.enum(FEEDBACK_TARGETS),
    id: name,
    type: z.enum(FEEDBACK_TYPES),
    weight: share,
    strength: share.optional(),
    reasoning: line.optional(),
    task: safeId.optional(),
    by: name,
  }),
  'verdict-recorded': {
    summary: 'A validator judged a deliberation.',
    stream: 'run',
    payload: z.strictObject({ ...verdict, actions }),
    /** Its versions before this one, oldest first. */
    earlier: [
      z.strictObject({ ...verdict, actions: actionsBefore.optional() }),
      z.strictObject({ ...verdict, actions: actionsBefore }),
    ],
  },
  'run-merged': event('run', "A run's work was merged.", { run: safeId, reference: name.optional() }),
  'run-reverted': event('run', "A run's merged work was reverted.", {
    run: safeId,
    reference: name.optional(),
    reason: line.optional(),
  }),
  'run-reworked': event('run', "A commit by others names the run's work that it fixes.", {
    run: safeId,
    commit: name,
    /** The commit of the run that it names. */
    mends: name.optional(),
    /** How it names that commit: `fixup!` and its like before a subject, or a line `Fixes: ID`. */
    sign: z.enum(['fixup', 'trailer']).optional(),
  }),
  'review-recorded': event('run', "A reviewer asked for changes to a run's work, or a review of it was dismissed.", {
    run: safeId,
    review: name,
    state: z.enum(['changes_requested', 'dismissed']),
    reviewer: name.optional(),
    commit: name.optional(),
  }),
  'error-recorded': event('run', 'A step of a task failed.', {
    error: safeId,
    task: safeId.optional(),
    type: z.enum(ERROR_TYPES),
    message: text.min(1),
    tool: name.optional(),
    context: text.optional(),
    stack: text.optional(),
    exitCode: z.int().optional(),
  }),
  'error-resolved': event('run', 'A recorded error was dealt with.', { error: safeId, how: line.optional() }),
  'strike-added': event('task', 'An attempt at a task failed; three of them call for another design.', {
    task: safeId,
    attempt: line,
    reason: line,
  }),
  'strike-cleared': event('task', 'The strikes of a task were cleared, by a person or by success.', {
    task: safeId,
    by: name,
    reason: line,
  }),
} as const
