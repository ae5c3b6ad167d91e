import { expect, it } from 'vitest'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const BAD = 'Never trust the clock of another machine, because it may be wrong'
const said = { by: 'ada', reason: 'a forged issue' }

it('sets aside what stands on a run alone, leaves what others have seen, and is taken back by one undo', async () => {
  const loop = testLoop()
  const shared = await taught(loop, LESSON, { run: 'good' })
  await taught(loop, LESSON, { run: 'bad' })
  const alone = await taught(loop, BAD, { run: 'bad' })
  await loop.inject({ role: 'builder', run: 'r5' })
  const before = await loop.patterns()
  const done = await loop.quarantineSource({ run: 'bad', ...said })
  expect(done.patterns.map(({ pattern, fate }) => [pattern, fate])).toEqual([
    [shared, 'elsewhere'],
    [alone, 'aside'],
  ])
  expect(done.actedOn.injectionsTotal).toBe(1)
  expect((await loop.patterns()).map(({ pattern }) => pattern.id)).toEqual([shared])
  expect(await loop.quarantineSource({ run: 'bad', ...said })).toMatchObject({ changed: false })
  await loop.undo({ event: done.batch!, ...said })
  expect(await loop.patterns()).toEqual(before)
})

it('changes nothing in a dry run, and refuses what names nothing', async () => {
  const loop = testLoop()
  await taught(loop)
  expect(await loop.quarantineSource({ run: 'r0', dryRun: true, ...said })).toMatchObject({ changed: true })
  expect(await loop.patterns()).toHaveLength(1)
  await expect(loop.quarantineSource({ run: 'none', ...said })).rejects.toMatchObject({ code: 'not-found' })
  await expect(loop.quarantineSource({ ...said })).rejects.toMatchObject({ code: 'usage' })
})
