import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'

/** Runs that used npm, some of them failing in the same way. */
async function governed(loop: TestLoop, outcomes: readonly ('success' | 'failure')[], from = 0): Promise<void> {
  for (const [index, result] of outcomes.entries())
    await loop.recordOutcome({
      run: `r${from + index}`,
      result,
      adapters: ['npm'],
      qualityScore: result === 'success' ? 1 : 0.2,
      retryCount: result === 'success' ? 0 : 2,
      ...(result === 'success' ? {} : { failureType: 'registry', failureAdapter: 'npm' }),
    })
}

const FAILING = ['success', 'failure', 'failure', 'failure'] as const

describe('why the gate stands as it does', () => {
  it('names the rule of the policy file for an adapter that no run has used', async () => {
    const loop = testLoop({ basePolicy: { adapters: { npm: { deny: true } } } })
    const { evidence, whatWouldChangeIt } = await loop.whyAdapter('NPM')
    expect(evidence).toContain('mettle.policy.json says: deny true')
    expect(whatWouldChangeIt[0]).toBe('adapters.npm.deny in the policy file')
    expect(whatWouldChangeIt.join()).not.toContain('asks for less')
    await expect(loop.whyAdapter('git')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is told as a sum, by what was met, and by what the gate answers at each risk', async () => {
    const loop = testLoop()
    await governed(loop, FAILING)
    const why = await loop.whyAdapter('NPM')
    expect(why).toMatchObject({ name: 'npm', state: 'risk x1.4, 1 retry, needs approval' })
    expect(why.arithmetic).toBe(
      '0.6 x 0.25 success + 0.2 x (1 - 1.50 / 3) few retries + 0.2 x 0.40 quality = 0.330, in 4 runs',
    )
    expect(why.evidence).toContain('registry occurred 3 times, which asks for approval')
    expect(why.evidence.at(-1)).toMatch(/^a step of high risk \(0\.75 x 1\.4 = 1\.05\): needs approval: /)
    expect(why.timeline).toHaveLength(4)
    expect(why.timeline[0]).toMatchObject({ run: 'r3', what: expect.stringContaining('failure') })
  })

  it('says after how many runs the evidence asks for less, and how a failure counts again', async () => {
    const loop = testLoop()
    await governed(loop, FAILING)
    const { whatWouldChangeIt } = await loop.whyAdapter('npm')
    expect(whatWouldChangeIt).toEqual([
      expect.stringMatching(
        /^the evidence asks for less after \d+ more good runs in a row; then a person may loosen it$/,
      ),
      'registry is counted from zero again once it is fixed: mettle policy acknowledge npm registry --reason "..."',
    ])
  })

  it('counts those runs right', async () => {
    const loop = testLoop()
    await governed(loop, FAILING)
    const { whatWouldChangeIt } = await loop.whyAdapter('npm')
    const runs = Number(/after (\d+) more/.exec(whatWouldChangeIt[0]!)![1])
    await governed(
      loop,
      Array.from({ length: runs - 1 }, () => 'success' as const),
      10,
    )
    expect((await loop.adapter('npm')).suggested).toEqual({})
    await governed(loop, ['success'], 100)
    expect((await loop.adapter('npm')).suggested).not.toEqual({})
    expect((await loop.whyAdapter('npm')).whatWouldChangeIt[0]).toMatch(
      /^the evidence asks for .* only; to apply that: mettle policy loosen npm/,
    )
  })

  it('names the word of a person, and the rule of the file', async () => {
    const loop = testLoop({
      basePolicy: { adapters: { npm: { askFromRisk: 0.2, note: 'shared registry' } } },
    })
    await governed(loop, ['success'])
    await loop.tightenOverlay({
      adapter: 'npm',
      requireApproval: true,
      by: 'ada',
      reason: 'before the release',
    })
    const { evidence, whatWouldChangeIt } = await loop.whyAdapter('npm')
    expect(evidence).toContain('mettle.policy.json says: askFromRisk 0.2, note shared registry')
    expect(evidence).toContain('tightened by ada: before the release')
    expect(whatWouldChangeIt).toContainEqual(expect.stringMatching(/^it tightens by itself after \d+ more failed run/))
  })

  it('releases by itself under the elastic ratchet, and says when', async () => {
    const loop = testLoop({ policy: { ...POLICY, policy: { ...POLICY.policy, ratchet: 'elastic' } } })
    await governed(
      loop,
      Array.from({ length: 14 }, () => 'failure' as const),
    )
    const { evidence, whatWouldChangeIt } = await loop.whyAdapter('npm')
    expect(evidence[0]).toMatch(/P\(success rate < 0\.75\) is \d\.\d{3}, above 0\.8/)
    expect(whatWouldChangeIt[0]).toMatch(/^the evidence asks for less after \d+ more good runs in a row$/)
    expect(evidence).toContain('registry occurred 14 times, which asks for approval')
    loop.pass(3_000)
    const later = await loop.whyAdapter('npm')
    expect(later.state).toBe('risk x1, 2 retries, no approval')
    expect(later.evidence).toContain('registry occurred 14 times, which asked for approval and no longer does')
  })

  it('knows no adapter that no run has used', async () => {
    await expect(testLoop().whyAdapter('npm')).rejects.toThrow("Nothing is recorded about an adapter 'npm'.")
  })
})
