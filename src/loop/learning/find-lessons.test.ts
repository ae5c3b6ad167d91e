import { expect, it } from 'vitest'
import { edited, lived, prompt, said } from '../../../test/worlds/session.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { stepsOf } from '../../capture/session/session.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import { factsOfSession } from '../sessions/list-sessions.ts'
import { recordHypotheses, recordSaid, recordWithEvidence } from './find-lessons.ts'

const RULE = 'We never use lodash in this repository.'
const STEPS = [prompt('Make the login work'), edited('src/a.ts'), prompt(RULE), edited('src/a.ts')]

async function session(steps = STEPS) {
  const { context } = testLoop()
  await lived(context, 'r1', steps)
  const read = async () => {
    const facts = await factsOfSession(context, 'r1')
    return { facts, steps: stepsOf(facts) }
  }
  return { context, read }
}

it('the same finding of the same session is one learning, and no news the second time', async () => {
  const { context, read } = await session()
  const [first] = await recordHypotheses(context, 'r1', await read())
  expect(first).toMatchObject({ as: 'correction', lesson: RULE, isNew: true })
  expect(await recordHypotheses(context, 'r1', await read())).toEqual([{ ...first, isNew: false }])
})

it('a lesson line counts only in a session that was asked for one', async () => {
  const { context, read } = await session([...STEPS, said('Done.\nLesson: lodash is not used in this repository.')])
  expect(await recordSaid(context, 'r1', await read())).toBe(0)
  const place = { stream: runStream('r1'), run: 'r1', occurredAt: context.now() }
  await appendFacts(context, [{ type: 'lesson-asked', payload: { about: ['rule'], tokens: 42 }, ...place }])
  expect(await recordSaid(context, 'r1', await read())).toBe(1)
  expect(await recordSaid(context, 'r1', await read())).toBe(0)
})

it('what an agent records carries the words of the person that led to it', async () => {
  const { context, read } = await session()
  const lesson = 'Lodash is not used in this repository, because the team dropped it.'
  await recordWithEvidence(context, { agent: 'agent', run: 'r1', lesson, occurredAt: context.now() + 60_000 })
  const { facts } = await read()
  const captured = facts.flatMap((fact) => (fact.type === 'learning-captured' ? [fact.payload] : []))
  expect(captured).toMatchObject([{ lesson, whatHappened: `A person said: ${RULE}` }])
})
