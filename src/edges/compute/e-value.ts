import * as z from 'zod'
import { mixtureEValue, NO_WAGERS, promotable, rewagered, wagersOn } from '../../engine/belief/e-value.ts'
import { defineLaw, share } from './law.ts'

const logits = z.number().min(-20).max(20)

const outcome = z.strictObject({
  success: z.boolean(),
  baseline: logits.default(0),
  rest: logits.default(0),
  relevance: share.default(1),
  weight: share.default(1),
})

type Outcome = z.output<typeof outcome>

function eValueOf(outcomes: readonly Outcome[]): number {
  const wagers = outcomes.reduce(
    (sum, { weight, ...run }) => rewagered(sum, NO_WAGERS, wagersOn(run, weight)),
    NO_WAGERS,
  )
  return mixtureEValue(wagers)
}

export const eValueLaw = defineLaw({
  name: 'e-value',
  summary:
    'How strongly outcomes speak for each pattern, and which may be suggested for promotion among so many.',
  input: z.strictObject({
    patterns: z
      .array(z.strictObject({ id: z.string().min(1).max(200), outcomes: z.array(outcome).max(100_000) }))
      .max(10_000),
  }),
  run: ({ patterns }) => {
    const tested = patterns.map(({ id, outcomes }) => ({ id, eValue: eValueOf(outcomes) }))
    const best = new Set(promotable(tested).map(({ id }) => id))
    return { patterns: tested.map((each) => ({ ...each, promotable: best.has(each.id) })) }
  },
  example: {
    input: { patterns: [{ id: 'p1', outcomes: [{ success: true }] }] },
    output: { patterns: [{ id: 'p1', eValue: 1.2432316679214852, promotable: false }] },
  },
})
