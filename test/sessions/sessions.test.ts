import { describe, expect, it } from 'vitest'
import { LESSON_KINDS, readSession, SESSION_FILES, saysAll } from './session-file.ts'

const isOf = (set: string) => (name: string) => name.startsWith(`${set}-`)

describe.each(SESSION_FILES)('%s', (name) => {
  it('has the format, and the id of its file', () => {
    expect(`${readSession(name).id}.json`).toBe(name)
  })

  it('asks of no lesson what its own gist does not say', () => {
    for (const lesson of readSession(name).lessons)
      expect(lesson).toSatisfy(() => saysAll(lesson.gist, lesson))
  })

  it('begins with a person and ends with the agent', () => {
    const { steps, earlier = [] } = readSession(name)
    for (const session of [{ steps }, ...earlier]) {
      expect(session.steps[0]).toHaveProperty('prompt')
      expect(session.steps.at(-1)).toHaveProperty('said')
    }
  })
})

describe.each(['tune', 'held', 'fresh', 'last', 'proof', 'final', 'fifth', 'sixth'])('the %s set', (set) => {
  const sessions = SESSION_FILES.filter(isOf(set)).map(readSession)
  const kinds = sessions.flatMap(({ lessons }) => lessons.map(({ kind }) => kind))

  it('is large enough to judge by', () => {
    expect(sessions.length).toBeGreaterThanOrEqual(26)
  })

  it('teaches nothing in two sessions of five or more', () => {
    const empty = sessions.filter(({ lessons }) => lessons.length === 0)
    expect(empty.length / sessions.length).toBeGreaterThanOrEqual(0.4)
  })

  it.each(LESSON_KINDS)('has %s more than once', (kind) => {
    expect(kinds.filter((other) => other === kind).length).toBeGreaterThan(1)
  })
})
