import { expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'

const LESSONS = [
  'Run the migrations before the tests, since they use the schema of the last branch',
  'Apply the migrations, then run the tests: the schema is that of the last branch',
]

it('shows one of two lessons that code cannot tell apart, and says on the receipt which one left the other out', async () => {
  const loop = testLoop({ profile: 'bayes' })
  for (const [n, lesson] of LESSONS.entries()) {
    await loop.recordLearning({ agent: 'builder', run: `r${n}`, lesson })
    await loop.learn()
  }
  const patterns = await loop.patterns({ all: true })
  expect(patterns.map(({ pattern }) => pattern.near?.length ?? 0).sort()).toContain(1)
  const { block, receipt } = await loop.inject({
    role: 'builder',
    task: 'change the schema, run migrations and tests',
    run: 'r9',
  })
  expect(LESSONS.filter((lesson) => block.includes(lesson))).toHaveLength(1)
  expect(JSON.stringify(await loop.whyReceipt(receipt))).toContain('near to')
})
