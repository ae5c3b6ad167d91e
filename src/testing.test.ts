import { expect, it } from 'vitest'
import { temporaryFolder } from '../test/repositories/repository.ts'
import { openMettle } from './open.ts'
import { countingIds, fixedClock, openMemoryStore } from './testing.ts'

it('keeps the time still until it is moved', () => {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  expect([clock(), clock()]).toEqual([Date.parse('2026-01-01'), Date.parse('2026-01-01')])
  clock.advance(5)
  expect(clock()).toBe(Date.parse('2026-01-01') + 5)
})

it('counts ids from the beginning, each source for itself', () => {
  const [first, second] = [countingIds(), countingIds('run')]
  expect([first(), first(), second()]).toEqual(['id-0001', 'id-0002', 'run-0001'])
})

it('opens a loop over a journal in memory, under any profile', async () => {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  const loop = await openMettle({
    cwd: temporaryFolder(),
    environment: { METTLE_HOME: temporaryFolder() },
    flags: ['project=world', 'inject.profile=bayes', 'inject.embeddings=false'],
    store: openMemoryStore(),
    now: clock,
    nextId: countingIds(),
  })
  const lesson = 'Check that the token has not expired before each request'
  await loop.recordLearning({ agent: 'builder', lesson, strength: 'rule', run: 'first' })
  await loop.learn()
  clock.advance(86_400_000)
  const { items, prediction } = await loop.inject({
    role: 'builder',
    task: 'the token has expired',
    run: 'r1',
  })
  await loop.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test' })
  expect([items.length, prediction! > 0.5]).toEqual([1, true])
  expect(await loop.calibration()).toMatchObject({ predictions: 1, missing: 29 })
  await loop.close()
})
