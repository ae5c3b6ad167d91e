import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { readVerdict } from './verdict.ts'

const comment = (body: unknown, name = 'jkz') => `Report.\n<!-- ${name}:verdict-json\n${JSON.stringify(body)}\n-->\n`
const ISSUE = {
  id: 'J1',
  severity: 'CRITICAL',
  summary: 'Token is used after it expired',
  location: 'src/auth/token.ts:42',
  root_cause: 'implementation_bug',
  fix_hint: 'Check the expiry first',
}
const FAIL = { verdict: 'FAIL', issues: [ISSUE], must_fix: ['J1'], false_positives: ['A1'] }
const READ = {
  verdict: 'FAIL',
  issues: [
    {
      id: 'J1',
      severity: 'CRITICAL',
      summary: 'Token is used after it expired',
      location: 'src/auth/token.ts:42',
      rootCause: 'implementation_bug',
      fixHint: 'Check the expiry first',
    },
  ],
  mustFix: ['J1'],
  falsePositives: ['A1'],
  problems: [],
}

describe('verdict block', () => {
  it('is a comment under any name', () => {
    expect(readVerdict(comment(FAIL))).toEqual(READ)
    expect(readVerdict(comment(FAIL, 'my-pipeline.v2'))).toEqual(READ)
  })

  it('is a fenced block as well', () => {
    expect(readVerdict(`\`\`\`verdict-json\n${JSON.stringify(FAIL)}\n\`\`\``)).toEqual(READ)
    expect(readVerdict(`~~~acme:verdict-json\n${JSON.stringify(FAIL)}\n~~~`)).toEqual(READ)
  })

  it('is no other comment, nor other fence', () => {
    const text = `<!-- jkz:verdict-jsonx {} --> <!-- verdict-json {} -->\n\`\`\`json\n${JSON.stringify(FAIL)}\n\`\`\``
    expect(readVerdict(text)).toMatchObject({ verdict: 'none', problems: ['no verdict-json block found'] })
  })

  it('counts last when there are several, and says so', () => {
    const pass = { verdict: 'PASS' }
    const problems = ['2 verdict-json blocks; the last one counts']
    expect(readVerdict(comment(pass) + comment(FAIL))).toEqual({ ...READ, problems })
    expect(readVerdict(`${comment(FAIL)}\n\`\`\`verdict-json\n{"verdict":"PASS"}\n\`\`\``)).toMatchObject({
      verdict: 'PASS',
      problems,
    })
  })
})

describe('verdict', () => {
  it('FAIL without a must-fix is PASS', () => {
    expect(readVerdict(comment({ ...FAIL, must_fix: [] }))).toMatchObject({
      verdict: 'PASS',
      problems: ['FAIL without a must_fix counts as PASS'],
    })
    expect(readVerdict(comment({ verdict: 'FAIL' })).verdict).toBe('PASS')
  })

  it('PASS stays PASS, with its false positives', () => {
    expect(
      readVerdict(comment({ verdict: 'PASS', issues: [], must_fix: [], false_positives: ['A1', 'A2', 'A1'] })),
    ).toEqual({
      verdict: 'PASS',
      issues: [],
      mustFix: [],
      falsePositives: ['A1', 'A2'],
      problems: [],
    })
    expect(readVerdict(comment({ verdict: 'pass' }))).toMatchObject({ verdict: 'PASS', problems: [] })
  })

  it('keeps only CRITICAL and HIGH issues', () => {
    const issues = [ISSUE, { ...ISSUE, id: 'J2', severity: 'HIGH' }, { ...ISSUE, id: 'J3', severity: 'MEDIUM' }]
    const verdict = readVerdict(comment({ ...FAIL, issues, must_fix: ['J1', 'J3'] }))
    expect(verdict.issues.map((issue) => issue.id)).toEqual(['J1', 'J2'])
    expect(verdict.problems).toEqual([
      'issue J3 is neither CRITICAL nor HIGH',
      'must_fix J3 names no CRITICAL or HIGH issue',
    ])
  })

  it('leaves out what an issue does not say', () => {
    const issues = [{ id: 'J1', severity: 'HIGH', root_cause: null }]
    expect(readVerdict(comment({ ...FAIL, issues })).issues).toEqual([{ id: 'J1', severity: 'HIGH' }])
  })

  it.each([
    [Array(15).fill('word').join(' '), []],
    [Array(16).fill('word').join(' '), ['summary of J1 has 16 words (limit 15)']],
  ])('holds summaries to 15 words', (summary, problems) => {
    expect(readVerdict(comment({ ...FAIL, issues: [{ ...ISSUE, summary }] })).problems).toEqual(problems)
  })

  it('names ids of an unknown kind, and keeps them', () => {
    const verdict = readVerdict(comment({ verdict: 'PASS', false_positives: ['A1', 'X9', 'S', 'L2'] }))
    expect(verdict.falsePositives).toEqual(['A1', 'X9', 'S', 'L2'])
    expect(verdict.problems).toEqual([
      'id X9 is not one of J, I, L, S, A and a number',
      'id S is not one of J, I, L, S, A and a number',
    ])
  })
})

describe('a malformed block is none with its problem named', () => {
  it.each([
    ['<!-- jkz:verdict-json {"verdict":"PASS"}', 'the verdict-json comment is not closed'],
    ['<!-- jkz:verdict-json {"verdict": -->', 'the verdict-json block is not valid JSON'],
    ['<!-- jkz:verdict-json ["PASS"] -->', 'the verdict-json block is not a JSON object'],
    ['<!-- jkz:verdict-json null -->', 'the verdict-json block is not a JSON object'],
    [comment({ verdict: 'PASS|FAIL' }), 'verdict is neither PASS nor FAIL'],
    [comment({ verdict: true }), 'verdict is neither PASS nor FAIL'],
    [comment({ verdict: 'FAIL', issues: {} }), 'issues is not a list'],
    [comment({ verdict: 'FAIL', must_fix: 'J1' }), 'must_fix is not a list of ids'],
    [comment({ verdict: 'FAIL', must_fix: [1] }), 'must_fix is not a list of ids'],
    [comment({ verdict: 'PASS', false_positives: [' '] }), 'false_positives is not a list of ids'],
  ])('%j', (text, problem) => {
    expect(readVerdict(text)).toEqual({
      verdict: 'none',
      issues: [],
      mustFix: [],
      falsePositives: [],
      problems: [problem],
    })
  })

  it('drops an issue without an id, and says which', () => {
    const issues = ['x', { severity: 'HIGH' }, { ...ISSUE, id: ' ' }, ISSUE]
    expect(readVerdict(comment({ ...FAIL, issues }))).toMatchObject({
      verdict: 'FAIL',
      issues: [{ id: 'J1' }],
      problems: ['issue 1 has no id', 'issue 2 has no id', 'issue 3 has no id'],
    })
  })
})

describe('laws of the verdict', () => {
  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (body, after) => {
        for (const text of [body, `<!-- a:verdict-json ${body} -->${after}`]) {
          expect(['PASS', 'FAIL', 'none']).toContain(readVerdict(text).verdict)
        }
      }),
    )
  })

  it('never throws on any JSON, and FAIL always has a must-fix', () => {
    const body = fc.record(
      {
        verdict: fc.constantFrom('PASS', 'FAIL', 3),
        issues: fc.jsonValue(),
        must_fix: fc.array(fc.string()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (value) => {
        const { verdict, mustFix } = readVerdict(`\`\`\`verdict-json\n${JSON.stringify(value)}\n\`\`\``)
        if (verdict === 'FAIL') expect(mustFix.length).toBeGreaterThan(0)
      }),
    )
  })

  it('stays linear on hostile text', () => {
    for (const unit of ['<!-- a:verdict-json ', '<!--', '<!-- ', '-->', '```verdict-json\n', '[', '{"a":']) {
      const inside = (length: number) => readVerdict(`<!-- a:verdict-json ${unit.repeat(length)} -->`)
      expect(
        growth(80_000, (length) => readVerdict(unit.repeat(length))),
        unit,
      ).toBeLessThan(LINEAR)
      expect(growth(80_000, inside), unit).toBeLessThan(LINEAR)
    }
  })
})
