import { describe, expect, it } from 'vitest'
import { bayesUpdateLaw, bayesValueLaw, calibrationLaw, eValueLaw } from './belief-laws.ts'
import type { Law } from './law.ts'

const call = (law: Law, input: object) => law.run(law.input.parse(input) as never, 0)
const PATTERN = { id: 'p', relevance: 1, tokens: 10 }

const REFUSED: [Law, object, string][] = [
  [bayesUpdateLaw, { posterior: { help: 0.5, neutral: 0.5, harm: 0.5 } }, 'posterior'],
  [bayesUpdateLaw, { elapsedDays: -1 }, 'elapsedDays'],
  [bayesUpdateLaw, { observations: [{ kind: 'rumour' }] }, 'observations.0.kind'],
  [bayesUpdateLaw, { observations: [{ kind: 'outcome', success: 'yes' }] }, 'observations.0.success'],
  [
    bayesUpdateLaw,
    { observations: [{ kind: 'verdict', useful: true, evidenceLevel: 4 }] },
    'observations.0.evidenceLevel',
  ],
  [bayesValueLaw, { patterns: [{ ...PATTERN, tokens: 0 }] }, 'patterns.0.tokens'],
  [bayesValueLaw, { patterns: [{ ...PATTERN, relevance: Number.NaN }] }, 'patterns.0.relevance'],
  [eValueLaw, { patterns: [{ id: 'p', eValue: -1 }] }, 'patterns.0.eValue'],
  [calibrationLaw, { predictions: [{ probability: 1.1, success: true }] }, 'predictions.0.probability'],
]

describe('laws of the bayes profile', () => {
  it.each(REFUSED.map(([law, input, field]) => [law.name, field, input, law] as const))(
    '%s names the field %s',
    (_, field, input, law) => {
      expect(law.input.safeParse(input).error?.issues.map(({ path }) => path.join('.'))).toContain(field)
    },
  )

  it('lift help from 0.38 to 0.8193 by a verdict of level 1 at relevance 0.8', () => {
    const said = { kind: 'verdict', useful: true, evidenceLevel: 1, relevance: 0.8 }
    expect(call(bayesUpdateLaw, { observations: [said] })).toMatchObject({
      posterior: { help: expect.closeTo(0.8193, 4) },
    })
  })

  it('lift help to 0.4371 by a success in an even context', () => {
    expect(call(bayesUpdateLaw, { observations: [{ kind: 'outcome', success: true }] })).toMatchObject({
      posterior: { help: expect.closeTo(0.4371, 4) },
    })
  })

  it('suggest a pattern with an e-value of 25, if it is the only one', () => {
    const tested = { id: 'p', eValue: 25 }
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `q${n}`, eValue: 1 }))
    const alone = call(eValueLaw, { patterns: [tested] })
    const among = call(eValueLaw, { patterns: [tested, ...many] })
    expect(alone).toMatchObject({ patterns: [{ promotable: true }] })
    expect(among).toMatchObject({ patterns: [{ promotable: false }, ...many.map(() => ({}))] })
  })
})
