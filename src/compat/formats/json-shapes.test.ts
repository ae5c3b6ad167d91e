import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectFormat, FORMATS, type Format, IMPORT_FORMATS } from './formats.ts'
import { readJson } from './json-shapes.ts'

const read = (value: unknown, name = 'x.json') => readJson(JSON.stringify(value), name)
const AT = '2024-12-12T00:00:00Z'

describe('JSON of other systems', () => {
  it.each([
    [
      'a pending learning',
      { what_happened: 'a', pattern_to_remember: 'Run the migrations before the tests' },
      { kind: 'learning', agent: 'plan-writer', appliesTo: ['*'] },
    ],
    [
      'a task outcome',
      { bead_id: 'bd-123.1', duration_ms: 1, error_count: 0, retry_count: 0, success: true, timestamp: AT },
      { kind: 'outcome', outcome: { run: 'bd-123', task: 'bd-123.1', result: 'success' } },
    ],
    [
      'feedback on a criterion',
      { criterion: 'type_safe', type: 'helpful', timestamp: AT, raw_value: 0.5 },
      { kind: 'feedback', subject: 'criterion', weight: 0.5 },
    ],
    [
      'feedback on a pattern',
      { pattern_id: 'p', type: 'harmful', timestamp: AT },
      { kind: 'feedback', subject: 'pattern', weight: 1 },
    ],
    [
      'a maturity record',
      { pattern_id: 'p', state: 'proven', helpful_count: 6, harmful_count: 0, last_validated: AT },
      { kind: 'claim', label: 'proven', evidence: { helpful: 6, harmful: 0 } },
    ],
    [
      'an anti-pattern',
      {
        id: 'anti-1',
        content: 'AVOID: Split by file type',
        kind: 'anti_pattern',
        success_count: 2,
        failure_count: 5,
      },
      { kind: 'pattern', polarity: 'avoid', evidence: { successes: 2, failures: 5 } },
    ],
    [
      'an error',
      { id: 'e', bead_id: 'bd-1', error_type: 'validation', message: 'm', timestamp: AT, resolved: true },
      { kind: 'error', task: 'bd-1', resolved: true },
    ],
    [
      'strikes',
      { bead_id: 'bd-1', strike_count: 1, failures: [{ attempt: 'a', reason: 'r', timestamp: AT }] },
      { kind: 'strikes', failures: [{ attempt: 'a' }] },
    ],
    [
      'a graded run',
      {
        runId: 'r',
        status: 'failed',
        success: false,
        retryCount: 0,
        qualityScore: 0,
        adaptersUsed: ['github'],
        dominantFailureType: 'auth',
      },
      { kind: 'graded', record: { runId: 'r' } },
    ],
    [
      'a reviewed run',
      { runId: 'r', result: 'success', postExecutionScore: 0.9, riskLevel: 'low' },
      { kind: 'graded' },
    ],
    [
      'a goal result',
      { goal: 'g', run_id: 'r', success: true, score: 0.67, metrics: { iterations: 2, note: 'x' } },
      { kind: 'goal', metrics: { iterations: 2 } },
    ],
    [
      'a build result',
      { status: 'passed', timestamp: AT, iteration: '3', run_id: 'r' },
      { kind: 'build', iteration: 3, passed: true },
    ],
    ['a deliberation', { role: 'judge', response: 'text' }, { kind: 'deliberation' }],
    [
      'a bare verdict',
      { verdict: 'PASS', issues: [] },
      { kind: 'deliberation', text: expect.stringContaining('```verdict-json') },
    ],
  ])('holds %s', (_what, value, record) => {
    expect(read(value, 'plan-writer-a1.json')).toMatchObject([{ kind: 'record', record }])
  })

  it('of a goal keeps the figures that are numbers', () => {
    const goal = { goal: 'green', run_id: 'r1', success: true, score: 1 }
    const [one] = read({ ...goal, metrics: { tests: 4, coverage: '80 %', flaky: null } })
    expect(one).toMatchObject({ record: { kind: 'goal' } })
    expect((one as unknown as { record: { metrics: object } }).record.metrics).toEqual({ tests: 4 })
  })

  it('is read entry by entry where it is a list, or a store of many', () => {
    const outcome = { runId: 'r', status: 'success', qualityScore: 1 }
    expect(read([outcome, { name: 'x' }])).toMatchObject([{ kind: 'record' }, { kind: 'unknown' }])
    expect(read({ version: 1, outcomes: [outcome, null], reliability: [{}] })).toMatchObject([
      { kind: 'record' },
      { kind: 'refused' },
      { kind: 'passed', reason: expect.stringContaining('computed again') },
    ])
    const learnings = [
      {
        id: 'L-001',
        category: 'mistake',
        summary: 'Close the handle before the folder goes',
        validation: { status: 'reworded' },
      },
      { validation: { status: 'rejected' } },
    ]
    expect(read({ schema_version: '1.0', run_id: 'r', iteration: 1, learnings })).toMatchObject([
      { kind: 'record', record: { run: 'r' } },
      { kind: 'passed' },
    ])
  })

  it.each([
    [
      { bead_id: 'b', duration_ms: -1, error_count: 0, retry_count: 0, success: true },
      'duration_ms: must be at least 0',
    ],
    [{ criterion: 'c', type: 'helpful', timestamp: 'soon' }, "'soon' is no time"],
    [{ pattern_to_remember: 'too short' }, 'at least 20 characters'],
  ])('is refused by the name of its field: %j', (value, reason) => {
    expect(read(value)).toMatchObject([{ kind: 'refused', reason: expect.stringContaining(reason) }])
  })

  it.each([
    ['thresholds', { highRiskApprovalThreshold: { before: 0.75, after: 0.8 } }, 'computed again'],
    ['statistics of skills', { a: { skillId: 'a', runs: 2, score: -0.75 } }, 'computed again'],
    ['a report of a cycle', { summary: 's', policyDiff: {} }, 'computed again'],
    ['relevance', { pattern_id: 'P-001', score: 0.4, method: 'context_tags' }, 'computed again'],
    ['an event of a journal', { payloadDigest: 'd', previousHash: 'p', hash: 'h' }, 'mettle push and pull'],
  ])('is passed over with the reason where it is no fact to take: %s', (_what, value, reason) => {
    expect(read(value)).toMatchObject([{ kind: 'passed', reason: expect.stringContaining(reason) }])
  })

  it('is refused when a text is no text, or when it is nested too deep', () => {
    expect(readJson('{"pattern_to_remember":"half a pair \\ud800 in a long text"}', 'x')).toMatchObject([
      { kind: 'refused', reason: expect.stringContaining('surrogate') },
    ])
    expect(readJson('['.repeat(5_000) + ']'.repeat(5_000), 'x')).toMatchObject([
      { kind: 'refused', reason: expect.stringContaining('deeper') },
    ])
    expect(readJson('{', 'x')).toMatchObject([{ kind: 'refused', reason: expect.stringContaining('not valid JSON') }])
  })

  it('of no known shape is told as such, and a prototype in it is a key', () => {
    expect(read({ name: 'mettle', version: '1' })).toMatchObject([{ kind: 'unknown' }])
    expect(readJson('{"__proto__":{"runId":"r","status":"success"}}', 'x')).toMatchObject([{ kind: 'unknown' }])
    expect(({} as Record<string, unknown>).runId).toBeUndefined()
  })
})

describe('a file', () => {
  it.each([
    ['org-patterns.toon', '', 'toon'],
    ['x.txt', 'patterns[1]{id,summary}:\n  a,b', 'toon'],
    ['old', 'P-001|org|pattern|t|high|5|0.85||a,"Check"', 'toon'],
    ['outcomes.log', '', 'outcomes-log'],
    ['my.log', '2024-01-15T10:00:00Z|r|1|a|t|injected|', 'outcomes-log'],
    ['my.log', '2024-01-15T10:00:00Z|r|1|a|true|t|e', 'acknowledgments-log'],
    ['my.log', 'run-1|2024-01-15T10:00:00Z|g|1|completed', 'runs-log'],
    ['settings.yml', 'max_runs: 3', 'retention'],
    ['x', '{"a":1}\n{"b":2}\n', 'jsonl'],
    ['x', '{\n"a":1}', 'json'],
    ['42-judge-1.md', 'text', 'deliberation'],
    ['my.log', '# runs of today\n\nrun-1|2024-01-15T10:00:00Z|#7|1|completed', 'runs-log'],
    ['x.txt', '# nothing\n# but comments', undefined],
    ['x.ts', 'const a = 1', undefined],
    ['x.toon', 'a\0b', undefined],
  ])('%s that begins with %j is %s', (name, head, format) => {
    expect(detectFormat(name, head)).toBe(format)
  })

  it('of any bytes is read as any format without a fault', () => {
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
      fc.json(),
      fc
        .array(
          fc.constantFrom(
            'patterns[1]{id,category,summary,seen_count}:\n',
            '  a,pattern,b,1\n',
            '|',
            '\n',
            '"',
            '{',
            '}',
            ':',
            'P-1|o|p|t|h|1|1||a,"',
            '2024-01-15T10:00:00Z',
            'applied',
          ),
          { maxLength: 30 },
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(fc.constantFrom(...IMPORT_FORMATS), anyBytes, (name, text) => {
        const format: Format = FORMATS[name]
        if (format.by === 'file') return void format.read(text, 'a.json')
        const reader = format.reader('a')
        for (const [i, line] of text.split('\n').entries()) reader.line(line, i + 1)
        reader.end()
      }),
      { numRuns: 3_000 },
    )
  })
})
