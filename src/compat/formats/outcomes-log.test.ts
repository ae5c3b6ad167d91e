import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Application } from './foreign-record.ts'
import { isPlainGoal, readOutcomesLine, writeOutcomesLine } from './run-logs.ts'

const line = (text: string) => readOutcomesLine(text)
const FULL =
  '2024-01-15T10:00:00Z|20240115-100000-ab12cd34|1|implementation-subagent|Always check token expiry|applied|src/foo.ts:10|0.8|context_tags|reduce-failures|1|0.75'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom('a|b', 'null', 'true', '0', 'unverified', 'build_passed', '%7C', 'x\ny', '\\', '"'),
)
const anyFile = anyText.filter((file) => file.trim() !== '')
const anyRow: fc.Arbitrary<Application> = fc
  .record(
    {
      at: fc.integer({ min: 0, max: 253_402_300_799 }).map((seconds) => seconds * 1_000),
      run: anyText,
      iteration: fc.nat(1_000_000),
      agent: anyText,
      trigger: anyText.filter((text) => text.trim() !== ''),
      status: fc.constantFrom('applied' as const, 'injected' as const),
      citations: fc.array(
        fc.record({ file: anyFile, line: fc.integer({ min: 1, max: 9_999_999 }) }, { requiredKeys: ['file'] }),
        { maxLength: 3 },
      ),
      verified: fc.boolean(),
      relevance: fc.record({
        score: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
        method: fc.constantFrom('context_tags', 'words'),
      }),
      goal: fc.record({
        name: anyText.filter(isPlainGoal),
        success: fc.boolean(),
        score: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      }),
      build: fc.constantFrom('passed' as const, 'failed' as const),
    },
    { requiredKeys: ['at', 'run', 'iteration', 'agent', 'trigger', 'status', 'citations', 'verified'] },
  )
  .map((row) => ({ kind: 'application' as const, ...row }))

describe('a row of outcomes.log', () => {
  it('is read with what the steps after the run have added', () => {
    expect(line(FULL)).toEqual({
      kind: 'record',
      record: {
        kind: 'application',
        at: Date.UTC(2024, 0, 15, 10),
        run: '20240115-100000-ab12cd34',
        iteration: 1,
        agent: 'implementation-subagent',
        trigger: 'Always check token expiry',
        status: 'applied',
        citations: [{ file: 'src/foo.ts', line: 10 }],
        verified: true,
        relevance: { score: 0.8, method: 'context_tags' },
        goal: { name: 'reduce-failures', success: true, score: 0.75 },
      },
    })
  })

  it.each([
    ['2024-01-15T10:00:00Z|r|1|a|t|applied|src/a.ts:1|unverified|build_failed', { verified: false, build: 'failed' }],
    ['2024-01-15T10:00:00Z|r|1|a|t|injected|', { status: 'injected', citations: [], verified: true }],
    ['2024-01-15T10:00:00Z|r|1|a|t|applied||goal|0|0.5', { goal: { name: 'goal', success: false, score: 0.5 } }],
    [
      '2024-01-15 10:00:00|r|1|a|t|applied||0.4|context_tags|build_passed',
      { relevance: { score: 0.4, method: 'context_tags' }, build: 'passed' },
    ],
  ])('is read as far as it goes: %s', (text, expected) => {
    expect(line(text)).toMatchObject({ kind: 'record', record: expected })
  })

  it.each([
    ['a|b', 'and this one 2'],
    ['yesterday|r|1|a|t|applied|', "timestamp: 'yesterday'"],
    ['2024-01-15T10:00:00Z|r|one|a|t|applied|', "iteration: 'one'"],
    ['2024-01-15T10:00:00Z|r|1|a|t|used|', "status: 'used'"],
    ['2024-01-15T10:00:00Z|r|1|a||applied|', 'trigger'],
    ['2024-01-15T10:00:00Z|r|1|a|t|applied||what|is|this', "'what|is|this'"],
    ['9999999-01-15T10:00:00Z|r|1|a|t|applied|', 'timestamp'],
  ])('is refused by the name of its field: %s', (text, reason) => {
    expect(line(text)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) })
  })

  it('comes back as it was written, whatever its texts hold', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const text = writeOutcomesLine(row)
        expect(text).not.toMatch(/[\n\r]/)
        expect(readOutcomesLine(text)).toEqual({ kind: 'record', record: row })
      }),
      { numRuns: 2_000 },
    )
  })
})
