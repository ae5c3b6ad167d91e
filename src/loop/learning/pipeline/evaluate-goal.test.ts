import { expect, it } from 'vitest'
import { taught, testLoop } from '../../../../test/worlds/test-loop.ts'

it('judges a run by its last iteration, however many are evaluated at once', async () => {
  const loop = testLoop()
  await taught(loop)
  await loop.chooseGoal({ goal: 'reduce-failures', by: 'ann', target: 1 })
  for (const run of ['g1', 'g2', 'g3', 'g4', 'g5']) {
    for (const _ of run === 'g5' ? ['first'] : ['first', 'second']) {
      await loop.startIteration({ run })
      await loop.inject({ role: 'builder', run })
    }
    await loop.learn()
  }
  const { goals } = await loop.goalStats()
  expect(goals).toMatchObject([{ goal: 'reduce-failures', runs: 5, successShare: 0.2 }])
})
