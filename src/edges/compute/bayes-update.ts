import * as z from 'zod'
import { BAYES } from '../../engine/belief/bayes-policy.ts'
import { logLikelihood, outcomeLikelihood, verdictLikelihood } from '../../engine/belief/likelihood.ts'
import { expectedEffect, leaked, leakShare, updated } from '../../engine/belief/posterior.ts'
import { verdictAccuracy } from '../../engine/belief/reviewer-accuracy.ts'
import { amount, count, defineLaw, share } from './law.ts'

const DAY_MS = 86_400_000

/** Three shares that add up to 1. */
export const distribution = z
  .strictObject({ help: share, neutral: share, harm: share })
  .refine(({ help, neutral, harm }) => Math.abs(help + neutral + harm - 1) < 1e-6, {
    message: 'help, neutral and harm must add up to 1',
  })

const logits = z.number().min(-20).max(20)

const verdict = z.strictObject({
  kind: z.literal('verdict'),
  useful: z.boolean(),
  evidenceLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  reviewer: z.strictObject({ right: count, wrong: count }).default({ right: 0, wrong: 0 }),
  relevance: share.default(1),
  weight: share.default(1),
})

const outcome = z.strictObject({
  kind: z.literal('outcome'),
  success: z.boolean(),
  baseline: logits.default(0),
  rest: logits.default(0),
  relevance: share.default(1),
  inverted: z.boolean().default(false),
  weight: share.default(1),
})

type Observation = z.output<typeof verdict> | z.output<typeof outcome>

function likelihoodOf(observation: Observation) {
  if (observation.kind === 'outcome') return outcomeLikelihood(observation)
  const { useful, relevance, evidenceLevel, reviewer } = observation
  return verdictLikelihood({ useful, relevance, accuracy: verdictAccuracy(evidenceLevel, reviewer) })
}

export const bayesUpdateLaw = defineLaw({
  name: 'bayes-update',
  summary: 'How probable it is that a pattern helps, does nothing or harms, after time and observations.',
  input: z.strictObject({
    posterior: distribution.default(BAYES.prior),
    prior: distribution.default(BAYES.prior),
    /** Since the posterior was last touched; it passes before the first observation. */
    elapsedDays: amount.default(0),
    observations: z
      .array(z.discriminatedUnion('kind', [verdict, outcome]))
      .max(10_000)
      .default([]),
  }),
  run: ({ posterior, prior, elapsedDays, observations }) => {
    let now = posterior
    let elapsedMs = elapsedDays * DAY_MS
    if (observations.length === 0) now = leaked(now, prior, leakShare(elapsedMs, false))
    for (const observation of observations) {
      now = leaked(now, prior, leakShare(elapsedMs, true))
      now = updated(now, logLikelihood(likelihoodOf(observation), observation.weight))
      elapsedMs = 0
    }
    return { posterior: now, effect: expectedEffect(now) }
  },
  example: {
    input: {
      posterior: { help: 0.8, neutral: 0.15, harm: 0.05 },
      elapsedDays: 400,
      observations: [],
    },
    output: {
      posterior: { help: 0.5155457485271491, neutral: 0.37124219558999516, harm: 0.11321205588285577 },
    },
  },
})
