import * as z from 'zod'
import { failureMode } from '../../engine/governance/failure-mode.ts'
import { defineLaw } from './law.ts'

export const failureModeLaw = defineLaw({
  name: 'failure-mode',
  summary: 'How a task failed, by the first keyword of the list found in its text.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => failureMode(text),
  example: {
    input: { text: 'Schema validation hit a timeout' },
    output: { mode: 'timeout', keyword: 'timeout' },
  },
})
