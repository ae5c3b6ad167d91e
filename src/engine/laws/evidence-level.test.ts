import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { evidenceLevel } from './evidence-level.ts'

const CHANGED = ['src/auth/token.ts']
const levelOf = (text: string, changedFiles: string[] | undefined = CHANGED) =>
  evidenceLevel({ text, changedFiles }).level
const fenced = (output: string, language = '') => `I ran it:\n\`\`\`${language}\n${output}\n\`\`\`\n`

describe('level 1: execution output', () => {
  it.each([
    ['exit code', 'Process finished with exit code 1'],
    ['exit code', '[exit status: 0]'],
    ['exit code', 'Command exited with code 2'],
    ['test summary', '      Tests  91 passed (91)'],
    ['test summary', 'Tests:       1 failed, 3 passed, 4 total'],
    ['test summary', '======== 3 passed in 0.12s ========'],
    ['test summary', '  5 passing (20ms)'],
    ['test summary', '5 examples, 0 failures'],
    ['test summary', 'Ran 5 tests in 0.003s'],
    ['test summary', 'test result: ok. 4 passed; 0 failed'],
    ['test summary', '--- FAIL: TestToken (0.00s)'],
    ['test summary', 'ok  \texample.com/auth\t0.012s'],
    ['test summary', 'not ok 2 - token expires'],
    ['test summary', 'FAIL src/auth/token.test.ts'],
    ['test summary', ' ✓ refuses an expired token'],
    ['test summary', '[INFO] Tests run: 3, Failures: 0, Errors: 0'],
    ['build result', '[INFO] BUILD SUCCESS'],
    ['stack trace', '    at refresh (/app/src/auth/token.ts:42:13)'],
    ['stack trace', 'Traceback (most recent call last):'],
    ['stack trace', '  File "app/token.py", line 42, in refresh'],
    ['stack trace', "thread 'main' panicked at src/main.rs:3:5"],
    ['stack trace', 'TypeError: token is undefined'],
    ['diagnostic', 'src/auth/token.ts(42,7): error TS2322: not assignable'],
    ['diagnostic', 'src/auth/token.ts:42:7 - error TS2322: not assignable'],
    ['diagnostic', 'error[E0308]: mismatched types'],
    ['diagnostic', 'npm ERR! code 1'],
    ['diagnostic', 'bash: mettle: command not found'],
    ['a command and its answer', '$ curl -s localhost/health\n{"ok":true}'],
  ])('%s: %j', (kind, output) => {
    const verdict = evidenceLevel({ text: fenced(output) })
    expect(verdict).toMatchObject({ level: 1, claimed: true, reason: `shows execution output: ${kind}` })
  })

  it('accepts an indented block as well', () => {
    expect(levelOf('Output:\n\n    3 passed in 0.12s\n')).toBe(1)
    expect(levelOf('Output:\n\n    It is 3 passed over items.\n')).toBe(3)
  })

  it('takes a fence of a programming language for code, not for output', () => {
    expect(levelOf(fenced('TypeError: x', 'ts'))).toBe(3)
    expect(levelOf(fenced('TypeError: x', 'console'))).toBe(1)
  })

  it('says what is left if nobody confirms the output', () => {
    const text = fenced('exit code: 1')
    expect(evidenceLevel({ text, changedFiles: CHANGED }).levelIfUnconfirmed).toBe(3)
    expect(evidenceLevel({ text: `${text} see src/auth/token.ts:42`, changedFiles: CHANGED }).levelIfUnconfirmed).toBe(
      2,
    )
  })
})

describe('level 2: a citation in the change, with a fragment', () => {
  it.each([
    ['span', 'src/auth/token.ts:42 calls `refresh(token)` without a check'],
    ['bare call', 'src/auth/token.ts:42 calls refresh(token) without a check'],
    ['operator', 'src/auth/token.ts:42 tests expiry == now'],
    ['fence', 'src/auth/token.ts:42\n```ts\nreturn token\n```'],
  ])('%s', (_kind, text) => {
    expect(evidenceLevel({ text, changedFiles: CHANGED })).toEqual({
      level: 2,
      claimed: false,
      citations: [{ file: 'src/auth/token.ts', line: 42 }],
      reason: 'cites src/auth/token.ts:42 in the change, with a code fragment',
      levelIfUnconfirmed: 2,
    })
  })
})

describe('level 3: reasoning', () => {
  const text = 'src/auth/token.ts:42 calls `refresh(token)` unchecked'
  it.each([
    ['I ran it without output', 'I ran the tests, all 12 tests passed with exit code 0.', CHANGED],
    ['prose in a fence', fenced('I ran it and the tests passed, exit code 0'), CHANGED],
    ['commands without an answer', fenced('$ npm install\n$ npm test'), CHANGED],
    ['a shell script', fenced('set -e\nnpm test || exit 1', 'bash'), CHANGED],
    ['a citation outside the change', text, ['src/other.ts']],
    ['no changed file', text, []],
    ['a file without a line', 'src/auth/token.ts calls `refresh(token)` unchecked', CHANGED],
    ['a citation without a fragment', 'src/auth/token.ts:42 looks wrong', CHANGED],
    ['a fragment that is the citation', 'The file(s) `src/auth/token.ts:42` and `src/auth/token.ts`', CHANGED],
    ['nothing', '', CHANGED],
  ])('%s', (_case, claim, changedFiles) => {
    expect(evidenceLevel({ text: claim, changedFiles })).toMatchObject({ level: 3, claimed: false })
  })

  it('no list of changed files', () => {
    expect(evidenceLevel({ text })).toMatchObject({
      level: 3,
      reason: 'no list of changed files to hold the citation against',
      citations: [{ file: 'src/auth/token.ts', line: 42 }],
    })
  })

  it.each([
    ['src/auth/token.ts:42 looks wrong', 'cites src/auth/token.ts:42 in the change, but shows no code fragment'],
    ['b.ts:1 has `x`', 'cites only files outside the change'],
    ['it is wrong', 'neither execution output nor a file:line citation'],
  ])('%j says why', (claim, reason) => {
    expect(evidenceLevel({ text: claim, changedFiles: CHANGED }).reason).toBe(reason)
  })
})

describe('laws of the evidence level', () => {
  it('never throws, and claims exactly at level 1', () => {
    const unit = fc.oneof(
      fc.constantFrom('`', '```\n', '\n', '    ', '$ a\n', 'a.ts:1', ' passed', '3', '=', '('),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const verdict = evidenceLevel({ text: parts.join(''), changedFiles: ['a.ts'] })
        expect([1, 2, 3]).toContain(verdict.level)
        expect(verdict.claimed).toBe(verdict.level === 1)
      }),
    )
  })

  it('stays linear on hostile text', () => {
    for (const unit of ['`', '(', 'a(', '=', '- ', ' ', '\t', 'at a', 'x:1', '```\n', '$ \n', 'a/', '1 passed '])
      for (const start of ['', '```\n']) {
        const level = (length: number) => evidenceLevel({ text: start + unit.repeat(length), changedFiles: CHANGED })
        expect(growth(80_000, level), start + unit).toBeLessThan(LINEAR)
      }
  })
})
