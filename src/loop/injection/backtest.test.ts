import { describe, expect, it } from 'vitest'
import { ran, lived as session } from '../../../test/worlds/session.ts'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY, type Policy } from '../../engine/laws/policy.ts'
import { createProjector } from '../../projection/projector.ts'
import type { LoopContext } from '../context.ts'
import { listPatterns } from '../patterns/patterns.ts'
import { unaskedScore } from './rehearse.ts'

const GOOD = 'Always close the database handle before the temp folder is removed'
const BAD = 'Never trust the clock of another machine, because it may be wrong'

const under = (policy: Policy) => (context: LoopContext) => ({
  ...context,
  policy,
  projector: createProjector(policy),
})

/** Runs that are shown what there is, and end well more often with the first lesson in their task. */
async function lived(loop: TestLoop, runs: number): Promise<void> {
  await taught(loop, GOOD)
  await taught(loop, BAD, { run: 'r-other' })
  for (let i = 0; i < runs; i++) {
    const run = `run-${i}`
    const task = i % 2 === 0 ? 'close the database handle' : 'paint the fence'
    await loop.inject({ role: 'builder', run, task })
    const result = i % 2 === 0 || i % 6 === 1 ? 'success' : 'failure'
    await loop.recordOutcome({ run, result, observedBy: 'record' })
    loop.pass(0.1)
  }
}

describe('backtest', () => {
  it('finds no difference between settings and themselves, and repeats what was chosen then', async () => {
    const loop = testLoop()
    await lived(loop, 40)
    const given = await loop.backtest({ policyFile: 'same.json' })
    expect(given).toMatchObject({ requests: 40, runs: 40, overlap: 1, fidelity: 1, worse: [], onlyTried: [] })
    expect(given.prediction!.brier.difference).toEqual({ estimate: 0, low: 0, high: 0 })
    expect(given.offPolicy.present).toEqual(given.offPolicy.tried)
    expect(given.offPolicy.present).toMatchObject({ enough: true, effective: 40 })
    expect(given.offPolicy.present.value!.estimate).toBeCloseTo(27 / 40, 10)
  })

  it('tells what settings that show nothing would leave out, and that nothing overlaps with them', async () => {
    const silent = { ...POLICY, inject: { ...POLICY.inject, minScore: 9 } }
    const loop = testLoop({ tried: under(silent) })
    await lived(loop, 24)
    const given = await loop.backtest({ policyFile: 'silent.json' })
    expect(given).toMatchObject({
      overlap: 0,
      fidelity: 1,
      tokens: { tried: 0 },
      offPolicy: { tried: { enough: false } },
    })
    expect(given.onlyPresent.map(({ requests }) => requests)).toEqual([24, 24])
  })

  it('compares by known mistakes that would come back, and says where a history cannot tell', async () => {
    const silent = { ...POLICY, inject: { ...POLICY.inject, minScore: 9 } }
    const loop = testLoop({ tried: under(silent), holdoutShare: 0.5 })
    await taught(loop, 'Run `npm run build` before `npm test` in this repository', { appliesTo: ['*'] })
    expect((await loop.backtest({ policyFile: 'silent.json' })).mistakes).toEqual({
      present: { enough: false, effective: 0 },
      tried: { enough: false, effective: 0 },
    })
    for (let i = 0; i < 60; i++) {
      const run = `run-${i}`
      const { items } = await loop.inject({ role: 'builder', run })
      const steps = items.length > 0 ? [ran('npm run build'), ran('npm test')] : [ran('npm test')]
      await session(loop.context, run, steps)
      await loop.settleSession({ run })
    }
    const { mistakes, worse } = await loop.backtest({ policyFile: 'silent.json' })
    expect(mistakes.present).toMatchObject({ enough: true, value: { estimate: 0 } })
    expect(mistakes.tried).toMatchObject({ enough: true, value: { estimate: 1 } })
    expect(worse).toEqual(['known mistakes would have come back more often'])
  })

  it('finds settings worse whose scores say nothing of how runs end', async () => {
    const blind = { ...POLICY, score: { ...POLICY.score, semanticShare: 0 } }
    const loop = testLoop({ tried: under(blind) })
    await lived(loop, 120)
    const { prediction, worse } = await loop.backtest({ policyFile: 'blind.json' })
    expect(prediction!.auc.present).toBeGreaterThan(prediction!.auc.tried)
    expect(worse.join()).toContain('AUC')
  })

  it('judges a profile by its own measure, also of what it would not have shown', async () => {
    const byBelief = (context: LoopContext) => ({
      ...context,
      settings: { ...context.settings, profile: 'bayes' as const },
    })
    const loop = testLoop({ tried: byBelief })
    await lived(loop, 120)
    const { prediction, profiles, tokens } = await loop.backtest({ policyFile: 'bayes.json' })
    expect(profiles).toEqual({ present: 'classic', tried: 'bayes' })
    expect(tokens.tried).toBeLessThan(tokens.present)
    expect(prediction!.auc.tried).toBeGreaterThan(0.8)
  })

  it('takes what the bayes profile did not look at for beside the point, however it scores by counts', async () => {
    const loop = testLoop()
    await lived(loop, 2)
    const [record] = await listPatterns(loop.context)
    const by = (profile: 'classic' | 'bayes') =>
      unaskedScore(record!, { ...loop.context, settings: { ...loop.context.settings, profile } }, loop.context.now())
    expect(by('classic')).toBe(record!.axes.score)
    expect(by('bayes')).toBeLessThan(0)
  })

  it('says nothing of predictions before twenty runs, and records nothing', async () => {
    const loop = testLoop()
    await lived(loop, 6)
    const { position } = await loop.context.journal.head()
    const given = await loop.backtest({ policyFile: 'same.json' })
    expect(given.prediction).toBeUndefined()
    expect(given.offPolicy.present.enough).toBe(false)
    expect((await loop.context.journal.head()).position).toBe(position)
  })

  it('has nothing to say of a journal without receipts', async () => {
    expect(await testLoop().backtest({ policyFile: 'same.json' })).toMatchObject({
      requests: 0,
      runs: 0,
      worse: [],
    })
  })
})
