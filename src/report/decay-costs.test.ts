import { expect, it } from 'vitest'
import { taught, testLoop } from '../../test/worlds/test-loop.ts'
import { decayCosts } from './entry-worth.ts'

it('names what time costs most, and leaves out what it costs nothing', async () => {
  const loop = testLoop()
  const rule = await taught(loop, 'Always close the database handle before the folder is removed')
  const immune = await taught(loop, 'Never share the mutable clock between two parallel tests')
  for (let day = 0; day < 3; day++) {
    await loop.reinforcePatterns({ patterns: [immune], by: 'ann', reason: 'x' })
    loop.pass(1)
  }
  loop.pass(11)
  const today = await taught(loop, 'Never log the raw request body of any payment')
  const costs = decayCosts(await loop.patterns({ axes: true }), loop.context.now(), 10)
  expect(costs.map(({ pattern }) => pattern)).toEqual([rule])
  expect(costs.map(({ pattern }) => pattern)).not.toContain(today)
  expect(costs[0]).toMatchObject({ daysSinceUse: 14, fresh: 1.3 })
  expect(costs[0]!.score).toBeCloseTo(0.4782, 4)
  expect(costs[0]!.cost).toBeCloseTo(0.8218, 4)
})
