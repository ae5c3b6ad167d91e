import { expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { visibleToRun } from './run-of-call.ts'

it('tells a run nothing of what is withheld from it, by whatever part of an id it asks', async () => {
  const loop = testLoop({ holdoutShare: 1 })
  const pattern = await taught(loop)
  const { receipt } = await loop.inject({ role: 'builder', run: 'r1' })
  const agent = visibleToRun(loop, 'r1')
  for (const name of [pattern, pattern.slice(0, 8), pattern.slice(2, 8)]) {
    await expect(agent.why(name)).rejects.toMatchObject({ code: 'withheld' })
    await expect(agent.whyNot({ receipt, pattern: name })).rejects.toMatchObject({ code: 'withheld' })
  }
})
