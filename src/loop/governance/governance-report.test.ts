import { describe, expect, it } from 'vitest'
import { adapterRuns } from '../../../test/worlds/adapter-runs.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'

const BY = { by: 'ada', reason: 'the token was renewed' }

describe('the governance report', () => {
  it('names the strongest and weakest three, the failures and the overlays with their age', async () => {
    const loop = testLoop({ basePolicy: { adapters: { A: { note: 'only from CI' } } } })
    for (const [adapter, ends] of [
      ['a', '---'],
      ['b', '+++-'],
      ['c', '+++'],
      ['d', '++--'],
    ] as const)
      await adapterRuns(loop, ends, { adapter, prefix: adapter })
    loop.pass(31)
    const report = await loop.governanceReport()
    expect(report.totalOutcomes).toBe(14)
    expect(report.strongest.map(({ adapter }) => adapter)).toEqual(['c', 'b', 'd'])
    expect(report.weakest.map(({ adapter }) => adapter)).toEqual(['a', 'd', 'b'])
    expect(report.topFailures.map(({ id, occurrences }) => [id, occurrences])).toEqual([
      ['a::auth', 3],
      ['d::auth', 2],
      ['b::auth', 1],
    ])
    expect(report.overlays.find(({ adapter }) => adapter === 'a')).toMatchObject({
      ageDays: 31,
      stale: true,
      requireApproval: true,
      notes: ['only from CI'],
    })
    expect(report.alerts).toContain('The overlay on a has had no new evidence for 31 days: loosen it, or use it.')
  })

  it('counts the days of an alert from the last run, not from the beginning of the overlay', async () => {
    const loop = testLoop()
    await adapterRuns(loop, '---')
    loop.pass(10)
    await adapterRuns(loop, '+', { prefix: 'late' })
    loop.pass(40)
    const { alerts, overlays } = await loop.governanceReport()
    expect(alerts).toEqual(['The overlay on github has had no new evidence for 40 days: loosen it, or use it.'])
    expect(overlays[0]!.ageDays).toBe(50)
  })

  it('tells what people decided, and why', async () => {
    const loop = testLoop()
    await adapterRuns(loop, '---')
    const { approval } = await loop.gate({ adapter: 'github' })
    await loop.answerApproval({ approval, answer: 'deny', by: 'grace', reason: 'not today' })
    await loop.loosenOverlay({ adapter: 'github', requireApproval: false, ...BY })
    await loop.acknowledgeFailure({ adapter: 'github', failureType: 'auth', ...BY })
    const { decisions, approvals } = await loop.governanceReport()
    expect(decisions.map(({ by, what, reason }) => `${by} ${what}: ${reason}`)).toEqual([
      'ada marked auth of github as fixed: the token was renewed',
      'ada loosened github: no approval: the token was renewed',
      `grace refused ${approval}: not today`,
    ])
    expect(approvals).toEqual({ open: 0, allowed: 0, refused: 1 })
  })

  it('leaves out of the weeks what ended because a person refused it', async () => {
    const loop = testLoop()
    await adapterRuns(loop, '---')
    const { approval } = await loop.gate({ adapter: 'github', run: 'stopped' })
    await loop.answerApproval({ approval, answer: 'deny', by: 'grace', reason: 'not today' })
    await loop.recordOutcome({ run: 'stopped', result: 'failure', qualityScore: 0, adapters: ['github'] })
    expect((await loop.governanceReport()).weeks).toMatchObject([{ runs: 3 }])
  })

  it('shows an adapter whose risk counts for less', async () => {
    const loop = testLoop()
    const good = { result: 'success' as const, qualityScore: 1, adapters: ['npm'] }
    await loop.recordOutcome({ run: 'r1', ...good })
    await loop.loosenOverlay({ adapter: 'npm', ...BY })
    expect((await loop.governanceReport()).overlays).toMatchObject([{ adapter: 'npm', riskMultiplier: 0.9 }])
  })

  it('shows an overlay that leaves fewer retries and nothing else', async () => {
    const loop = testLoop()
    await loop.tightenOverlay({ adapter: 'npm', suggestedMaxRetries: 0, ...BY })
    expect((await loop.governanceReport()).overlays).toMatchObject([
      { adapter: 'npm', suggestedMaxRetries: 0, requireApproval: false },
    ])
  })

  it('counts how often a constraint is suggested, and how the weeks went', async () => {
    const loop = testLoop()
    const end = { result: 'failure' as const, qualityScore: 0, adapters: ['x'], rollback: true }
    await loop.recordOutcome({ run: 'r1', ...end })
    loop.pass(8)
    await loop.recordOutcome({ run: 'r2', ...end })
    await loop.recordOutcome({ run: 'r3', result: 'success', qualityScore: 1, adapters: ['x'] })
    const { suggestions, weeks } = await loop.governanceReport()
    expect(suggestions).toMatchObject([{ constraint: 'mutation-scope', runs: 2, lastRun: 'r2' }])
    expect(weeks.map(({ runs, successRate, quality }) => [runs, successRate, quality])).toEqual([
      [1, 0, 0],
      [2, 0.5, 0.5],
    ])
  })

  it('is whole in an empty journal', async () => {
    expect(await testLoop().governanceReport()).toMatchObject({
      totalOutcomes: 0,
      strongest: [],
      overlays: [],
      decisions: [],
      weeks: [],
    })
    expect(await testLoop().graph()).toEqual([])
  })
})
