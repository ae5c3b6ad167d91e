import fc from 'fast-check'
import { goalsOf } from '../../src/capture/goal-file.ts'
import type { Reading } from '../../src/compat/formats/foreign-record.ts'
import { detectFormat, FORMATS, type Format, IMPORT_FORMATS } from '../../src/compat/formats/formats.ts'
import { readPendingText } from '../../src/compat/formats/learning-json.ts'
import { createToonReader, writeToon } from '../../src/compat/formats/org-patterns-toon.ts'
import { COLUMNS, listOf, type PatternRow } from '../../src/compat/formats/pattern-row.ts'
import {
  readCitations,
  readField,
  readFields,
  readOutcomesLine,
  writeCitations,
  writeField,
  writeOutcomesLine,
} from '../../src/compat/formats/run-logs.ts'
import { readSmallYaml, YamlProblem } from '../../src/compat/formats/small-yaml.ts'
import { parsed } from '../mutate.ts'
import { holds, holdsSame, type Target } from '../target.ts'

const AT = Date.UTC(2026, 0, 5)

const ROW: PatternRow = {
  id: 'P-001',
  category: 'mistake',
  summary: 'Check the token, "always": before it expires',
  confidence: 'high',
  seen_count: 5,
  success_rate: 0.85,
  flags: 'REVIEW',
  applies_to: 'builder|judge',
  context: 'auth|billing',
  repo: '*',
}

const OLD_ROW = 'P-001|org|pattern|auth_flow|high|5|0.85||impl-subagent,"Check token expiry"'

const TOON_WORDS = [
  'patterns[1]{id,category,summary,seen_count}:',
  'patterns[2|]{',
  'patterns:',
  '# Last updated: 2026-01-05T00:00:00Z\n',
  '\n  ',
  ',',
  '|',
  '\t',
  '"',
  '\\"',
  '\\u0000',
  '- ',
  ': ',
  '[1]',
  '{a}',
  'true',
  'null',
  '0.5',
  'mistake',
  'P-001,',
  'org|pattern|',
  ',"',
]

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', ',', '|', '"', 'a|b', '-', '5', 'true', '[1]: x', '# x', '\\', 'é'),
  },
)

const row = fc.record({
  id: text,
  category: fc.constantFrom('mistake', 'convention', 'pattern', 'insight'),
  summary: text,
  confidence: fc.constantFrom('high', 'medium', 'low'),
  seen_count: fc.nat(),
  success_rate: fc.double({ min: 0, max: 1, noNaN: true }),
  flags: fc.constantFrom('', 'REVIEW', 'STALE PRUNE'),
  applies_to: text,
  context: text,
  repo: text,
})

/** A file of shared patterns: whatever is read, what is written is read again as it was. */
const toon: Target = {
  name: 'toon',
  samples: [writeToon([ROW, { ...ROW, id: 'P-002' }], AT), `# old\n${OLD_ROW}\n`, JSON.stringify([ROW])],
  words: TOON_WORDS,
  made: fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => JSON.stringify(rows)),
  open: () => ({
    check: (input) => {
      readLines(FORMATS.toon, input)
      const rows = parsed(input)
      if (Array.isArray(rows) && rows.every(isRow)) holdsRoundTrip(rows)
    },
  }),
}

function isRow(value: unknown): value is PatternRow {
  const row = value as PatternRow
  return (
    typeof value === 'object' &&
    value !== null &&
    COLUMNS.join() === Object.keys(row).join() &&
    ['mistake', 'convention', 'pattern', 'insight'].includes(row.category) &&
    [row.id, row.summary, row.flags, row.applies_to, row.context, row.repo].every(isWritable) &&
    row.summary.trim() !== '' &&
    row.summary.length <= 2_000 &&
    Number.isInteger(row.seen_count) &&
    row.seen_count >= 0 &&
    row.seen_count <= 1_000_000_000 &&
    (row.success_rate === '' || (row.success_rate >= 0 && row.success_rate <= 1))
  )
}

/** What the format itself can hold: text of which nothing is cut in half. */
function isWritable(value: unknown): boolean {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value)
}

function holdsRoundTrip(rows: readonly PatternRow[]): void {
  const read = readLines({ by: 'line', reader: createToonReader }, writeToon(rows, AT))
  holds(read.length === rows.length, `${rows.length} rows were written and ${read.length} were read`)
  for (const [at, reading] of read.entries()) {
    holds(
      reading.kind === 'record' && reading.record.kind === 'pattern',
      `a row was not read: ${JSON.stringify(reading)}`,
    )
    const { text, sourceId, evidence, appliesTo } = reading.record
    const { id, summary, seen_count, success_rate, applies_to } = rows[at]!
    const names = listOf(applies_to)
    holdsSame(
      { text, sourceId, evidence, appliesTo },
      {
        text: summary.trim(),
        sourceId: id,
        evidence: { seenCount: seen_count, ...(success_rate === '' ? {} : { successRate: success_rate }) },
        appliesTo: names.length === 0 ? ['*'] : names,
      },
      'a row is read as it was written',
    )
  }
}

function readLines(format: Extract<Format, { by: 'line' }>, text: string): readonly Reading[] {
  const reader = format.reader('x')
  const lines = text.split(/\r?\n/)
  return [...lines.flatMap((line, i) => reader.line(line, i + 1)), ...reader.end()]
}

const OUTCOME =
  '2026-01-05T10:00:00Z|run-1|2|builder|close the handle|applied|src/a.ts:10, src/b.ts|0.8|keyword|swe-bench|1|0.9|build_passed'

/** The rows of logs. */
const logs: Target = {
  name: 'logs',
  samples: [
    OUTCOME,
    '2026-01-05T10:00:00Z|run-1|2|builder|close the handle|injected||unverified',
    '2026-01-05T10:00:00Z|run-1|2|builder|true|close the handle|src/a.ts:10',
    'run-1|2026-01-05T10:00:00Z|swe-bench|2|done|npm test',
  ],
  words: [
    '|',
    '%7C',
    '%0A',
    '%25',
    '%2C',
    '%3A',
    ',',
    ';',
    ':',
    ':10-12',
    'applied',
    'injected',
    'unverified',
    '0.5|keyword',
    'goal|1|0.5',
    'build_failed',
    '\n',
    '2026-02-30T10:00:00Z',
  ],
  open: () => ({
    check: (input) => {
      for (const name of ['outcomes-log', 'acknowledgments-log', 'runs-log', 'jsonl'] as const)
        readLines(FORMATS[name], input)
      for (const line of input.split('\n')) holdsRowStays(line)
      holdsSame(readField(writeField(input)), input, 'a field is read as it was written')
      holdsSame(readFields(writeField(input)).length, 1, 'a field stays one field')
      const places = readCitations(input)
      holdsSame(readCitations(writeCitations(places)), places, 'places are read as they were written')
    },
  }),
}

function holdsRowStays(line: string): void {
  const first = readOutcomesLine(line)
  if (first.kind !== 'record' || first.record.kind !== 'application') return
  const again = readOutcomesLine(writeOutcomesLine(first.record))
  holdsSame(again, { kind: 'record', record: first.record }, 'a row is read as it was written')
}

const JSON_SAMPLES = [
  {
    what_happened: 'x',
    why: 'y',
    pattern_to_remember: 'Always close the handle before removing',
    trigger: 'close',
    category: 'mistake',
    applies_to: ['*'],
    context: { file: 'a.ts', line: 3 },
    captured_at: '2026-01-05',
  },
  { no_learnings: true, reason: 'nothing' },
  {
    schema_version: 1,
    learnings: [{ pattern_to_remember: 'Always close the handle before removing', category: 'mistake' }],
  },
  { version: 1, outcomes: [{ runId: 'r1', result: 'success' }] },
  { patterns: [ROW] },
  {
    bead_id: 'b1',
    duration_ms: 10,
    error_count: 0,
    retry_count: 0,
    success: true,
    strategy: 'file-based',
    timestamp: '2026-01-05T10:00:00Z',
  },
  { criterion: 'type_safe', type: 'helpful', timestamp: '2026-01-05', raw_value: 1 },
  { pattern_id: 'p1', state: 'proven', helpful_count: 5, harmful_count: 0, last_validated: '2026-01-05' },
  { pattern_id: 'p1', type: 'harmful', weight: 0.5, timestamp: '2026-01-05' },
  {
    id: 'p1',
    content: 'Split by file',
    kind: 'pattern',
    success_count: 1,
    failure_count: 0,
    is_negative: false,
    tags: ['a'],
  },
  { error_type: 'timeout', message: 'too slow', bead_id: 'b1', timestamp: '2026-01-05', resolved: false },
  { bead_id: 'b1', strike_count: 2, failures: [{ attempt: 'a', reason: 'b', timestamp: '2026-01-05' }] },
  { goal: 'swe-bench', run_id: 'r1', success: true, score: 1, metrics: { a: 1 } },
  { status: 'passed', iteration: 1, run_id: 'r1', timestamp: '2026-01-05T10:00:00Z' },
  { role: 'judge', response: 'Always close the handle.' },
  { verdict: 'PASS' },
  {
    runId: 'r1',
    result: 'failure',
    failureType: 'auth',
    adapters: ['git'],
    qualityScore: 0.5,
    retryCount: 1,
    createdAt: '2026-01-05T10:00:00Z',
  },
]

/** The JSON files of other systems. */
const json: Target = {
  name: 'json-import',
  samples: JSON_SAMPLES.map((value) => JSON.stringify(value)),
  words: [...new Set(JSON_SAMPLES.flatMap((value) => Object.keys(value)))],
  open: () => ({
    check: (input) => {
      for (const { kind, ...rest } of FORMATS.json.read(input, 'builder-1.json'))
        if (kind !== 'record') holds('reason' in rest && rest.reason !== '', 'what is not taken over says why')
      readPendingText(input, 'builder-1.json')
      for (const name of ['x', 'outcomes.log', 'a.toon', '42-judge-1.md']) {
        const format = detectFormat(name, input)
        holds(format === undefined || IMPORT_FORMATS.includes(format), 'a format is one that is known')
      }
    },
  }),
}

/** Settings of other systems, in the small part of YAML that is read. */
const yaml: Target = {
  name: 'yaml',
  samples: [
    'active_goal: swe-bench\ngoals:\n  swe-bench:\n    description: "Make the tests pass"\n    pattern_priority: [mistake, insight]\n    success_criteria: {type: binary, test_command: "npm test"}\n    metrics:\n      - tests_passed\n',
    'max_runs: 10\nmax_sessions: 5 # few\nmax_log_lines: 1000\n',
  ],
  words: [
    'a:',
    ' b',
    '- ',
    '-',
    '\n',
    '\n  ',
    '\n    ',
    '[',
    ']',
    '{',
    '}',
    ',',
    ': ',
    '"',
    "'",
    "''",
    '\\',
    '#',
    ' #',
    '&a',
    '*a',
    '!x',
    '|',
    '>',
    '<<:',
    '---',
    '%',
    '~',
    'true',
    '1.5',
    '\t',
    '\r\n',
    'active_goal:',
    'goals:',
  ],
  open: () => ({
    check: (input) => {
      FORMATS.goal.read(input)
      FORMATS.retention.read(input)
      try {
        for (const goal of goalsOf(readSmallYaml(input)).goals) holds(goal.name !== undefined, 'a goal has a name')
      } catch (error) {
        if (!(error instanceof YamlProblem)) throw error
      }
    },
  }),
}

export const INTERCHANGE: readonly Target[] = [toon, logs, json, yaml]
