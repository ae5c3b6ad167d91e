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
  const { goals, evaluations } = await loop.goalStats()
  expect(goals).toMatchObject([{ goal: 'reduce-failures', runs: 5, successShare: 0.2 }])
  expect(evaluations).toBe(goals[0]!.iterations)
})

it('lists the patterns that were applied most successfully, as many as are asked for, and how many there are', async () => {
  const loop = testLoop()
  const lessons = [
    'Close the handle before the folder is removed',
    'Sort scan events by their time',
    'Never log a token of a customer',
  ]
  const patterns = await Promise.all(lessons.map((lesson) => taught(loop, lesson)))
  for (const run of ['a1', 'a2', 'a3']) {
    await loop.startIteration({ run })
    await loop.inject({ role: 'builder', run })
    const applied = patterns.slice(0, 2).map((pattern) => ({ pattern, file: 'a.ts', line: 1 }))
    await loop.recordOutcome({ run, result: 'success', observedBy: 'test', files: ['a.ts'], applied })
    await loop.learn()
  }
  const all = await loop.goalStats()
  expect(all.patterns.map(({ pattern }) => pattern).sort()).toEqual(patterns.slice(0, 2).sort())
  expect(all.patterns[0]).toMatchObject({ applied: 3 })
  expect(await loop.goalStats({ limit: 1 })).toMatchObject({ patterns: [all.patterns[0]], carrying: 2 })
})
