import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'

const person = { by: 'ann', reason: 'the token was renewed' }
const GATED = { riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true }

let runs = 0
async function run(loop: TestLoop, more: object = {}) {
  const record = { runId: `run-${++runs}`, retryCount: 0, qualityScore: 0.9, adaptersUsed: ['github'] }
  return loop.recordRunOutcome({ status: 'success', ...record, ...more })
}
const fail = (loop: TestLoop, dominantFailureType = 'auth') =>
  run(loop, { status: 'failed', qualityScore: 0.2, dominantFailureType })

async function gated(): Promise<TestLoop> {
  const loop = testLoop()
  for (let i = 0; i < 3; i++) await fail(loop)
  return loop
}

describe('policy', () => {
  it('shows adapters with their failures, and what to try', async () => {
    const loop = await gated()
    expect(await loop.adapter(' GitHub')).toMatchObject({
      adapter: 'github',
      reliability: { runs: 3, score: 0.24 },
      overlay: GATED,
      suggested: {},
      stale: false,
      failures: [
        {
          id: 'github::auth',
          occurrences: 3,
          confidence: 0.65,
          fixSuggestion: expect.stringMatching(/token/),
        },
      ],
    })
    expect(await loop.policy()).toMatchObject({
      ratchet: 'strict',
      thresholds: { inForce: { lowRiskApprovalThreshold: 0.55 } },
      adapters: [{ adapter: 'github' }],
    })
    await expect(loop.adapter('githb')).rejects.toMatchObject({
      code: 'not-found',
      message: "Nothing is recorded about an adapter 'githb'. Did you mean 'github'?",
    })
  })

  it('is loosened by name, recorded with who and why, and tightened again', async () => {
    const loop = await gated()
    const { before, after } = await loop.loosenOverlay({
      adapter: 'GitHub',
      requireApproval: false,
      ...person,
    })
    expect([before, after]).toEqual([GATED, { ...GATED, requireApproval: false }])
    expect(await loop.events('overlay-loosened')).toMatchObject([
      { payload: { adapter: 'github', requireApproval: false, ...person }, provenance: { source: 'person' } },
    ])
    const back = await loop.tightenOverlay({ adapter: 'github', requireApproval: true, ...person })
    expect(back.after).toEqual(GATED)
    expect(back.adapter.decision).toMatchObject({ kind: 'tightened', by: 'ann' })
  })

  it('takes what the evidence suggests where nothing is named', async () => {
    const loop = await gated()
    for (let i = 0; i < 60; i++) await run(loop)
    await loop.acknowledgeFailure({ adapter: 'github', failureType: 'Auth', ...person })
    expect((await loop.adapter('github')).suggested).toEqual({
      riskMultiplier: 0.9,
      suggestedMaxRetries: 2,
      requireApproval: false,
    })
    const { after } = await loop.loosenOverlay({ adapter: 'github', ...person })
    expect(after).toEqual({ riskMultiplier: 0.9, suggestedMaxRetries: 2, requireApproval: false })
    await run(loop)
    expect((await loop.adapter('github')).overlay).toEqual(after)
  })

  it('refuses a loosening that loosens nothing, and a tightening that tightens nothing', async () => {
    const loop = await gated()
    const wrong = {
      code: 'nothing-to-change',
      message: expect.stringContaining('risk x1.4, 1 retry, needs approval'),
    }
    await expect(loop.loosenOverlay({ adapter: 'github', ...person })).rejects.toMatchObject({
      code: 'nothing-to-change',
      message: expect.stringContaining('The evidence suggests nothing looser for github: reliability 0.24'),
    })
    await expect(loop.loosenOverlay({ adapter: 'github', riskMultiplier: 2, ...person })).rejects.toMatchObject(wrong)
    await expect(loop.tightenOverlay({ adapter: 'github', requireApproval: true, ...person })).rejects.toMatchObject(
      wrong,
    )
    await expect(
      loop.loosenOverlay({ adapter: 'github', requireApproval: false, by: 'ann', reason: '' }),
    ).rejects.toMatchObject({ code: 'input' })
  })

  it('tightens an adapter that nobody has seen', async () => {
    const loop = testLoop()
    const { before, after } = await loop.tightenOverlay({ adapter: 'NPM', requireApproval: true, ...person })
    expect(before).toEqual({ riskMultiplier: 1, suggestedMaxRetries: 2, requireApproval: false })
    expect(after).toEqual({ ...before, requireApproval: true })
  })

  it('counts a fixed failure from zero again, and names those that are open', async () => {
    const loop = await gated()
    loop.pass(1)
    const acknowledged = await loop.acknowledgeFailure({ adapter: 'github', failureType: 'AUTH', ...person })
    expect(acknowledged).toMatchObject({
      occurrences: 3,
      failureType: 'auth',
      adapter: { overlay: GATED, failures: [{ occurrences: 0, total: 3 }] },
    })
    const again = loop.acknowledgeFailure({ adapter: 'github', failureType: 'auth', ...person })
    await expect(again).rejects.toMatchObject({ code: 'not-found' })
    loop.pass(1)
    await fail(loop, 'timeout')
    await expect(loop.acknowledgeFailure({ adapter: 'github', failureType: 'auth', ...person })).rejects.toMatchObject({
      hint: 'It has: timeout',
    })
  })

  it('sets a threshold within its bounds, or the suggested one', async () => {
    const loop = testLoop()
    await run(loop, { riskLevel: 'medium', status: 'failed' })
    await run(loop, { riskLevel: 'medium' })
    expect(await loop.setThreshold({ risk: 'medium', ...person })).toEqual({
      key: 'mediumRiskApprovalThreshold',
      before: 0.683,
      after: 0.6665,
    })
    await expect(loop.setThreshold({ risk: 'medium', ...person })).rejects.toMatchObject({
      message: 'The medium-risk threshold is 0.6665 already.',
    })
    await expect(loop.setThreshold({ risk: 'low', threshold: 0.3, ...person })).rejects.toMatchObject({
      message: '0.3 is not within 0.4 and 0.9.',
    })
  })

  it('keeps notes', async () => {
    const loop = testLoop()
    const { annotations } = await loop.annotateAdapter({
      adapter: 'GitHub',
      text: 'runs once a month',
      by: 'ann',
    })
    expect(annotations).toMatchObject([{ text: 'runs once a month', by: 'ann' }])
  })

  it('tells which runs moved it, newest first, and what one run led to', async () => {
    const loop = testLoop()
    const first = (await fail(loop)).run
    const quiet = (await run(loop)).run
    loop.pass(1)
    const second = (await run(loop, { status: 'failed', riskLevel: 'high' })).run
    expect((await loop.policyChanges()).map((change) => change.run)).toEqual([second, first])
    expect(await loop.policyChanges({ run: quiet })).toMatchObject([{ run: quiet, policyDiff: {} }])
    await expect(loop.policyChanges({ run: 'r-none' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('tells how an agent came to be trusted as it is', async () => {
    const loop = testLoop()
    await run(loop, { agentDecisions: [{ agent: 'Security', decision: 'approve', confidence: 0.5 }] })
    expect(await loop.agent('security')).toMatchObject({
      reliability: 0.93,
      baseWeight: 1.2,
      canVeto: true,
      runs: 1,
      steps: [{ before: 0.92, after: 0.93 }],
    })
    await expect(loop.agent('planner')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('an overlay without news', () => {
  it('raises an alert in status and doctor after thirty days', async () => {
    const loop = await gated()
    expect((await loop.status()).overlays).toEqual({ tight: 1, stale: [] })
    loop.pass(31)
    expect((await loop.status()).overlays).toEqual({ tight: 1, stale: ['github'] })
    expect((await loop.doctor()).find(({ name }) => name === 'overlays')).toMatchObject({
      verdict: 'warning',
      detail: expect.stringContaining('more than 30 days: github'),
      fix: 'mettle policy show github',
    })
  })
})
