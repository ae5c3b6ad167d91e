import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY } from '../laws/policy.ts'
import { type Credit, NO_CREDIT } from './credit.ts'
import {
  type Evidence,
  type Given,
  ignored,
  massAt,
  NO_EVIDENCE,
  regraded,
  reinforced,
  withFeedback,
} from './pattern-record.ts'

const DAY_MS = 86_400_000
const NOTHING: Given = { credit: NO_CREDIT, at: 0 }
const given = (credit: Partial<Credit>, day = 0): Given => ({
  credit: { ...NO_CREDIT, ...credit },
  at: day * DAY_MS,
})
const grade = (evidence: Evidence, before: Given, after: Given) => regraded(evidence, { before, after }, POLICY)
const helpful = (evidence: Evidence, times: number, day = 0) =>
  withFeedback(evidence, Array(times).fill({ helpful: 1, at: day * DAY_MS }), POLICY)

const part = fc.constantFrom(0, 0.25, 1)
const anyGiven = fc
  .record({
    successes: part,
    reinforcements: fc.constantFrom(0, 1),
    ignoreWeight: fc.constantFrom(0, 0.375, 1.5),
    helpful: part,
    harmful: part,
    day: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ day, ...credit }) => given(credit, day))

describe('grading a run', () => {
  it('leaves what the last grade says, whatever the run was graded before', () => {
    fc.assert(
      fc.property(fc.array(anyGiven, { minLength: 1, maxLength: 6 }), (grades) => {
        let evidence = NO_EVIDENCE
        let before = NOTHING
        for (const after of grades) {
          evidence = grade(evidence, before, after)
          before = after
        }
        const { maturity: _, ...once } = grade(NO_EVIDENCE, NOTHING, before)
        expect(evidence).toMatchObject(once)
      }),
    )
  })

  it('takes everything back without a trace', () => {
    fc.assert(
      fc.property(anyGiven, anyGiven, (other, run) => {
        const before = grade(NO_EVIDENCE, NOTHING, other)
        const { helpful: h, harmful: b, maturity: _, ...counts } = grade(grade(before, NOTHING, run), run, NOTHING)
        const { helpful: __, harmful: ___, maturity: ____, ...expected } = before
        expect(counts).toEqual(expected)
        const now = 400 * DAY_MS
        const left = massAt({ ...before, helpful: h, harmful: b }, now, POLICY)
        expect(left.helpful).toBeCloseTo(massAt(before, now, POLICY).helpful, 12)
        expect(left.harmful).toBeCloseTo(massAt(before, now, POLICY).harmful, 12)
      }),
    )
  })

  it('counts an ignore once, whatever its weight', () => {
    const cited = grade(NO_EVIDENCE, NOTHING, given({ ignoreWeight: 0.375 }))
    expect(grade(cited, given({ ignoreWeight: 0.375 }), given({ ignoreWeight: 1.5 }))).toMatchObject({
      ignoreCount: 1,
      ignoreWeight: 1.5,
    })
  })

  it('calls a pattern validated as long as a whole success is left', () => {
    const merged = grade(NO_EVIDENCE, NOTHING, given({ successes: 1 }))
    expect(merged.wasValidated).toBe(true)
    expect(grade(merged, given({ successes: 1 }), given({ ignoreWeight: 1 })).wasValidated).toBe(false)
  })
})

describe('feedback', () => {
  it('proves after five helpful ones, and stays proven as time passes', () => {
    expect(helpful(NO_EVIDENCE, 2).maturity).toBe('candidate')
    expect(helpful(NO_EVIDENCE, 3).maturity).toBe('established')
    const proven = helpful(NO_EVIDENCE, 5)
    expect(proven).toMatchObject({ maturity: 'proven', helpfulCount: 5 })
    expect(withFeedback(proven, [{ helpful: 0.25, at: 300 * DAY_MS }], POLICY).maturity).toBe('proven')
  })

  it('that arrives late is judged by the clock of the newest', () => {
    const recent = helpful(NO_EVIDENCE, 3, 360)
    const late = withFeedback(recent, Array(3).fill({ harmful: 1, at: 0 }), POLICY)
    expect(massAt(late, 360 * DAY_MS, POLICY).harmful).toBeCloseTo(3 / 16, 10)
    expect(late.maturity).toBe('established')
  })

  it('lasts longer the more of it is helpful, where the half-life goes by confidence', () => {
    const byConfidence = { ...POLICY, maturity: { ...POLICY.maturity, halfLife: 'confidence' as const } }
    const proven = helpful(NO_EVIDENCE, 8)
    expect(massAt(proven, 135 * DAY_MS, byConfidence).helpful).toBeCloseTo(4, 10)
    const harm = Array(2).fill({ harmful: 1, at: 80 * DAY_MS })
    const after = [POLICY, byConfidence].map((policy) => withFeedback(proven, harm, policy))
    expect(after.map(({ maturity }) => maturity)).toEqual(['deprecated', 'established'])
  })

  it('of no weight, or neutral, changes nothing', () => {
    const proven = helpful(NO_EVIDENCE, 5)
    expect(withFeedback(proven, [{ at: DAY_MS }, { helpful: 0, harmful: 0, at: DAY_MS }], POLICY)).toBe(proven)
  })

  it('sums to the same mass in any order', () => {
    const change = fc.record({
      helpful: part,
      harmful: part,
      at: fc.integer({ min: 0, max: 500 }).map((d) => d * DAY_MS),
    })
    const shuffled = fc
      .array(change, { maxLength: 8 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const [a, b] = [list, other].map((order) => withFeedback(NO_EVIDENCE, order, POLICY)) as [Evidence, Evidence]
        expect([b.helpfulCount, b.harmfulCount]).toEqual([a.helpfulCount, a.harmfulCount])
        const now = 500 * DAY_MS
        expect(massAt(b, now, POLICY).helpful).toBeCloseTo(massAt(a, now, POLICY).helpful, 10)
        expect(massAt(b, now, POLICY).harmful).toBeCloseTo(massAt(a, now, POLICY).harmful, 10)
      }),
    )
  })
})

it('a false positive costs the weight it has, and marks a regression', () => {
  expect(ignored(ignored(NO_EVIDENCE, 1.5, false), 1, true)).toMatchObject({
    ignoreCount: 2,
    ignoreWeight: 2.5,
    regressions: 1,
  })
})

it('a reinforcement is a success', () => {
  expect(reinforced(NO_EVIDENCE)).toMatchObject({ successes: 1, reinforcements: 1, wasValidated: true })
})

it('the order of feedback within half an hour does not change the maturity', () => {
  const kind = fc.constantFrom('helpful' as const, 'harmful' as const)
  const said = fc.array(fc.record({ kind, minute: fc.nat(30) }), { minLength: 1, maxLength: 20 })
  const after = (events: readonly { kind: 'helpful' | 'harmful'; minute: number }[]) => {
    const add = (known: Evidence, { kind, minute }: (typeof events)[number]) =>
      withFeedback(known, [{ [kind]: 1, at: minute * 60_000 }], POLICY)
    return events.reduce(add, NO_EVIDENCE).maturity
  }
  fc.assert(
    fc.property(said, (events) => {
      expect(after(events)).toBe(after(events.map(({ kind }) => ({ kind, minute: 0 }))))
      expect(after(events.toReversed())).toBe(after(events))
    }),
    {
      examples: [
        [[...Array(7).fill({ kind: 'helpful', minute: 0 }), ...Array(3).fill({ kind: 'harmful', minute: 1 })]],
      ],
    },
  )
})
