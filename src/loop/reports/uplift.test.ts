import { describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'

/** Runs that end well just when they are shown the pattern, or just when they are not. */
async function lived(
  loop: TestLoop,
  { runs, helps, from = 0 }: { runs: number; helps: boolean; from?: number },
): Promise<void> {
  for (let n = from; n < from + runs; n++) {
    const run = `run-${n}`
    const { items } = await loop.inject({ role: 'builder', run })
    const result = items.length > 0 === helps ? 'success' : 'failure'
    await loop.recordOutcome({ run, result, observedBy: 'test' })
  }
}

async function measured(runs: number, helps = true) {
  const loop = testLoop({ holdoutShare: 0.5 })
  const pattern = await taught(loop)
  await lived(loop, { runs, helps })
  return { loop, pattern }
}

describe('report uplift', () => {
  it('knows nothing before there is any run', async () => {
    const loop = testLoop({ holdoutShare: 0.1 })
    const report = await loop.uplift()
    expect(report).toMatchObject({ holdout: { share: 0.1 }, patterns: [], suggestions: [] })
    expect(report.line).toMatchObject({ runs: 0, verdict: 'unknown', words: 'not enough data yet' })
    expect(report.whole).toBeUndefined()
  })

  it('finds that a pattern helps, for itself, for the loop and for its context', async () => {
    const { loop, pattern } = await measured(80)
    const report = await loop.uplift()
    expect(report.patterns).toMatchObject([{ pattern, runs: 80, verdict: 'helps' }])
    expect(report.line).toMatchObject({ runs: 80, verdict: 'helps' })
    expect(report.contexts).toMatchObject([{ context: 'builder', runs: 80 }])
    const { shown, withheld } = report.patterns[0]!
    expect(shown.lines + withheld.lines).toBe(80)
    expect([shown.successes, withheld.successes]).toEqual([shown.lines, 0])
  })

  it('tells one pattern by the beginning of its id', async () => {
    const { loop, pattern } = await measured(4)
    const { patterns } = await loop.uplift({ pattern: pattern.slice(0, 9) })
    expect(patterns).toMatchObject([{ pattern, runs: 4, verdict: 'unknown' }])
  })

  it('compares runs that go without with the others, where that is switched on', async () => {
    const loop = testLoop({ holdoutRunShare: 0.5 })
    await taught(loop)
    await lived(loop, { runs: 60, helps: true })
    const { whole, line } = await loop.uplift()
    expect(whole).toMatchObject({ runs: 60, verdict: 'helps' })
    expect(line.runs).toBe(0)
    const held = (await loop.events('pattern-injected')).filter(({ payload }) => payload.holdout?.isRunHeld)
    expect(held.length).toBe(whole!.withheld.lines)
    for (const { payload } of held) expect([payload.items, payload.withheld.length]).toEqual([[], 1])
  })

  it('says of one pattern that little is known', async () => {
    const { loop, pattern } = await measured(3)
    const { patterns } = await loop.uplift({ pattern })
    expect(patterns[0]?.words).toBe('not enough data yet')
  })
})

describe('decisions for a person', () => {
  it('are suggested with what to type, in status too', async () => {
    const { loop, pattern } = await measured(80)
    const { suggestions } = await loop.status()
    expect(suggestions).toMatchObject([
      {
        action: 'promote',
        pattern,
        command: `mettle pattern promote ${pattern} --reason "runs that saw it do better"`,
      },
    ])
    expect(suggestions[0]!.eValue).toBeGreaterThanOrEqual(20)
    expect((await loop.uplift()).suggestions).toEqual(suggestions)
    expect((await loop.calibration()).promotable).toMatchObject([{ pattern }])
  })

  it('are to retire what runs do better without', async () => {
    const { loop, pattern } = await measured(80, false)
    const { suggestions } = await loop.uplift()
    expect(suggestions).toMatchObject([{ action: 'deprecate', pattern }])
  })

  it('are no longer suggested once taken, nor for what was set aside', async () => {
    const { loop, pattern } = await measured(80)
    await loop.quarantinePattern({ pattern, reason: 'unclear where it came from', by: 'ada' })
    expect((await loop.status()).suggestions).toEqual([])
    await loop.releasePattern({ pattern, reason: 'it was ours', by: 'ada' })
    expect((await loop.status()).suggestions).toHaveLength(1)
    await loop.promotePattern({ pattern, reason: 'it helps', by: 'ada' })
    expect((await loop.status()).suggestions).toEqual([])
  })

  it('stand on nothing that was undone', async () => {
    const { loop } = await measured(80)
    const outcomes = await loop.events('outcome-recorded')
    const before = (await loop.uplift()).line.runs
    for (const { id } of outcomes.slice(0, 40)) await loop.undo({ event: id, reason: 'recorded by mistake', by: 'ada' })
    expect([before, (await loop.uplift()).line.runs]).toEqual([80, 40])
  })

  it('are asked for more, the more patterns were looked at', async () => {
    const loop = testLoop({ holdoutShare: 0.5 })
    await taught(loop)
    await lived(loop, { runs: 26, helps: true })
    expect((await loop.status()).suggestions).toHaveLength(1)
    for (let n = 0; n < 12; n++) {
      const lesson = `Never change module m${n} without its neighbour of step s${n} and plan x${n}`
      await loop.recordLearning({ agent: 'scribe', lesson, run: `taught-${n}` })
    }
    await loop.learn()
    const { run } = await loop.inject({ role: 'scribe', run: 'scribe' })
    await loop.recordOutcome({ run, result: 'success', observedBy: 'test' })
    expect((await loop.status()).suggestions).toEqual([])
  })
})
