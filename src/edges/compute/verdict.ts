import * as z from 'zod'
import { readVerdict } from '../../engine/laws/verdict.ts'
import { defineLaw } from './law.ts'

export const verdictLaw = defineLaw({
  name: 'verdict',
  summary: 'The machine-readable verdict in a report, with what is wrong with it.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => readVerdict(text),
  example: {
    input: {
      text: '<!-- acme:verdict-json {"verdict":"FAIL","issues":[],"must_fix":[],"false_positives":["A1"]} -->',
    },
    output: { verdict: 'PASS', falsePositives: ['A1'], problems: ['FAIL without a must_fix counts as PASS'] },
  },
})
