import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AdapterRun, adaptersOf, addRun, NO_RUNS, RELIABILITY, reliabilityOf, scoreOf } from './reliability.ts'

describe('reliability', () => {
  it('of 80 % success, 1.5 retries and quality 0.8 is 0.740', () => {
    const runs = Array.from({ length: 10 }, (_, i) => ({
      success: i < 8,
      retryCount: i % 2 === 0 ? 1 : 2,
      qualityScore: 0.8,
    }))
    expect(scoreOf(runs.reduce(addRun, NO_RUNS))).toEqual({
      score: 0.74,
      successRate: 0.8,
      avgRetries: 1.5,
      quality: 0.8,
      runs: 10,
    })
  })

  it('of the three sample runs is 0.593', () => {
    const [adapter] = reliabilityOf([
      { success: true, retryCount: 1, qualityScore: 0.8 },
      { success: true, retryCount: 2, qualityScore: 0.9 },
      { success: false, retryCount: 3, qualityScore: 0.2 },
    ])
    expect(adapter).toMatchObject({ adapterId: 'default', score: 0.593, avgRetries: 2, runs: 3 })
  })

  it.each([
    [0, 1],
    [3, 0.8],
    [4, 0.8],
    [300, 0.8],
  ])('counts at most three retries: %i retries give %f', (retryCount, score) => {
    expect(scoreOf(addRun(NO_RUNS, { success: true, retryCount, qualityScore: 1 }))?.score).toBe(score)
  })

  it('is unknown without a run', () => {
    expect(scoreOf(NO_RUNS)).toBeUndefined()
    expect(reliabilityOf([])).toEqual([])
  })

  it('stays within 0 and 1 under a policy that would leave them', () => {
    const sums = addRun(NO_RUNS, { success: true, retryCount: 0, qualityScore: 1 })
    expect(scoreOf(sums, { ...RELIABILITY, successWeight: 3 })?.score).toBe(1)
    expect(scoreOf(sums, { ...RELIABILITY, successWeight: -3 })?.score).toBe(0)
  })

  it('counts an adapter named twice in one run once, whatever its case', () => {
    const run = { success: true, retryCount: 0, qualityScore: 1, adapters: ['GitHub', 'github', 'npm'] }
    expect(reliabilityOf([run]).map((a) => [a.adapterId, a.runs])).toEqual([
      ['github', 1],
      ['npm', 1],
    ])
  })

  it('counts a run for default where no adapters are listed, and for none where the list is empty', () => {
    expect(adaptersOf({})).toEqual(['default'])
    expect(adaptersOf({ adapters: [] })).toEqual([])
  })
})

describe('running sums', () => {
  const run: fc.Arbitrary<AdapterRun & { adapters?: string[] }> = fc.record(
    {
      success: fc.boolean(),
      retryCount: fc.nat(9),
      qualityScore: fc.nat(1_000_003).map((n) => n / 1_000_003),
      adapters: fc.array(fc.constantFrom('github', 'GitHub', 'npm', 'terminal')),
    },
    { requiredKeys: ['success', 'retryCount', 'qualityScore'] },
  )

  it('equal a rebuild exactly, in any order, and keep the score within 0 and 1', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 40 }), fc.array(fc.nat()), (runs, shuffle) => {
        const rebuilt = reliabilityOf(runs)
        const order = runs.map((r, i) => ({ r, k: shuffle[i] ?? i })).sort((a, b) => a.k - b.k)
        expect(reliabilityOf(order.map(({ r }) => r))).toStrictEqual(rebuilt)
        for (const { score } of rebuilt) expect(score >= 0 && score <= 1).toBe(true)
      }),
    )
  })

  it('kept for one adapter equal the law over the whole list', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 40 }), (runs) => {
        const mine = runs.filter((r) => adaptersOf(r).includes('github'))
        const kept = scoreOf(mine.reduce(addRun, NO_RUNS))
        const listed = reliabilityOf(runs).find((a) => a.adapterId === 'github')
        expect(listed).toEqual(kept && { adapterId: 'github', ...kept })
      }),
    )
  })
})
