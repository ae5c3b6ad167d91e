import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'

describe('report', () => {
  it('tells what carries weight, what validators dismiss, and what is no longer shown and why', async () => {
    const loop = testLoop()
    const good = await taught(loop, 'Always close the database handle before the temp folder is removed')
    const alarm = await taught(loop, 'Every query inside a loop must be batched, because single queries are slow')
    const retired = await taught(loop, 'The old template engine escapes nothing, so every value needs a filter')
    await loop.penalisePattern({ pattern: alarm, by: 'ann', reason: 'no', run: 'f1' })
    await loop.deprecatePattern({ pattern: retired, by: 'ann', reason: 'we left it' })
    const report = await loop.report()
    expect(report.strongest.map(({ pattern }) => pattern)).toEqual([good, alarm])
    expect(report.dismissed.map(({ pattern, ignores }) => [pattern, ignores])).toEqual([[alarm, 1]])
    expect(report.notShown.map(({ pattern, because }) => [pattern, because.includes('deprecated by ann')])).toEqual([
      [retired, true],
    ])
    expect(report.byStatus).toMatchObject({ new: 2, retired: 1, held: 0 })
  })

  it('counts as shown what the status says, as mettle status does', async () => {
    const loop = testLoop({ profile: 'bayes' })
    await taught(loop, 'Always close the database handle before the temp folder is removed')
    const pattern = await taught(loop, 'Every query inside a loop must be batched, because single queries are slow')
    for (const [day, by] of ['ann', 'ben', 'eve', 'joe'].entries()) {
      loop.pass(1)
      await loop.penalisePattern({ pattern, by, reason: 'no', run: `f${day}` })
    }
    const { proven, helping, new: fresh, warning, doubted } = (await loop.report()).byStatus
    expect(doubted).toBe(1)
    expect((await loop.status()).patterns).toEqual({ showable: proven + helping + fresh + warning, all: 2 })
    expect(await loop.patterns()).toHaveLength(1)
  })
})
