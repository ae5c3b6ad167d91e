import * as z from 'zod'
import { share } from '../../domain/fields.ts'
import { DAY_MS, roundScore } from '../../domain/numbers.ts'
import { verdictAccuracy } from '../../engine/belief/baseline.ts'
import { BAYES } from '../../engine/belief/bayes-policy.ts'
import { calibrationOf, NO_PREDICTIONS, recalibrated, withPrediction } from '../../engine/belief/calibration.ts'
import { logLikelihood, outcomeLikelihood, verdictLikelihood } from '../../engine/belief/likelihood.ts'
import { patternValue } from '../../engine/belief/pattern-value.ts'
import { effectDeviation, expectedEffect, leaked, leakShare, updated } from '../../engine/belief/posterior.ts'
import { promotable } from '../../engine/belief/promotable.ts'
import { selectLines } from '../../engine/belief/selection.ts'
import { isTrial, NO_TRIALS, type Trial, UPLIFT, upliftOf, withTrial } from '../../engine/belief/uplift.ts'
import { amount, count, defineLaw } from './law.ts'

/** Three shares that add up to 1. */
const distribution = z
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

function likelihoodOf(observation: z.output<typeof verdict> | z.output<typeof outcome>) {
  if (observation.kind === 'outcome') return outcomeLikelihood(observation)
  const { useful, relevance, evidenceLevel, reviewer } = observation
  return verdictLikelihood({ useful, relevance, accuracy: verdictAccuracy(evidenceLevel, reviewer) })
}

export const bayesUpdateLaw = defineLaw('bayes-update', {
  summary: 'The probabilities that a pattern helps, does nothing or harms, after time and observations.',
  input: z.strictObject({
    posterior: distribution.default(BAYES.prior),
    prior: distribution.default(BAYES.prior),
    /** Days since the last update of the posterior; applied before the first observation. */
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
  example: [
    { posterior: { help: 0.8, neutral: 0.15, harm: 0.05 }, elapsedDays: 200, observations: [] },
    { posterior: { help: 0.4368408189593773, neutral: 0.4007527678613823, harm: 0.16240641317924034 } },
  ],
})

const pattern = z.strictObject({
  id: z.string().min(1).max(200),
  posterior: distribution.default(BAYES.prior),
  relevance: share,
  tokens: z.int().min(1).max(1_000_000),
  internalObservations: count.default(0),
})

export const bayesValueLaw = defineLaw('bayes-value', {
  summary: 'The value of showing each pattern under the bayes profile, and which of them fit into a budget.',
  input: z.strictObject({
    patterns: z.array(pattern).max(1_000),
    budgetTokens: count.optional(),
    /** Seeds the draw of patterns shown for exploration: the receipt's id. */
    seed: z.string().max(200).default(''),
  }),
  run: ({ patterns, budgetTokens = Number.MAX_SAFE_INTEGER, seed }) => {
    const valued = patterns.map(({ id, ...question }) => {
      const { posterior, relevance, tokens } = question
      const worth = patternValue(question)
      const value = roundScore(worth.best)
      const deviation = relevance * effectDeviation(posterior)
      const effect = roundScore(expectedEffect(posterior))
      return { id, value, inverts: worth.inverts, effect, tokens, deviation }
    })
    const { chosen, left } = selectLines(valued, { budgetTokens, seed })
    return { patterns: valued, chosen, left }
  },
  example: [
    {
      patterns: [
        { id: 'new', relevance: 0.8, tokens: 25 },
        { id: 'beside the point', relevance: 0.1, tokens: 25 },
      ],
      budgetTokens: 500,
    },
    {
      patterns: [
        { id: 'new', value: 0.07056, inverts: false },
        { id: 'beside the point', value: -0.02618 },
      ],
      chosen: [{ id: 'new', explores: false, propensity: 1 }],
      left: ['beside the point'],
    },
  ],
})

export const calibrationLaw = defineLaw('calibration', {
  summary: 'How well predictions agree with outcomes, and a probability corrected by that.',
  input: z.strictObject({
    predictions: z.array(z.strictObject({ probability: share, success: z.boolean() })).max(1_000_000),
    recalibrate: z.array(share).max(10_000).default([]),
  }),
  run: ({ predictions, recalibrate }) => {
    const sums = predictions.reduce((sum, each) => withPrediction(sum, each), NO_PREDICTIONS)
    return { ...calibrationOf(sums), recalibrated: recalibrate.map((each) => recalibrated(each, sums)) }
  },
  example: [
    {
      predictions: [
        { probability: 0.75, success: true },
        { probability: 0.5, success: false },
      ],
      recalibrate: [0.75],
    },
    { predictions: 2, brier: 0.15625, ece: 0.375, known: false, recalibrated: [8.5 / 11] },
  ],
})

export const eValueLaw = defineLaw('e-value', {
  summary:
    'Which patterns can be suggested for promotion, given their e-values (see `uplift`) and how many were tested.',
  input: z.strictObject({
    patterns: z.array(z.strictObject({ id: z.string().min(1).max(200), eValue: amount })).max(10_000),
  }),
  run: ({ patterns }) => {
    const best = new Set(promotable(patterns).map(({ id }) => id))
    return { patterns: patterns.map((each) => ({ ...each, promotable: best.has(each.id) })) }
  },
  example: [
    { patterns: [90, 50, 3].map((eValue, n) => ({ id: `p${n + 1}`, eValue })) },
    { patterns: [{ promotable: true }, { promotable: true }, { promotable: false }] },
  ],
})

const run = z.strictObject({
  success: z.boolean(),
  expected: share.default(0.5),
  share: share.default(0.1),
  shown: count.default(0),
  withheld: count.default(0),
})

export const upliftLaw = defineLaw('uplift', {
  summary:
    'The effect of showing patterns on how runs end, from those that were withheld at random; the interval is valid after every run.',
  input: z.strictObject({
    runs: z.array(run).max(100_000),
    worthKnowing: z.number().gt(0).max(1).default(UPLIFT.worthKnowing),
    miss: z.number().gt(0).lt(1).default(UPLIFT.miss),
  }),
  run: ({ runs, ...policy }) => {
    const sums = runs.filter(isTrial).reduce((known, trial: Trial) => withTrial(known, trial), NO_TRIALS)
    const { estimate, low, high, ...rest } = upliftOf(sums, policy)
    const told = estimate === undefined ? {} : { estimate: roundScore(estimate) }
    return { ...rest, ...told, low: roundScore(low), high: roundScore(high) }
  },
  example: [
    {
      runs: [
        { success: true, share: 0.5, shown: 1 },
        { success: false, share: 0.5, withheld: 1 },
      ],
    },
    { estimate: 1, low: -1, high: 1, verdict: 'unknown' },
  ],
})
