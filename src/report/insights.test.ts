import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Insights, type InsightsRequest, insights } from './insights.ts'
import { findingOf, type Review, type Ruled } from './reviews.ts'

const DAY = 86_400_000
const PAIRS = [{ adversarial: 'judge', validator: 'inspector' }]
let position = 0

function review(role: string, verdict: 'PASS' | 'FAIL', more: Partial<Review> & { found?: string[] } = {}): Review {
  position += 1
  const { found = [], ...rest } = more
  return {
    deliberation: `d${position}`,
    role,
    work: 'run/r1',
    verdict,
    findings: found.flatMap((text) => {
      const [summary, location] = text.split(' @ ')
      return findingOf({ id: 'J1', severity: 'HIGH', summary: summary!, ...(location ? { location } : {}) })
    }),
    at: position,
    position,
    ...rest,
  }
}

/** A judge and an inspector over one run after the other, by what each says. */
function sittings(said: readonly string[]): Review[] {
  const word = (letter: string | undefined) => (letter === 'P' ? 'PASS' : 'FAIL')
  return said.flatMap((pair, i) => [
    review('judge', word(pair[0]), { work: `run/${i}` }),
    review('inspector', word(pair[1]), { work: `run/${i}` }),
  ])
}

function told(reviews: Review[], request: InsightsRequest = {}, ruled: Ruled[] = [], now = 100 * DAY): Insights {
  return insights({ reviews, ruled, pairs: PAIRS }, request, now)
}

const times = (n: number, text: string) => Array.from({ length: n }, () => text)

describe('the pass rate of a role', () => {
  it('below a half over two runs flags the role', () => {
    const reviews = [
      review('judge', 'FAIL'),
      review('judge', 'FAIL', { work: 'run/r2' }),
      review('judge', 'PASS', { work: 'run/r2' }),
    ]
    expect(told(reviews).roles).toEqual([
      { role: 'judge', passRate: { value: 1 / 3, n: 3 }, runs: 2, judgement: 'low' },
    ])
  })

  it('of exactly a half is fine', () => {
    const reviews = [review('judge', 'FAIL'), review('judge', 'PASS', { work: 'run/r2' })]
    expect(told(reviews).roles[0]?.judgement).toBe('fine')
  })

  it('over one run is not enough data, however many verdicts it has', () => {
    const reviews = times(5, 'x').map(() => review('judge', 'FAIL'))
    expect(told(reviews).roles[0]).toMatchObject({
      passRate: { value: 0, n: 5 },
      judgement: 'not enough data',
    })
  })

  it('counts a verdict that was acted on, unless the report of it is on record', () => {
    const ruled = (work: string): Ruled => ({
      challenger: 'judge',
      validator: 'inspector',
      work,
      verdict: 'PASS',
      at: 9,
      position: 900,
    })
    const reviews = [review('inspector', 'PASS', { work: 'run/r1' })]
    expect(told(reviews, {}, [ruled('run/r1'), ruled('run/r2')]).roles[0]?.passRate).toEqual({
      value: 1,
      n: 2,
    })
  })
})

describe('agreement', () => {
  it.each([
    [6, 'misaligned', false],
    [7, 'aligned', false],
    [9, 'aligned', true],
    [10, 'strong', true],
  ])('in %d of 10 sittings is %s', (agreed, alignment, groupthink) => {
    const [pair] = told(sittings([...times(agreed, 'PP'), ...times(10 - agreed, 'FP')])).pairs
    expect(pair).toMatchObject({ agreement: { value: agreed / 10, n: 10 }, alignment, groupthink })
  })

  it('is told with its n but not judged before ten sittings', () => {
    const [pair] = told(sittings(times(9, 'PP'))).pairs
    expect(pair).toMatchObject({
      agreement: { value: 1, n: 9 },
      alignment: 'not enough data',
      groupthink: false,
    })
  })

  it('is lopsided when one of the two fails alone more often', () => {
    const { asymmetry } = told(sittings(['FP', 'FP', 'PF', 'PP'])).pairs[0]!
    expect(asymmetry).toEqual({ challengerOnly: 2, validatorOnly: 1, stricter: 'challenger' })
    expect(told(sittings(['FP', 'PF'])).pairs[0]?.asymmetry.stricter).toBe('neither')
  })

  it('is between a review and the report that follows it, not the one of the next round', () => {
    const reviews = [review('judge', 'FAIL'), review('judge', 'PASS'), review('inspector', 'PASS')]
    expect(told(reviews).pairs[0]?.agreement).toEqual({ value: 1, n: 1 })
  })

  it('is read from the verdict that was acted on where no report is on record', () => {
    const challenge = review('judge', 'FAIL')
    const { deliberation, work } = challenge
    const ruled: Ruled = {
      deliberation,
      challenger: 'judge',
      validator: 'tribunal',
      work,
      verdict: 'PASS',
      at: 1_000,
      position: 1_000,
    }
    expect(told([challenge], {}, [ruled]).pairs).toMatchObject([
      { validator: 'tribunal', agreement: { value: 0, n: 1 }, novelty: { value: 'not enough data', n: 0 } },
    ])
  })
})

describe('novelty', () => {
  it('is what the validator raises and the challenger did not, whatever the line and the wording', () => {
    const reviews = [
      review('judge', 'FAIL', { found: ['The cache key lacks the tenant @ src/cache.ts:4'] }),
      review('inspector', 'FAIL', {
        found: [
          'the cache key lacks the tenant. @ src/cache.ts:9',
          'cache key lacks a tenant',
          'The cache key lacks the tenant @ src/other.ts:4',
          'Retries swallow the timeout @ src/retry.ts:1',
        ],
      }),
    ]
    expect(told(reviews).pairs[0]?.novelty).toEqual({ value: 0.5, n: 4 })
  })
})

describe('a recurring finding', () => {
  const LEAK = 'Token is logged @ src/a.ts:1'
  const MOVED = 'token is logged. @ ./src/a.ts:77'
  const of = (found: string[][], more: Partial<Review> = {}) =>
    found.map((each) => review('judge', each.length === 0 ? 'PASS' : 'FAIL', { issue: '7', found: each, ...more }))

  it('opens, is fixed and regresses, known by its words and its file', () => {
    const states = [[LEAK], [MOVED], [], [MOVED], []].map(
      (_, i, all) => told(of(all.slice(0, i + 1) as string[][])).recurring[0],
    )
    expect(states.map((each) => each && [each.state, each.raised, each.fixed, each.regressed])).toEqual([
      ['open', 1, 0, 0],
      ['open', 2, 0, 0],
      ['fixed', 2, 1, 0],
      ['regressed', 3, 1, 1],
      ['fixed', 3, 2, 1],
    ])
  })

  it('is not fixed by the silence of another role, phase or issue', () => {
    const reviews = [
      ...of([[LEAK]]),
      review('inspector', 'PASS', { issue: '7' }),
      ...of([[]], { phase: 'plan' }),
      ...of([[LEAK]], { issue: '8' }),
    ]
    expect(told(reviews).recurring).toMatchObject([{ state: 'open', raised: 2, works: 2, fixed: 0 }])
  })

  it('raised once is known as well', () => {
    expect(told(of([[LEAK], []])).recurring).toMatchObject([{ state: 'fixed', raised: 1, fixed: 1 }])
  })
})

describe('insights', () => {
  it('say when the data is thin', () => {
    expect(told(sittings(times(9, 'PP')))).toMatchObject({ runs: 9, enough: false, enoughRuns: 10 })
    expect(told(sittings(times(10, 'PP'))).enough).toBe(true)
    expect(told([])).toMatchObject({
      runs: 0,
      verdicts: 0,
      enough: false,
      roles: [],
      pairs: [],
      recurring: [],
    })
  })

  it('of a role keep its pairs; of a phase leave the others out', () => {
    const reviews = [
      ...sittings(['PP', 'FP']).map((each) => ({ ...each, phase: 'review' })),
      review('auditor', 'PASS', { phase: 'plan' }),
    ]
    expect(told(reviews, { role: 'Judge' }).roles.map(({ role }) => role)).toEqual(['judge'])
    expect(told(reviews, { role: 'judge' }).pairs).toHaveLength(1)
    expect(told(reviews, { phase: 'plan' }).roles.map(({ role }) => role)).toEqual(['auditor'])
    expect(told(reviews, { phase: 'plan' }).pairs).toEqual([])
  })

  it('compare the last 14 days with the 14 before, where both have enough', () => {
    const at = (day: number) => ({ at: day * DAY, work: `run/${day}` })
    const reviews = [
      review('judge', 'FAIL', at(73)),
      review('judge', 'FAIL', at(74)),
      review('judge', 'PASS', at(75)),
      review('judge', 'PASS', at(90)),
      review('judge', 'PASS', at(100)),
      review('judge', 'FAIL', at(60)),
      review('lens', 'PASS', at(99)),
    ]
    expect(told(reviews, { trends: true }).trends).toEqual({
      days: 14,
      passRates: [
        { of: 'judge', before: { value: 1 / 3, n: 3 }, now: { value: 1, n: 2 }, change: 1 - 1 / 3 },
        {
          of: 'lens',
          before: { value: 'not enough data', n: 0 },
          now: { value: 1, n: 1 },
          change: 'not enough data',
        },
      ],
      agreements: [],
    })
  })

  it('do not depend on the order in which verdicts are read', () => {
    const reviews = [
      ...sittings(['PP', 'FP', 'PF']),
      review('judge', 'FAIL', { issue: '1', found: ['A is broken @ a.ts:1'] }),
      review('judge', 'PASS', { issue: '1' }),
      review('judge', 'FAIL', { issue: '1', found: ['A is broken @ a.ts:3'] }),
    ]
    const expected = told(reviews, { trends: true })
    fc.assert(
      fc.property(fc.shuffledSubarray(reviews, { minLength: reviews.length }), (shuffled) => {
        expect(told(shuffled, { trends: true })).toEqual(expected)
      }),
    )
  })
})
