import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY, type Policy } from '../laws/policy.ts'
import { type AdapterRecord, loosened, newAdapter, withoutRun, withRun } from './adapter-record.ts'

const ELASTIC: Policy = { ...POLICY, policy: { ...POLICY.policy, ratchet: 'elastic' } }
const DAY_MS = 86_400_000
const ANNE = { by: 'anne', reason: 'it was the network', at: 50 * DAY_MS }

const seen = (success: boolean, at = 1) => ({ success, retryCount: 0, qualityScore: success ? 1 : 0, at })
const claimed = (success: boolean, at = 1) => ({ ...seen(success, at), isClaim: true as const })
const grown = (runs: readonly ReturnType<typeof seen>[], policy: Policy, from?: AdapterRecord) =>
  runs.reduce((record, run) => withRun(record, run, policy), from ?? newAdapter('git', policy))

const runs = fc.array(
  fc.record({ success: fc.boolean(), isClaim: fc.boolean(), at: fc.integer({ min: 0, max: 1e9 }) }),
  { maxLength: 6 },
)
const told = ({ success, isClaim, at }: { success: boolean; isClaim: boolean; at: number }) =>
  isClaim ? claimed(success, at) : seen(success, at)

describe('a run that is taken out', () => {
  it('leaves the sums of the others, seen and claimed, as they are without it', () => {
    fc.assert(
      fc.property(runs, runs, fc.boolean(), fc.boolean(), (before, later, success, isClaim) => {
        const run = told({ success, isClaim, at: 7 })
        const others = [...before, ...later].map(told)
        const all = grown([...before.map(told), run, ...later.map(told)], ELASTIC)
        const left = withoutRun(all, run, ELASTIC)
        const never = grown(others, ELASTIC)
        expect(left.sums).toEqual(never.sums)
        expect(left.claimed?.runs ?? 0).toBe(never.claimed?.runs ?? 0)
        expect(left.claimed?.successes ?? 0).toBe(never.claimed?.successes ?? 0)
      }),
    )
  })

  it('takes nothing from the belief where nobody but the agent saw it', () => {
    const record = grown([seen(true), claimed(true)], ELASTIC)
    expect(withoutRun(record, claimed(true), ELASTIC).belief).toEqual(record.belief)
    expect(withoutRun(record, seen(true), ELASTIC).belief.successes).toBe(0)
  })

  it('leaves what a person accepted where it came after their word, and else goes from there too', () => {
    const record = loosened(grown([seen(false), claimed(false)], ELASTIC), {}, ANNE)
    expect(withoutRun(record, seen(false), ELASTIC).accepted).toMatchObject({
      sums: { runs: 1 },
      claimed: { runs: 1 },
    })
    expect(withoutRun(record, claimed(false), ELASTIC).accepted).toMatchObject({
      sums: { runs: 1 },
      claimed: { runs: 0 },
    })
    const late = seen(false, ANNE.at + 1)
    const later = withoutRun(withRun(record, late, ELASTIC), late, ELASTIC)
    expect(later.accepted).toEqual(record.accepted)
  })
})

describe('an adapter that was loosened', () => {
  it('is judged by the runs seen since, without the claims of before', () => {
    const before = grown([claimed(true), claimed(true), claimed(true), seen(false)], ELASTIC)
    const record = loosened(before, { riskMultiplier: 1 }, ANNE)
    expect(record.overlay.riskMultiplier).toBe(1)
    expect(withRun(record, seen(true, ANNE.at + 1), ELASTIC).overlay.riskMultiplier).toBe(1)
    expect(withRun(record, seen(false, ANNE.at + 1), ELASTIC).overlay.riskMultiplier).toBe(1.4)
    expect(withRun(record, claimed(false, ANNE.at + 1), ELASTIC).overlay.riskMultiplier).toBe(1)
  })
})
