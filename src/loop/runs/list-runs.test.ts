import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'

const LESSON = 'Always close the database handle before the folder is removed'

async function world() {
  const loop = testLoop()
  const pattern = await taught(loop, LESSON)
  const { receipt } = await loop.inject({ role: 'builder', run: 'r1', task: 'remove the folder' })
  loop.pass(1)
  await loop.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test' })
  return { loop, pattern, receipt }
}

describe('runs', () => {
  it('are listed with how they ended and how far patterns got, the last active first', async () => {
    const { loop } = await world()
    loop.pass(1)
    await loop.inject({ role: 'builder', run: 'r2' })
    const runs = await loop.runs({ limit: 2 })
    expect(runs.map(({ id, result }) => [id, result])).toEqual([
      ['r2', 'open'],
      ['r1', 'success'],
    ])
    expect(runs[1]).toMatchObject({ observedBy: 'test', shown: 1, applied: 0, receipts: 1 })
    expect((await loop.runs({ result: 'success' })).map(({ id }) => id)).toEqual(['r1'])
    expect((await loop.runs({ limit: 1, offset: 1 })).map(({ id }) => id)).toEqual(['r1'])
    const named = await loop.runs({ ids: ['r1', 'nobody'] })
    expect(named.map(({ id, about }) => [id, about])).toEqual([['r1', 'remove the folder']])
  })

  it('are told whole: the patterns with their words, the receipts, what happened', async () => {
    const { loop, pattern, receipt } = await world()
    const run = await loop.run('r1')
    expect(run.patterns).toEqual([{ pattern, text: LESSON, tier: 'shown' }])
    expect(run.receiptList.map((one) => one.receipt)).toEqual([receipt])
    expect(run.timeline.map(({ words }) => words)).toEqual([
      'run ended: success (observed by test)',
      '1 pattern shown to builder',
    ])
    await expect(loop.run('r9')).rejects.toThrow("There is no run 'r9'.")
  })
})

describe('receipts', () => {
  it('are found by their id, with the words of all they name', async () => {
    const { loop, pattern, receipt } = await world()
    const found = await loop.receipt(receipt)
    expect(found).toMatchObject({ run: 'r1', texts: { [pattern]: LESSON } })
    expect(found.items[0]!.pattern).toBe(pattern)
    expect(found.fates[pattern]).toMatch(/^score [\d.]+: success rate 1\.00, /)
    await expect(loop.receipt('none')).rejects.toThrow("There is no receipt 'none'.")
  })

  it('are listed by run and by pattern', async () => {
    const { loop, pattern, receipt } = await world()
    await loop.inject({ role: 'builder', run: 'r2' })
    expect((await loop.receipts({ pattern })).map(({ run }) => run)).toEqual(['r2', 'r1'])
    expect((await loop.receipts({ run: 'r1' })).map((one) => one.receipt)).toEqual([receipt])
    expect((await loop.receipts({ run: 'r1', pattern })).map(({ run }) => run)).toEqual(['r1'])
  })
})

describe('the timeline', () => {
  it('tells what happened in plain words, newest first, a page at a time', async () => {
    const { loop } = await world()
    const first = await loop.timeline({ limit: 1 })
    expect(first.map(({ words }) => words)).toEqual(['run ended: success (observed by test)'])
    const [next] = await loop.timeline({ limit: 1, before: first[0]!.position })
    expect(next!.words).toBe('1 pattern shown to builder')
    expect(await loop.timeline({ types: ['run-merged.v1'] })).toEqual([])
    expect(await loop.timeline({ types: ['outcome-recorded'] })).toEqual(first)
  })
})
