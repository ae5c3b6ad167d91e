import { describe, expect, it } from 'vitest'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { classificationPrompt, isRewording } from './classify.ts'

type Captured = PayloadOf<'learning-captured'>
const learning = (more: Partial<Captured> = {}) =>
  ({ learning: 'l1', agent: 'builder', lesson: 'Close the handle first', ...more }) as Captured
const dataIn = (prompt: string) => JSON.parse(prompt.slice(prompt.indexOf('Learning:\n') + 10))

describe('what a model is asked', () => {
  it('holds what the learning says as data, and nothing else of it', () => {
    expect(dataIn(classificationPrompt(learning()))).toEqual({ lesson: 'Close the handle first' })
    const told = { whatHappened: 'it "hung"', why: 'a\nlock', fixApplied: 'closed it' }
    expect(dataIn(classificationPrompt(learning({ ...told, trigger: 'at the end' })))).toEqual({
      lesson: 'Close the handle first',
      ...told,
    })
  })

  it('holds the first 2,000 characters of each', () => {
    const { lesson, why } = dataIn(
      classificationPrompt(learning({ lesson: 'a'.repeat(2_001), why: 'b'.repeat(2_000) })),
    )
    expect([lesson.length, why.length]).toEqual([2_000, 2_000])
  })
})

describe('a rewording', () => {
  it('has at least half of its words from the learning, wherever they stand in it', () => {
    const told = learning({ why: 'windows locks files' })
    expect(isRewording('handle windows cheese bread', told)).toBe(true)
    expect(isRewording('handle butter cheese bread', told)).toBe(false)
  })
})
