import { describe, expect, it } from 'vitest'
import { failureModeLaw } from './governance-laws.ts'
import type { Law } from './law.ts'
import { inversionLaw, maturityLaw } from './pattern-laws.ts'
import { criterionWeightLaw, errorContextLaw, implicitFeedbackLaw, strategiesLaw, strikesLaw } from './task-laws.ts'

const AT = '2026-01-01T00:00:00Z'
const NOW = Date.parse(AT)
const task = { durationMs: 1, errorCount: 0, retryCount: 0, success: true }
const failing = { content: 'x', successes: 0, failures: 3 }
const error = { type: 'timeout', message: 'x', at: AT }

const compute = (law: Law, input: object) => law.run(law.input.parse(input) as never, NOW)

const REFUSED: readonly [Law, object, string][] = [
  [implicitFeedbackLaw, { ...task, durationMs: -1 }, 'durationMs'],
  [implicitFeedbackLaw, { ...task, durationMs: Number.NaN }, 'durationMs'],
  [implicitFeedbackLaw, { ...task, errorCount: -1 }, 'errorCount'],
  [implicitFeedbackLaw, { ...task, retryCount: 0.5 }, 'retryCount'],
  [implicitFeedbackLaw, { ...task, success: 'yes' }, 'success'],
  [implicitFeedbackLaw, { ...task, at: 'yesterday-ish' }, 'at'],
  [failureModeLaw, { text: 7 }, 'text'],
  [criterionWeightLaw, { events: [{ type: 'great', at: AT }] }, 'events.0.type'],
  [criterionWeightLaw, { events: [{ type: 'helpful', at: 'never' }] }, 'events.0.at'],
  [criterionWeightLaw, { events: [{ type: 'helpful', at: AT, rawValue: 1.1 }] }, 'events.0.rawValue'],
  [maturityLaw, { feedback: [{ type: 'helpful' }] }, 'feedback.0.at'],
  [maturityLaw, { feedback: [{ type: 'helpful', at: AT, weight: -0.1 }] }, 'feedback.0.weight'],
  [maturityLaw, { feedback: [{ type: 'helpful', at: AT, weight: Number.NaN }] }, 'feedback.0.weight'],
  [maturityLaw, { feedback: [], policy: { halfLifeDays: 0 } }, 'policy.halfLifeDays'],
  [maturityLaw, { feedback: [], policy: { halfLifes: 1 } }, 'policy'],
  [inversionLaw, { ...failing, failures: -3 }, 'failures'],
  [inversionLaw, { ...failing, successes: Number.NaN }, 'successes'],
  [inversionLaw, { ...failing, kind: 'habit' }, 'kind'],
  [inversionLaw, { ...failing, content: '' }, 'content'],
  [inversionLaw, { ...failing, policy: { failureRatioThreshold: 60 } }, 'policy.failureRatioThreshold'],
  [strategiesLaw, {}, 'text'],
  [errorContextLaw, { errors: [{ ...error, type: 'oops' }] }, 'errors.0.type'],
  [errorContextLaw, { errors: [{ ...error, at: '' }] }, 'errors.0.at'],
  [strikesLaw, { failures: [{ reason: 'x', at: 'noon' }] }, 'failures.0.at'],
  [strikesLaw, { failures: [], limit: 3 }, ''],
]

describe('the door', () => {
  it.each(REFUSED.map(([law, input, field]) => [law.name, field, law, input] as const))(
    'of %s refuses a bad %s and names it',
    (_name, field, law, input) => {
      const paths = law.input.safeParse(input).error?.issues.map((issue) => issue.path.join('.'))
      expect(paths).toEqual([field])
    },
  )

  it('lets records carry fields of their own', () => {
    expect(compute(criterionWeightLaw, { events: [{ id: 'f-1', type: 'helpful', at: AT }] })).toMatchObject({
      helpful: 1,
    })
    expect(compute(maturityLaw, { feedback: [{ id: 'f-1', type: 'helpful', at: AT }] })).toMatchObject({
      helpful: 1,
    })
    expect(compute(errorContextLaw, { errors: [{ id: 'e-1', ...error }] })).toMatchObject({
      stats: { total: 1 },
    })
    expect(compute(strikesLaw, { failures: [{ attempt: 'first', reason: 'x', at: AT }] })).toMatchObject({
      count: 1,
    })
  })
})

describe('what is left out', () => {
  it('is a fresh outcome without a time', () => {
    expect(compute(implicitFeedbackLaw, task)).toMatchObject({ rawScore: 1, decayedValue: 1 })
  })

  it('is the rest of the documented policy', () => {
    const feedback = [{ type: 'helpful', at: AT }]
    expect(compute(maturityLaw, { feedback, policy: { minFeedback: 1 } })).toMatchObject({
      state: 'established',
    })
    expect(compute(inversionLaw, { ...failing, policy: { antiPatternPrefix: 'NOT: ' } })).toMatchObject({
      content: 'NOT: x. Failed 3/3 times (100% failure rate)',
    })
  })

  it('is a last validation that never was', () => {
    const output = compute(criterionWeightLaw, { events: [{ type: 'harmful', at: AT }] })
    expect(output).not.toHaveProperty('lastValidated')
  })
})

it('gives times as ISO text', () => {
  const failures = [{ reason: 'x', at: NOW }]
  expect(compute(strikesLaw, { failures })).toMatchObject({ firstStrikeAt: '2026-01-01T00:00:00.000Z' })
  const { markdown } = compute(errorContextLaw, { errors: [error] }) as { markdown: string }
  expect(markdown).toContain('Time: 2026-01-01T00:00:00.000Z')
})
