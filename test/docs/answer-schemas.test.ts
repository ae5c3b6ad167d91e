import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { answerSchemas } from '../../scripts/docs/answer-schemas.ts'

it('the schemas of answers are what the types of the verbs say; `npm run docs` writes them', () => {
  const written = readFileSync(new URL('../../src/loop/verbs/answers.json', import.meta.url), 'utf8')
  expect(written).toBe(answerSchemas())
}, 120_000)
