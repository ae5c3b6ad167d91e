import * as z from 'zod'
import { strategiesIn } from '../../engine/laws/strategies.ts'
import { defineLaw } from './law.ts'

export const strategiesLaw = defineLaw({
  name: 'strategies',
  summary: 'The ways of cutting up a task that a plan names.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => ({ strategies: strategiesIn(text) }),
  example: {
    input: { text: "We'll split by file type, one file per subtask" },
    output: { strategies: ['Split by file type', 'One file per subtask'] },
  },
})
