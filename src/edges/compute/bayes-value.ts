import * as z from 'zod'
import { BAYES } from '../../engine/belief/bayes-policy.ts'
import { patternValue } from '../../engine/belief/pattern-value.ts'
import { effectDeviation, expectedEffect } from '../../engine/belief/posterior.ts'
import { selectLines } from '../../engine/belief/selection.ts'
import { roundScore } from '../../engine/laws/rounding.ts'
import { distribution } from './bayes-update.ts'
import { count, defineLaw, share } from './law.ts'

const pattern = z.strictObject({
  id: z.string().min(1).max(200),
  posterior: distribution.default(BAYES.prior),
  relevance: share,
  tokens: z.int().min(1).max(1_000_000),
  internalObservations: count.default(0),
})

export const bayesValueLaw = defineLaw({
  name: 'bayes-value',
  summary: 'What showing each pattern is worth by the bayes profile, and which of them fit into a budget.',
  input: z.strictObject({
    patterns: z.array(pattern).max(1_000),
    budgetTokens: count.optional(),
    /** Names the draw of what is shown to learn about it: the id of the receipt. */
    seed: z.string().max(200).default(''),
  }),
  run: ({ patterns, budgetTokens = Number.MAX_SAFE_INTEGER, seed }) => {
    const valued = patterns.map(({ id, ...question }) => {
      const { posterior, relevance, tokens } = question
      const worth = patternValue(question)
      const value = roundScore(worth.inverts ? worth.invertedValue : worth.value)
      const deviation = relevance * effectDeviation(posterior)
      const effect = roundScore(expectedEffect(posterior))
      return {
        id,
        value,
        density: roundScore(worth.density),
        inverts: worth.inverts,
        effect,
        tokens,
        deviation,
      }
    })
    const { chosen, left } = selectLines(valued, { budgetTokens, seed })
    return { patterns: valued, chosen, left }
  },
  example: {
    input: {
      patterns: [
        { id: 'new', relevance: 0.8, tokens: 25 },
        { id: 'beside the point', relevance: 0.1, tokens: 25 },
      ],
      budgetTokens: 500,
    },
    output: {
      patterns: [
        { id: 'new', value: 0.066, density: 0.0132, inverts: false },
        { id: 'beside the point', value: -0.02675 },
      ],
      chosen: [{ id: 'new', explores: false, propensity: 1 }],
      left: ['beside the point'],
    },
  },
})
