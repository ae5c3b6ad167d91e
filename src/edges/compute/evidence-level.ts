import * as z from 'zod'
import { evidenceLevel } from '../../engine/laws/evidence-level.ts'
import { defineLaw } from './law.ts'

export const evidenceLevelLaw = defineLaw({
  name: 'evidence-level',
  summary: 'How firmly a text is grounded: output (1), a citation in the change (2) or reasoning (3).',
  input: z.strictObject({ text: z.string(), changedFiles: z.array(z.string()).optional() }),
  run: (claim) => evidenceLevel(claim),
  example: {
    input: { text: 'src/a.ts:42 calls `refresh(token)` without a check', changedFiles: ['src/a.ts'] },
    output: { level: 2, claimed: false, citations: [{ file: 'src/a.ts', line: 42 }] },
  },
})
