import { describe, expect, it } from 'vitest'
import { LESSON } from '../../../../test/worlds/test-loop.ts'
import { classificationPrompt } from '../../../capture/classify.ts'
import { estimateTokens } from '../../../engine/text/tokens.ts'
import type { LearningRecord } from '../../../projection/documents/documents.ts'
import type { Model } from '../project-access.ts'
import { modelLabeller } from './steps.ts'

const RECORD = { learning: { agent: 'builder', lesson: LESSON } } as LearningRecord
const PROMPT = estimateTokens(classificationPrompt(RECORD.learning))
const label = (more: object = {}) =>
  JSON.stringify({ status: 'approved', category: 'insight', strength: 'rule', reason: 'so it is', ...more })

type Answer = Awaited<ReturnType<Model['ask']>>
async function asked(answers: readonly Answer[], limits: Partial<Model> = {}) {
  let calls = 0
  const { label, use } = modelLabeller({
    name: 'small',
    mostCalls: 10,
    mostTokens: 100_000,
    answerTokens: 100,
    ask: async () => answers[calls++]!,
    ...limits,
  })
  const labels = []
  for (const _ of answers) labels.push(await label(RECORD))
  return { labels, use, calls }
}

describe('a model that labels', () => {
  it('is asked no more once what it may spend would be exceeded', async () => {
    const answer = { text: label(), tokens: 300 }
    const enough = await asked([answer, answer], { mostTokens: 300 + PROMPT + 100 })
    expect(enough.use).toMatchObject({ calls: 2, tokens: 600, labelled: 2, fallbacks: {} })
    const mostTokens = 300 + PROMPT + 99
    const short = await asked([answer, answer], { mostTokens })
    expect(short.calls).toBe(1)
    expect(short.labels[1]).toEqual({ fallback: `the limit of ${mostTokens} tokens is reached` })
  })

  it('is not asked at all where one question would cost more', async () => {
    const { calls, use } = await asked([{ text: label() }], { mostTokens: PROMPT + 99 })
    expect([calls, use.calls, use.tokens]).toEqual([0, 0, 0])
  })

  it('is asked so many times at most, and the rules say how often they spoke instead', async () => {
    const answer = { text: label() }
    const { calls, use } = await asked([answer, answer, answer], { mostCalls: 1 })
    expect(calls).toBe(1)
    expect(use.fallbacks).toEqual({ 'the limit of 1 calls is reached': 2 })
  })

  it('spends what it says, else what its words come to, and what was expected where it fails', async () => {
    const text = label()
    expect((await asked([{ text, tokens: 7 }])).use.tokens).toBe(7)
    expect((await asked([{ text }])).use.tokens).toBe(PROMPT + estimateTokens(text))
    const failed = await asked([{ problem: 'it is away' }])
    expect(failed.use).toMatchObject({ tokens: PROMPT + 100, labelled: 0, fallbacks: { 'it is away': 1 } })
  })

  it('is named with its label', async () => {
    const { labels } = await asked([{ text: label() }])
    expect(labels).toEqual([
      { by: 'model:small', status: 'approved', category: 'insight', strength: 'rule', reason: 'so it is' },
    ])
  })
})
