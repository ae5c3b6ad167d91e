import * as z from 'zod'
import {
  category,
  citation,
  context,
  count,
  event,
  line,
  name,
  names,
  ordinal,
  paths,
  polarity,
  safeId,
  score,
  share,
  strength,
  text,
} from '../fields.ts'
import { VERDICTS } from '../values/outcome.ts'

const deliberation = {
  deliberation: safeId,
  role: name,
  phase: name.optional(),
  issue: name.optional(),
  iteration: count.optional(),
  status: name.optional(),
  text,
  verdict: z.enum(VERDICTS),
  evidenceLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  evidenceReason: line.optional(),
  model: name.optional(),
  durationMs: count.optional(),
  tokens: z.strictObject({ input: count, output: count }).optional(),
  labels: names.optional(),
  /** The files of the change under discussion, as far as they were known. */
  files: paths.optional(),
  /** Patterns that it states after its run had been shown them: echoes, not sightings. */
  echoes: z.array(safeId).max(200).optional(),
}

export const learningEvents = {
  'deliberation-recorded': {
    summary: 'A role wrote down its reasoning: a plan, a review, a validation.',
    stream: 'run',
    payload: z.strictObject({
      ...deliberation,
      endpoint: line.optional(),
      pr: name.optional(),
      command: line.optional(),
    }),
    earlier: [z.strictObject(deliberation)],
  },
  'learning-captured': event('run', 'An agent or a person wrote down what it learned.', {
    learning: safeId,
    agent: name,
    role: name.optional(),
    whatHappened: text.optional(),
    why: text.optional(),
    fixApplied: text.optional(),
    lesson: z.string().min(20).max(2_000),
    trigger: z.string().max(200).optional(),
    category: category.optional(),
    strength: strength.optional(),
    polarity: polarity.optional(),
    appliesTo: names,
    citation: citation.optional(),
    context: context.optional(),
    /** The pattern that it says in other words, or whose place it takes, by the word of whoever recorded it. */
    sameAs: safeId.optional(),
    insteadOf: safeId.optional(),
    /** Set if nobody wrote it down: code found it in a session. */
    mined: z
      .strictObject({
        as: z.enum(['error-fix', 'correction', 'denied', 'recurring-failure', 'repository-command']),
        /** The facts that it was read from. */
        facts: z.array(safeId).min(1).max(50),
        command: line.optional(),
      })
      .optional(),
  }),
  'learning-classified': event('run', 'A captured learning was accepted, reworded or refused.', {
    learning: safeId,
    /** Skipped: the situation it names is known already, in other words. */
    status: z.enum(['approved', 'reworded', 'rejected', 'skipped']),
    category: category.optional(),
    strength: strength.optional(),
    text: line.optional(),
    reason: line,
    by: name,
  }),
  'pattern-sighted': event('run', 'A pattern was seen; includes which known pattern it was joined to, and how.', {
    pattern: safeId,
    text: line,
    textHash: z.string().length(64),
    role: name,
    category,
    strength,
    polarity,
    appliesTo: names,
    trigger: z.string().max(200).optional(),
    context: context.optional(),
    citation: citation.optional(),
    learning: safeId.optional(),
    deliberation: safeId.optional(),
    /** Why it may not be shown before a person accepts it or another source confirms it. */
    held: line.optional(),
    /** The sign that its mistake came back, from the steps that led to it: `npm test without "connection refused"`. */
    tellTale: line.optional(),
    joined: z.strictObject({
      method: z.enum(['new', 'hash', 'jaccard', 'cosine', 'trigger', 'said']),
      similarity: z.number().min(0).max(1),
      embedder: name.optional(),
    }),
  }),
  'nothing-learned': event('run', 'An agent said that it learned nothing, or that no pattern it was shown applied.', {
    about: z.enum(['capture', 'patterns']),
    reason: line,
    agent: name.optional(),
    iteration: ordinal.optional(),
  }),
  'iteration-started': event(
    'run',
    'A run began its next iteration: a prompt of a session, or a round of a pipeline.',
    {
      iteration: ordinal,
      /** The commit that was checked out, to find later changes. */
      commit: name.optional(),
    },
  ),
  'iteration-closed': event('run', 'The patterns shown in an iteration so far now count in their success rates.', {
    iteration: ordinal,
  }),
  'relevance-measured': event('run', 'The relevance of each shown pattern to what the run changed.', {
    iteration: ordinal,
    method: z.enum(['context_tags']),
    changedFiles: count,
    scores: z.array(z.strictObject({ pattern: safeId, score: share, matched: names })).max(1_000),
  }),
  'build-finished': event('run', 'A build or a test run ended.', {
    passed: z.boolean(),
    command: line.optional(),
    /** What it printed, as far as it was kept. */
    output: text.optional(),
    exitCode: z.int().optional(),
    durationMs: count.optional(),
    iteration: ordinal.optional(),
  }),
  'goal-evaluated': event('run', 'A run was measured against the goal that a person chose.', {
    goal: name,
    success: z.boolean(),
    score,
    metrics: z.record(z.string().max(200), z.number()),
    details: line.optional(),
    iteration: ordinal.optional(),
  }),
  'goal-chosen': event('journal', 'A person chose the goal that runs are measured against, or none.', {
    goal: name,
    by: name,
    kind: z.enum(['reduce-failures', 'swe-bench', 'minimize-tokens', 'maximize-coverage', 'custom', 'none']),
    target: z.number().min(0).max(1_000_000_000).optional(),
    /** Program and arguments, run without a shell; as the person saw it when choosing. */
    command: z.array(z.string().max(4_096)).max(100).optional(),
    priority: z.array(category).max(4).optional(),
  }),
} as const
