import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { factsIn } from '../facts/facts-about.ts'
import { appendFacts } from '../journal/append-facts.ts'

const LESSON = 'Always close the database handle before the folder is removed'

describe('the history of a pattern', () => {
  it('ends where the pattern stands, and says what brought it there', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, LESSON)
    loop.pass(1)
    const { receipt } = await loop.inject({ role: 'builder', run: 'r1' })
    expect(receipt).not.toBe('')
    await loop.recordFeedback({ subject: 'pattern', id: pattern, type: 'helpful', run: 'r1', by: 'ann' })
    await loop.promotePattern({ pattern, by: 'ann', reason: 'it works' })
    const { moments } = await loop.patternHistory(pattern)
    const { standing } = await loop.pattern(pattern)
    expect(moments.at(-1)).toMatchObject({ words: 'promoted by ann: it works', status: standing.status })
    expect(moments[0]).toMatchObject({ status: 'new' })
  })

  it('ends with what similar lessons have shown since, where that moves it', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const pattern = await taught(loop, LESSON)
    const use = async (id: string, run: string, result: 'success' | 'failure') => {
      await loop.inject({ role: 'builder', run })
      const applied = [{ pattern: id, file: 'a.ts', line: 1 }]
      await loop.recordOutcome({ run, result, observedBy: 'test', files: ['a.ts'], applied })
    }
    await use(pattern, 'r1', 'success')
    for (let at = 0; at < 4; at++) {
      const other = await taught(loop, `Rename the column ${'abcd'[at]} before the view is dropped in step ${at}`)
      for (let run = 0; run < 3; run++) await use(other, `o${at}-${run}`, 'failure')
    }
    const { moments } = await loop.patternHistory(pattern)
    const { standing } = await loop.pattern(pattern)
    expect(moments.at(-1)).toMatchObject({
      words: expect.stringMatching(
        /^(\d+ more runs? drawn to compare, )?what similar lessons have shown, and time, up to now$/,
      ),
      status: standing.status,
      helps: standing.helps,
    })
    const [before, after] = moments.slice(-2)
    expect(after!.helps).toBeLessThan(before!.helps)
    expect(/\d+(?= more)/.exec(after!.words)?.[0]).toBe(
      after!.runs > before!.runs ? String(after!.runs - before!.runs) : undefined,
    )
  })

  it('counts a verdict that came before the citation that it grades', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, LESSON)
    await loop.inject({ role: 'builder', run: 'r1' })
    await appendFacts(loop.context, [
      {
        type: 'verdict-recorded',
        stream: 'run/r1',
        run: 'r1',
        payload: {
          verdict: 'v1',
          adversarialRole: 'judge',
          validatorRole: 'inspector',
          result: 'PASS',
          mustFix: [],
          falsePositives: [],
          evidenceLevel: 1,
          actions: [],
        },
      },
      {
        type: 'citation-verified',
        stream: 'run/r1',
        run: 'r1',
        payload: { pattern, verified: true, reason: 'in the change', citation: { file: 'a.ts' } },
      },
    ])
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.reinforcements).toBe(1)
    const { moments } = await loop.patternHistory(pattern)
    expect(moments.at(-1)!.helps).toBeGreaterThan(moments[0]!.helps)
  })

  it('begins with its first sighting, however many runs were shown it since', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, LESSON)
    await loop.inject({ role: 'builder', run: 'r1' })
    const applied = [{ pattern, file: 'a.ts', line: 1 }]
    await loop.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test', files: ['a.ts'], applied })
    const before = await loop.patternHistory(pattern)
    const [receipt] = await factsIn(loop.context, { types: ['pattern-injected'] })
    const payload = receipt!.payload as PayloadOf<'pattern-injected'>
    const shown = Array.from({ length: 2_100 }, (_, at) => `x${at}`)
    await appendFacts(
      loop.context,
      shown.map((run) => ({
        type: 'pattern-injected',
        stream: `run/${run}`,
        run,
        payload: { ...payload, receipt: run },
      })),
    )
    const { moments, isCut } = await loop.patternHistory(pattern)
    expect(moments[0]!.words).toMatch(/^first recorded/)
    expect(moments.map(({ event }) => event)).toEqual(before.moments.map(({ event }) => event))
    expect(isCut).toBe(false)
  })

  it('is cut where it is long, and what was merged into it before is known still', async () => {
    const loop = testLoop()
    const into = await taught(loop, LESSON)
    const pattern = await taught(loop, 'Never open two writers on one file, because the second one waits')
    await loop.mergePatterns({ pattern, into, by: 'ann', reason: 'one lesson' })
    const runs = Array.from({ length: 2_001 }, (_, at) => `x${at}`)
    await appendFacts(
      loop.context,
      runs.map((run) => ({
        type: 'citation-verified',
        stream: `run/${run}`,
        run,
        payload: { pattern: into, verified: true, reason: 'in the change', citation: { file: 'a.ts' } },
      })),
    )
    expect((await loop.patternHistory(into)).isCut).toBe(true)
    expect((await loop.pattern(into)).merged?.map((one) => one.pattern.id)).toEqual([pattern])
  })

  it('names a pattern that is not there', async () => {
    await expect(testLoop().patternHistory('p-none')).rejects.toThrow("There is no pattern 'p-none'.")
  })
})

describe('the history of an adapter', () => {
  it('has its reliability after each graded run, and ends with that of today', async () => {
    const loop = testLoop()
    for (const [run, ok] of [true, false, false].entries())
      await loop.recordRunOutcome({
        runId: `r${run}`,
        success: ok,
        retryCount: 1,
        qualityScore: ok ? 0.9 : 0.2,
        adaptersUsed: ['github'],
      })
    const { moments } = await loop.adapterHistory('github')
    const { reliability, overlay } = await loop.adapter('github')
    expect(moments.map(({ runs }) => runs)).toEqual([1, 2, 3])
    expect(moments.at(-1)).toMatchObject({
      score: reliability!.score,
      requireApproval: overlay.requireApproval,
    })
    expect(moments[0]!.score).toBeGreaterThan(moments[2]!.score)
  })
})
