import * as z from 'zod'
import { redact } from '../../engine/secrets/redact.ts'
import { defineLaw } from './law.ts'

export const redactLaw = defineLaw({
  name: 'redact',
  summary: 'A text without its secrets, and what kinds they were.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => redact(text),
  example: {
    input: { text: 'the build on 10.20.30.40 fails' },
    output: {
      text: 'the build on [redacted:private-ipv4] fails',
      findings: [{ kind: 'private-ipv4', fingerprint: 'fec9cdeaf025' }],
    },
  },
})
