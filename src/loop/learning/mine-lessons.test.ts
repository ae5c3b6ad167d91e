import { expect, it } from 'vitest'
import { edited, prompt, sessionFacts } from '../../../test/worlds/session.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { stepsOf } from '../../capture/session/session.ts'
import { recordLessons } from './mine-lessons.ts'

const RULE = 'We never use lodash in this repository.'
const STEPS = stepsOf(
  sessionFacts([prompt('Make the login work'), edited('src/a.ts'), prompt(RULE), edited('src/a.ts')]),
)
const taughtBefore = (count: number) =>
  new Set(Array.from({ length: count }, (_, n) => `We never use tool ${n} here`))

it('a session teaches five things at most, however long it goes on', async () => {
  const { context } = testLoop()
  const lessons = async (known: ReadonlySet<string>) =>
    (await recordLessons(context, 'r1', { steps: STEPS, known })).map(({ lesson }) => lesson)
  expect(await lessons(taughtBefore(5))).toEqual([])
  expect(await lessons(taughtBefore(4))).toEqual([RULE])
})

it('the same lesson of the same session is one learning, and no news the second time', async () => {
  const { context } = testLoop()
  const again = async (known: ReadonlySet<string>) => recordLessons(context, 'r1', { steps: STEPS, known })
  const [first] = await again(new Set())
  expect(first).toMatchObject({ as: 'correction', lesson: RULE, isNew: true, facts: ['r1-2', 'r1-3'] })
  expect(await again(new Set([...taughtBefore(4), RULE]))).toEqual([{ ...first, isNew: false }])
})
