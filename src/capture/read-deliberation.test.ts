import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../domain/user-error.ts'
import { readDeliberation } from './deliberation-file.ts'

const VERDICT =
  '<!-- jkz:verdict-json\n{"verdict":"FAIL","issues":[{"id":"J1","severity":"HIGH"}],"must_fix":["J1"]}\n-->'
const FILE = {
  role: 'judge',
  timestamp: '2026-04-10T12:48:21.988Z',
  status: 'ok',
  response: `The pool leaks.\n${VERDICT}`,
  model: 'some-model',
  endpoint: 'https://example.org',
  pr: 57,
  issue: 42,
  phase: 'reviewing',
  command: 'review',
  duration_ms: 81234,
  tokens: { input: 10, output: 20 },
}

describe('the file of a pipeline', () => {
  it('gives every field that the journal keeps', () => {
    expect(readDeliberation(JSON.stringify(FILE))).toEqual({
      text: FILE.response,
      role: 'judge',
      phase: 'reviewing',
      issue: '42',
      pr: '57',
      command: 'review',
      status: 'ok',
      model: 'some-model',
      endpoint: 'https://example.org',
      durationMs: 81234,
      tokens: { input: 10, output: 20 },
      occurredAt: Date.parse(FILE.timestamp),
      verdict: 'FAIL',
      evidenceLevel: 3,
      evidenceReason: 'neither execution output nor a file:line citation',
    })
  })

  it('lets its name say the issue, the role and the iteration, and the caller say otherwise', () => {
    const content = JSON.stringify({ response: 'The pool leaks.' })
    const name = 'state/deliberations/42-research-auditor-3.json'
    expect(readDeliberation(content, { name })).toMatchObject({
      issue: '42',
      role: 'research-auditor',
      iteration: 3,
    })
    expect(readDeliberation(content, { name, role: 'lens' }).role).toBe('lens')
  })

  it.each([
    ['{"role": "judge"', /not valid JSON/],
    ['{"role": "judge"}', /no 'response'/],
    [{ ...FILE, response: 7 }, /'response' is not a text/],
    [{ ...FILE, tokens: 'many' }, /'tokens'/],
    [{ ...FILE, tokens: { input: -1 } }, /'input' is not a number/],
    [{ ...FILE, duration_ms: 'long' }, /'duration_ms'/],
    [{ ...FILE, timestamp: 'yesterday' }, /'timestamp' is no time: yesterday/],
    [{ ...FILE, labels: [1] }, /'labels'/],
    [{ ...FILE, role: null }, /whose it is/],
    [{ ...FILE, response: '  ' }, /no 'response'/],
  ])('is refused with the name of the problem: %j', (content, problem) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    expect(() => readDeliberation(text)).toThrow(problem)
    expect(() => readDeliberation(text)).toThrow(UserError)
  })
})

describe('plain Markdown', () => {
  it('is a deliberation of the role that the caller names', () => {
    expect(readDeliberation('# Review\n\nThe pool leaks.', { role: 'judge' })).toMatchObject({
      role: 'judge',
      verdict: 'none',
    })
  })

  it('may be too long', () => {
    expect(() => readDeliberation('a'.repeat(1_048_577), { role: 'judge' })).toThrow('1048577 characters')
  })
})

describe('evidence', () => {
  const shown = '`pool.end()` is missing in src/pool.ts:4.\n\n```\n$ npm test\n3 failed\n```\n'
  const read = (changedFiles: string[], isTrusted = false) =>
    readDeliberation(shown, { role: 'judge', changedFiles, isTrusted: () => isTrusted }).evidenceLevel

  it('of shown output is level 1 only when it is confirmed, else what its citations give', () => {
    expect([read(['src/pool.ts'], true), read(['src/pool.ts']), read(['src/other.ts'])]).toEqual([1, 2, 3])
  })

  it('is not taken from what was injected', () => {
    const text = '<mettle>src/pool.ts:4 lacks `pool.end()`</mettle> I think so too.'
    expect(readDeliberation(text, { role: 'judge', changedFiles: ['src/pool.ts'] }).evidenceLevel).toBe(3)
  })
})

it('answers any text with a deliberation or a UserError', () => {
  const content = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.json(),
    fc.json().map((json) => `{"role":"judge","response":"a","tokens":${json}}`),
  )
  fc.assert(
    fc.property(content, (text) => {
      try {
        expect([1, 2, 3]).toContain(readDeliberation(text, { role: 'judge' }).evidenceLevel)
      } catch (error) {
        expect(error).toBeInstanceOf(UserError)
      }
    }),
  )
})
