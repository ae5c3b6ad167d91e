import { readDeliberation } from '../../src/capture/deliberation-file.ts'
import { readPatterns } from '../../src/capture/extract-patterns.ts'
import { findingTexts, textsByFinding } from '../../src/capture/findings.ts'
import { readAcknowledgement } from '../../src/capture/restated-patterns.ts'
import { hardRejection, junkReason } from '../../src/capture/why-not-a-lesson.ts'
import { readVerdict } from '../../src/engine/laws/verdict.ts'
import { changedLines } from '../../src/engine/text/code-citations.ts'
import { holds, holdsSame, type Target, unlessRefused } from '../target.ts'

const VERDICT = `<!-- inspector:verdict-json {"verdict":"FAIL","issues":[{"id":"J1","severity":"HIGH","summary":"The token is never renewed",
"location":"src/auth.ts:42","root_cause":"no refresh","fix_hint":"renew it"}],"must_fix":["J1"],"false_positives":["L2"]} -->`

const REPORT = `# Review of the payment change

## Findings
- **J1** (HIGH) src/auth.ts:42: the token is never renewed, because \`refresh()\` is not called.
- L2: a false positive; the handle is closed in \`finally\`.

\`\`\`
$ npm test
 FAIL  src/auth.test.ts > renews the token
Tests  1 failed | 3 passed (4)
\`\`\`

## Patterns
Always renew the token before it expires, otherwise every call after an hour fails.
Never swallow the error of a refresh: log it and rethrow.

${VERDICT}
`

const FILE = JSON.stringify({
  role: 'judge',
  timestamp: '2026-01-05T10:00:00Z',
  status: 'done',
  response: REPORT,
  model: 'some-model',
  issue: 42,
  phase: 'review',
  duration_ms: 1200,
  tokens: { input: 10, output: 20 },
  labels: ['auth', 'billing'],
  iteration: 1,
})

const WORDS = [
  '<!--',
  '-->',
  'judge:verdict-json',
  '<!-- a:verdict-json {',
  '```verdict-json\n',
  '```',
  '~~~',
  '    ',
  '"verdict":',
  '"PASS"',
  '"FAIL"',
  '"must_fix":[',
  '"issues":[{"id":',
  '"severity":"CRITICAL"',
  '[J1]',
  'J1',
  '- **J1**',
  '**',
  '__',
  '*',
  '_',
  '`',
  '[a](b)',
  '![',
  '](',
  '<b>',
  '## Patterns\n',
  '# ',
  '> ',
  '1. ',
  '| a | b |\n',
  '---\n',
  'Always ',
  'Never ',
  'because ',
  'instead of ',
  '. ',
  'e.g. ',
  '... ',
  'src/a.ts:10',
  'false positive',
  '<mettle>',
  '</mettle>',
  '=== HISTORICAL PATTERNS',
  'Supersedes: ',
] as const

/** The verdict at the end of a report. */
const verdict: Target = {
  name: 'verdict',
  samples: [VERDICT, `\`\`\`verdict-json\n{"verdict": "PASS"}\n\`\`\``, REPORT],
  words: WORDS,
  open: () => ({
    check: (input) => {
      const read = readVerdict(input)
      holds(['PASS', 'FAIL', 'none'].includes(read.verdict), 'a verdict is PASS, FAIL or none')
      holds(read.verdict !== 'FAIL' || read.mustFix.length > 0, 'FAIL names something to fix')
      holds(read.verdict !== 'none' || read.problems.length > 0, 'no verdict says why')
      holdsSame(read, readVerdict(input), 'the same text has the same verdict')
    },
  }),
}

/** A report of a role, as a pipeline's file or as Markdown, with all that is taken out of it. */
const deliberation: Target = {
  name: 'deliberation',
  samples: [REPORT, FILE, `{"role":"judge","text":"Always close the handle."}`],
  words: [...WORDS, '"response":"', '"role":', '"timestamp":', '"tokens":{', '"labels":["'],
  open: () => ({
    check: (input) => {
      const read = unlessRefused(() => readDeliberation(input, { name: '42-judge-1.json' }))
      const text = read?.text ?? input
      for (const { text: pattern } of readPatterns(text).patterns) holds(pattern !== '', 'a pattern says something')
      findingTexts(text, ['J1', 'L2'])
      textsByFinding(text, ['J1', 'L2'])
      hardRejection(text)
      junkReason(text)
    },
  }),
}

/** The last message of an agent. */
const acknowledgement: Target = {
  name: 'acknowledgement',
  samples: [
    'LEARNINGS_ACKNOWLEDGED\nApplied: "close the handle" -> [done at src/db.ts:12]',
    'LEARNINGS_ACKNOWLEDGED: no_learnings (nothing fits)',
  ],
  words: ['LEARNINGS_ACKNOWLEDGED', ': no_learnings (', 'Applied: ', '"', '“', ' -> ', '→ ', ': ', '[', ']', ...WORDS],
  open: () => ({
    check: (input) => {
      const { applied, none } = readAcknowledgement(input)
      holds(none === undefined || applied.length === 0, 'who applied something did not apply nothing')
      for (const { summary, evidence } of applied) {
        holds(summary.trim() !== '', 'a claim names a pattern')
        holds(evidence.length <= 200, 'evidence is bounded')
      }
    },
  }),
}

/** What git says of a change. */
const diff: Target = {
  name: 'diff',
  samples: ['@@ -5,2 +4,0 @@\n-a\n-b\n@@ -10 +9,3 @@ function x() {\n+a\n+b\n+c\n'],
  words: ['@@ ', '-1,2 ', '+3,4 ', '@@', '\n', '+', '-', '9'.repeat(30), 'diff --git a/x b/x\n', '\\ No newline'],
  open: () => ({
    check: (input) => {
      for (const { from, to } of changedLines(input)) holds(from <= to, 'a range has an order')
    },
  }),
}

export const REPORTS: readonly Target[] = [verdict, deliberation, acknowledgement, diff]
