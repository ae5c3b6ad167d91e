import * as z from 'zod'
import {
  axis,
  category,
  citation,
  context,
  count,
  decision,
  event,
  line,
  milliseconds,
  name,
  names,
  ordinal,
  paths,
  safeId,
  score,
  share,
  strength,
} from '../fields.ts'
import { INJECTION_PATHS } from '../values/pattern.ts'

const item = { pattern: safeId, score, tokens: count }

const injected = {
  receipt: safeId,
  surface: z.enum(['role-block', 'agent-start', 'prompt', 'tool-call', 'plan']),
  /** The strategies that a planner was shown. */
  strategies: names.optional(),
  role: name.optional(),
  agent: name.optional(),
  tool: name.optional(),
  iteration: ordinal.optional(),
  request: z.strictObject({
    task: z.string().max(8_000).optional(),
    /** What a tool was about to run. */
    command: z.string().max(8_000).optional(),
    labels: names.optional(),
    files: paths.optional(),
    phase: name.optional(),
  }),
  profile: z.enum(['classic', 'bayes']),
  policyHash: z.string().max(64),
  budgetTokens: count,
  usedTokens: count,
  path: z.enum(INJECTION_PATHS),
  items: z
    .array(z.strictObject({ ...item, parts: z.record(z.string().max(40), z.number()), propensity: share }))
    .max(500),
  displaced: z
    .array(
      z.strictObject({
        ...item,
        reason: z.enum(['budget', 'cap', 'score', 'flag', 'unproven', 'near']),
        near: safeId.optional(),
      }),
    )
    .max(50),
  displacedTotal: count,
  withheld: z.array(z.strictObject({ ...item, propensity: share })).max(500),
  /** The random holdout: the probability of withholding a pattern, and of a run going without any. */
  holdout: z.strictObject({ share, runShare: share.optional(), isRunHeld: z.literal(true).optional() }).optional(),
  /** The predicted probability of the run's success, after all that it was shown so far. */
  prediction: share.optional(),
  /** How long the agent waited for the hook that showed it. */
  tookMs: milliseconds.optional(),
}

export const patternEvents = {
  'pattern-injected': {
    summary: 'A receipt: which patterns a run was shown, in which order and why, and which were left out.',
    stream: 'run',
    payload: z.strictObject({
      ...injected,
      /** The text that the agent read, to the byte; missing where nothing was shown. */
      block: z.string().max(100_000).optional(),
    }),
    earlier: [z.strictObject(injected)],
  },
  'pattern-acknowledged': event('run', 'The agent said that it used an injected pattern, and where.', {
    pattern: safeId,
    receipt: safeId.optional(),
    agent: name.optional(),
    iteration: ordinal.optional(),
    evidence: line.optional(),
    citations: z.array(citation).max(50),
  }),
  'pattern-observed': event('run', 'The steps of a run show whether it did what a pattern says.', {
    pattern: safeId,
    /** False: it was withheld at random. */
    shown: z.boolean(),
    /** Missing: nothing shows whether it was followed, only whether its mistake came back. */
    result: z.enum(['followed', 'ignored']).optional(),
    /** Its mistake came back: on some occasion the opposite was done, or its tell-tale occurred. */
    relapsed: z.boolean(),
    /** The probability of withholding it, if that was drawn and the steps could have shown either result. */
    share: share.optional(),
    /** What was looked for, in words. */
    check: line,
    /** The fact that decides the result. */
    step: safeId,
  }),
  'citation-verified': event('run', 'A cited place was checked against the change.', {
    pattern: safeId,
    citation,
    verified: z.boolean(),
    reason: line,
    iteration: ordinal.optional(),
  }),
  'citation-checked': event(
    'pattern',
    'The lines that a pattern cites have disappeared from the code, are back, or were changed by a run that used it.',
    { pattern: safeId, citation, found: z.boolean() },
  ),
  'pattern-reinforced': event('run', 'Evidence reinforced a pattern.', {
    pattern: safeId,
    evidenceLevel: z.union([z.literal(1), z.literal(2)]),
    verdict: safeId.optional(),
  }),
  'pattern-ignored': event('run', 'A validator called a pattern a false positive.', {
    pattern: safeId,
    weight: z.number().min(0).max(100),
    finding: name.optional(),
    regression: z.boolean(),
    by: name,
  }),
  'pattern-contradicted': event(
    'run',
    'Two patterns contradict each other: one says the opposite, or another number, name or order. Or they are only near, or a person said that they are two lessons.',
    {
      pattern: safeId,
      by: safeId,
      reason: line,
      /** Left out: they contradict each other. `replaced`: whoever recorded the second says that it holds instead of the first. `near`: code cannot tell. `apart`: a person says that both hold. */
      as: z.enum(['replaced', 'near', 'apart']).optional(),
    },
  ),
  'pattern-aged': event('run', 'A pattern was shown and not used while others were reinforced.', { pattern: safeId }),
  'pattern-promoted': event('pattern', 'A person vouched for a pattern.', {
    ...decision,
    axes: z.array(axis).min(1).max(2),
  }),
  'pattern-deprecated': event('pattern', 'A person retired a pattern.', {
    ...decision,
    axes: z.array(axis).min(1).max(2),
  }),
  'pattern-reset': event('pattern', 'A person reversed a decision; the evidence decides again.', {
    ...decision,
    axes: z.array(axis).min(1).max(2),
  }),
  'pattern-edited': event('pattern', 'A person reworded or reclassified a pattern.', {
    ...decision,
    text: line.optional(),
    textHash: z.string().length(64).optional(),
    category: category.optional(),
    strength: strength.optional(),
    /** What shows that its mistake came back; `none`: that is not measured. */
    tellTale: line.optional(),
    appliesTo: names.optional(),
    context: context.optional(),
  }),
  'pattern-merged': event('pattern', 'A person joined two patterns that say the same.', { ...decision, into: safeId }),
  'pattern-imported': event(
    'pattern',
    'A file of another system gave numbers for a pattern; a claim that is part of no score.',
    {
      pattern: safeId,
      format: name,
      file: name.optional(),
      sourceId: name.optional(),
      label: name.optional(),
      evidence: z.record(z.string().max(40), z.number()),
    },
  ),
  'pattern-quarantined': event('pattern', 'A pattern was quarantined until it is corroborated.', {
    ...decision,
    released: z.boolean(),
    batch: safeId.optional(),
  }),
} as const
