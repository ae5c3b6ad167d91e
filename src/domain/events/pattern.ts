import * as z from 'zod'
import { INJECTION_PATHS } from '../values/pattern.ts'
import {
  axis,
  category,
  citation,
  context,
  count,
  decision,
  line,
  name,
  names,
  ordinal,
  paths,
  safeId,
  score,
  share,
  strength,
} from './fields.ts'

const item = { pattern: safeId, score, tokens: count }

export const patternEvents = {
  'pattern-injected': {
    summary: 'A receipt: which patterns a run was shown, in which order and why, and which were left out.',
    stream: 'run',
    payload: z.strictObject({
      receipt: safeId,
      surface: z.enum(['role-block', 'agent-start', 'prompt', 'tool-call', 'plan']),
      /** The strategies that a planner was told of. */
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
        .array(
          z.strictObject({ ...item, parts: z.record(z.string().max(40), z.number()), propensity: share }),
        )
        .max(500),
      displaced: z
        .array(z.strictObject({ ...item, reason: z.enum(['budget', 'cap', 'score', 'flag', 'unproven']) }))
        .max(50),
      displacedTotal: count,
      withheld: z.array(z.strictObject({ ...item, propensity: share })).max(500),
      /** What was withheld at random: patterns, and with which probability a run goes without any. */
      holdout: z
        .strictObject({ share, runShare: share.optional(), isRunHeld: z.literal(true).optional() })
        .optional(),
      /** With which probability the run was expected to succeed, after all that it was shown so far. */
      prediction: share.optional(),
    }),
  },
  'pattern-acknowledged': {
    summary: 'The agent said that it used an injected pattern, and where.',
    stream: 'run',
    payload: z.strictObject({
      pattern: safeId,
      receipt: safeId.optional(),
      agent: name.optional(),
      iteration: ordinal.optional(),
      evidence: line.optional(),
      citations: z.array(citation).max(50),
    }),
  },
  'pattern-observed': {
    summary: 'The steps of a run show whether it did what a pattern says.',
    stream: 'run',
    payload: z.strictObject({
      pattern: safeId,
      /** False: it was withheld at random. */
      shown: z.boolean(),
      result: z.enum(['followed', 'ignored']),
      /** On some occasion the opposite was done. */
      relapsed: z.boolean(),
      /** What was looked for, in words. */
      check: line,
      /** The fact that decides the result. */
      step: safeId,
    }),
  },
  'citation-verified': {
    summary: 'A cited place was checked against the change.',
    stream: 'run',
    payload: z.strictObject({
      pattern: safeId,
      citation,
      verified: z.boolean(),
      reason: line,
      iteration: ordinal.optional(),
    }),
  },
  'citation-checked': {
    summary: 'The lines that a pattern cites have disappeared from the code, or are back.',
    stream: 'pattern',
    payload: z.strictObject({ pattern: safeId, citation, found: z.boolean() }),
  },
  'pattern-reinforced': {
    summary: 'Evidence reinforced a pattern.',
    stream: 'run',
    payload: z.strictObject({
      pattern: safeId,
      evidenceLevel: z.union([z.literal(1), z.literal(2)]),
      verdict: safeId.optional(),
    }),
  },
  'pattern-ignored': {
    summary: 'A validator called a pattern a false positive.',
    stream: 'run',
    payload: z.strictObject({
      pattern: safeId,
      weight: z.number().min(0).max(100),
      finding: name.optional(),
      regression: z.boolean(),
      by: name,
    }),
  },
  'pattern-contradicted': {
    summary: 'A sighting of another pattern says the opposite, or another number, name or order.',
    stream: 'run',
    payload: z.strictObject({ pattern: safeId, by: safeId, reason: line }),
  },
  'pattern-aged': {
    summary: 'A pattern was shown and not used while others were reinforced.',
    stream: 'run',
    payload: z.strictObject({ pattern: safeId }),
  },
  'pattern-promoted': {
    summary: 'A person vouched for a pattern.',
    stream: 'pattern',
    payload: z.strictObject({ ...decision, axes: z.array(axis).min(1).max(2) }),
  },
  'pattern-deprecated': {
    summary: 'A person retired a pattern.',
    stream: 'pattern',
    payload: z.strictObject({ ...decision, axes: z.array(axis).min(1).max(2) }),
  },
  'pattern-reset': {
    summary: 'A person reversed a decision; the evidence decides again.',
    stream: 'pattern',
    payload: z.strictObject({ ...decision, axes: z.array(axis).min(1).max(2) }),
  },
  'pattern-edited': {
    summary: 'A person reworded or reclassified a pattern.',
    stream: 'pattern',
    payload: z.strictObject({
      ...decision,
      text: line.optional(),
      textHash: z.string().length(64).optional(),
      category: category.optional(),
      strength: strength.optional(),
      appliesTo: names.optional(),
      context: context.optional(),
    }),
  },
  'pattern-merged': {
    summary: 'A person joined two patterns that say the same.',
    stream: 'pattern',
    payload: z.strictObject({ ...decision, into: safeId }),
  },
  'pattern-imported': {
    summary: 'A file of another system gave numbers for a pattern; a claim that is part of no score.',
    stream: 'pattern',
    payload: z.strictObject({
      pattern: safeId,
      format: name,
      file: name.optional(),
      sourceId: name.optional(),
      label: name.optional(),
      evidence: z.record(z.string().max(40), z.number()),
    }),
  },
  'pattern-quarantined': {
    summary: 'A pattern was quarantined until it is corroborated.',
    stream: 'pattern',
    payload: z.strictObject({ ...decision, released: z.boolean(), batch: safeId.optional() }),
  },
} as const
