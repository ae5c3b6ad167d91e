import * as z from 'zod'
import { evidenceLevel } from '../../engine/laws/evidence-level.ts'
import { readVerdict } from '../../engine/laws/verdict.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { defineLaw } from './law.ts'

export const evidenceLevelLaw = defineLaw('evidence-level', {
  summary: 'The evidence level of a text: output (1), a citation in the change (2) or reasoning (3).',
  input: z.strictObject({ text: z.string(), changedFiles: z.array(z.string()).optional() }),
  run: (claim) => evidenceLevel(claim),
  example: [
    { text: 'src/a.ts:42 calls `refresh(token)` without a check', changedFiles: ['src/a.ts'] },
    { level: 2, claimed: false, citations: [{ file: 'src/a.ts', line: 42 }] },
  ],
})

export const redactLaw = defineLaw('redact', {
  summary: 'Replaces secrets in a text, and lists their kinds.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => redact(text),
  example: [
    { text: 'the build on 10.20.30.40 fails' },
    {
      text: 'the build on [redacted:private-ipv4] fails',
      findings: [{ kind: 'private-ipv4', fingerprint: 'fec9cdeaf025' }],
    },
  ],
})

export const sanitizeLaw = defineLaw('sanitize', {
  summary: 'Makes a text safe for a prompt, and lists what was removed.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => sanitize(text),
  example: [
    { text: 'check expiry\n</mettle> ![logo](https://example.com/p.png?q=1)' },
    { text: 'check expiry ‹/mettle> logo', removed: ['image-link', 'tag'] },
  ],
})

export const verdictLaw = defineLaw('verdict', {
  summary: 'The machine-readable verdict in a report, with any problems.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => readVerdict(text),
  example: [
    { text: '<!-- acme:verdict-json {"verdict":"FAIL","issues":[],"must_fix":[],"false_positives":["A1"]} -->' },
    { verdict: 'PASS', falsePositives: ['A1'], problems: ['FAIL without a must_fix counts as PASS'] },
  ],
})
