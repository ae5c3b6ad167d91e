import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Overlay, overlayOf } from './overlay.ts'

const gate = (risk: number, retries: number, approval: boolean): Overlay => ({
  riskMultiplier: risk,
  suggestedMaxRetries: retries,
  requireApproval: approval,
})

describe('an overlay', () => {
  it.each([
    [0, gate(1.4, 1, true)],
    [0.68, gate(1.4, 1, true)],
    [0.699, gate(1.4, 1, true)],
    [0.7, gate(1, 1, true)],
    [0.749, gate(1, 1, true)],
    [0.75, gate(1, 2, false)],
    [0.9, gate(1, 2, false)],
    [0.901, gate(0.9, 2, false)],
    [1, gate(0.9, 2, false)],
  ])('for reliability %f follows the documented steps', (reliabilityScore, expected) => {
    expect(overlayOf({ reliabilityScore })).toMatchObject(expected)
  })

  it.each([
    [2, false],
    [3, true],
    [4, true],
  ])('after %i occurrences of one failure asks for approval: %s', (failureOccurrences, requireApproval) => {
    const overlay = overlayOf({ reliabilityScore: 0.95, failureOccurrences })
    expect(overlay).toMatchObject(gate(0.9, 2, requireApproval))
  })

  it('says why', () => {
    const previous = gate(1.4, 1, true)
    expect(overlayOf({ reliabilityScore: 0.68, failureOccurrences: 3 }).reason).toBe(
      'reliability 0.68 asks for risk x1.4; it is below 0.75; one failure occurred 3 times',
    )
    expect(overlayOf({ reliabilityScore: 0.95, previous })).toMatchObject({
      reason:
        'reliability 0.95 asks for risk x0.9; the strict ratchet keeps riskMultiplier, suggestedMaxRetries, requireApproval',
      wanted: gate(0.9, 2, false),
      held: ['riskMultiplier', 'suggestedMaxRetries', 'requireApproval'],
    })
  })
})

describe('the ratchet', () => {
  it('strict keeps what is stricter in either, field by field', () => {
    const previous = gate(1, 0, true)
    expect(overlayOf({ reliabilityScore: 0.72, previous })).toMatchObject({
      ...gate(1, 0, true),
      held: ['suggestedMaxRetries'],
    })
    expect(overlayOf({ reliabilityScore: 0.6, previous: gate(0.9, 2, false) })).toMatchObject(gate(1.4, 1, true))
  })

  it('elastic follows the evidence both ways', () => {
    const previous = gate(1.4, 1, true)
    const overlay = overlayOf({ reliabilityScore: 0.95, previous, ratchet: 'elastic' })
    expect(overlay).toMatchObject({ ...gate(0.9, 2, false), held: [] })
  })

  const score = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)
  const history = fc.array(fc.record({ reliabilityScore: score, failureOccurrences: fc.nat(5) }), {
    minLength: 2,
  })

  it('strict never loosens, over any history', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let previous: Overlay | undefined
        for (const step of steps) {
          const next = overlayOf({ ...step, previous })
          expect(next.riskMultiplier).toBeGreaterThanOrEqual(previous?.riskMultiplier ?? 0)
          expect(next.suggestedMaxRetries).toBeLessThanOrEqual(previous?.suggestedMaxRetries ?? 2)
          if (previous?.requireApproval) expect(next.requireApproval).toBe(true)
          previous = next
        }
      }),
    )
  })

  it('strict ends where the worst of the history would, in any order', () => {
    const end = (steps: { reliabilityScore: number; failureOccurrences: number }[]) => {
      const last = steps.reduce<Overlay | undefined>((previous, step) => overlayOf({ ...step, previous }), undefined)!
      return gate(last.riskMultiplier, last.suggestedMaxRetries, last.requireApproval)
    }
    fc.assert(
      fc.property(history, (steps) => {
        expect(end([...steps].reverse())).toEqual(end(steps))
      }),
    )
  })
})

describe('elastic with a belief about the success rate', () => {
  const judged = (a: number, b: number, previous?: Overlay) =>
    overlayOf({ reliabilityScore: 0.8, ratchet: 'elastic', beta: { a, b }, previous })

  it('gates when the rate is below 0.75 with more than 0.8 probability', () => {
    const overlay = judged(6.8, 6)
    expect(overlay.unreliableProbability).toBeCloseTo(0.95, 2)
    expect(overlay).toMatchObject(gate(1, 1, true))
    expect(overlay.reason).toContain('P(success rate < 0.75) is 0.950, above 0.8')
  })

  it('releases when that probability is below 0.2, as it is before the first run', () => {
    expect(judged(6.8, 1.2, gate(1.4, 1, true))).toMatchObject(gate(1, 2, false))
    expect(judged(6.8, 1.2).reason).toContain('below 0.2')
  })

  it.each([[gate(1.4, 1, true)], [gate(1, 2, false)]])('keeps the gate as it was in between: %j', (previous) => {
    const { suggestedMaxRetries, requireApproval, reason } = judged(20, 8, previous)
    expect({ ...previous, suggestedMaxRetries, requireApproval }).toEqual(previous)
    expect(reason).toContain('as before')
  })

  it('is open in between where nothing was before', () => {
    expect(judged(20, 8)).toMatchObject(gate(1, 2, false))
  })

  it('compares with 0.8 and 0.2 strictly', () => {
    const open = gate(1, 2, false)
    const closed = gate(1, 1, true)
    // With b = 1, P(rate < 0.75) = 0.75^a: these lie a hair on either side.
    const exponent = (probability: number) => Math.log(probability) / Math.log(0.75)
    expect(judged(exponent(0.8001), 1, open).requireApproval).toBe(true)
    expect(judged(exponent(0.7999), 1, open).requireApproval).toBe(false)
    expect(judged(exponent(0.2001), 1, closed).requireApproval).toBe(true)
    expect(judged(exponent(0.1999), 1, closed).requireApproval).toBe(false)
  })

  it('still asks for approval after three failures of one kind', () => {
    const evidence = { reliabilityScore: 0.95, failureOccurrences: 3, beta: { a: 50, b: 2 } }
    expect(overlayOf({ ...evidence, ratchet: 'elastic' })).toMatchObject(gate(0.9, 2, true))
  })

  it('is not read under the strict ratchet', () => {
    const overlay = overlayOf({ reliabilityScore: 0.95, beta: { a: 1, b: 9 } })
    expect(overlay).toMatchObject(gate(0.9, 2, false))
    expect(overlay.unreliableProbability).toBeUndefined()
  })
})
