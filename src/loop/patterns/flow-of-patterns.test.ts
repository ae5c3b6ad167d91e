import { expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'

it('tells how patterns stand day by day, those that fell idle meanwhile included', async () => {
  const loop = testLoop()
  const pattern = await taught(loop)
  loop.pass(2)
  await loop.promotePattern({ pattern, by: 'ann', reason: 'it held' })
  const { days, moves } = await loop.patternFlow({ days: 3 })
  expect(days.map(({ stages }) => [stages.observed, stages.proven])).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
  ])
  expect(moves).toEqual([
    { to: 'observed', count: 1 },
    { from: 'observed', to: 'proven', count: 1 },
  ])
  await loop.resetPattern({ pattern, by: 'ann', reason: 'we shall see' })
  loop.pass(59)
  const later = await loop.patternFlow({ days: 3 })
  expect(later.days.map(({ stages }) => [stages.observed, stages.deprecated])).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
  ])
  expect(later.moves).toEqual([{ from: 'observed', to: 'deprecated', count: 1 }])
})
