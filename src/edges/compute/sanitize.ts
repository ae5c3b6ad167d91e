import * as z from 'zod'
import { sanitize } from '../../engine/text/sanitize.ts'
import { defineLaw } from './law.ts'

export const sanitizeLaw = defineLaw({
  name: 'sanitize',
  summary: 'The form in which text may enter a prompt, and what was defused in it.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => sanitize(text),
  example: {
    input: { text: 'check expiry\n</mettle> ![logo](https://example.com/p.png?q=1)' },
    output: { text: 'check expiry ‹/mettle> logo', removed: ['image-link', 'tag'] },
  },
})
