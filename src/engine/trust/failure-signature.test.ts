import { describe, expect, it } from 'vitest'
import { failureSignature, lastingFailures } from './describe-failure.ts'

describe('by what a failure is known again', () => {
  it.each([
    ["Error: Cannot find module '../dist/index.js'\n    at load (node:internal)", 'module'],
    ['bash: pytest: command not found', 'command'],
    ['npm ERR! Missing script: "tst"', 'script'],
    ['Error: listen EADDRINUSE: address already in use :::4000', 'port'],
    ['psycopg2.errors.UndefinedTable: relation "users" does not exist', 'schema'],
    ['Error: DATABASE_URL is not set', 'environment'],
    ['Node.js v18.17.0 is not supported by Astro!', 'version'],
    ['> Timeout waiting to lock file hash cache', 'lock'],
    ["src/a.ts(3,1): error TS2322: Type 'a' is not assignable", 'types'],
    ['AssertionError: expected 1 to be 2', 'assertion'],
    ['TypeError: x is not a function', 'other'],
  ])('%s', (output, kind) => {
    expect(failureSignature(output)?.kind).toBe(kind)
  })

  it('the most telling line speaks, without what a logger puts in front', () => {
    const output = ['starting', '2026-01-02T03:04:05Z Error: connect ECONNREFUSED ::1:5432', 'FAIL a.test.ts'].join(
      '\n',
    )
    expect(failureSignature(output)?.line).toBe('Error: connect ECONNREFUSED ::1:5432')
  })

  it('folders, numbers and times make no difference', () => {
    const one = failureSignature("Error: Cannot find module '/home/a/app/dist/x.js' (took 12 ms)")
    const other = failureSignature("Error: Cannot find module '/srv/b/c/app/dist/x.js' (took 7 ms)")
    expect(one?.id).toBe(other?.id)
  })

  it('the rule of a linter is the failure, in whichever file', () => {
    const ids = [
      'a/b.go:12:3: returned too early (early-return)',
      'c.go:7: another text of it (early-return)',
      '  12:5  error  Unexpected any  @typescript-eslint/no-explicit-any',
      '  1:15  warning  Another text  @typescript-eslint/no-explicit-any',
    ].map((line) => lastingFailures(line).join())
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).toBe(ids[3])
    expect(new Set(ids).size).toBe(2)
    expect(lastingFailures('a.go:1:2: too long (lll)\nb.go:2:3: x (early-return)')).toEqual([ids[0]])
    expect(lastingFailures("Error: Cannot find module '../dist/a.js'")).toHaveLength(1)
    expect(lastingFailures('AssertionError: expected 1 to be 2')).toEqual([])
  })

  it('another module is another failure', () => {
    expect(failureSignature("No module named 'a'")?.id).not.toBe(failureSignature("No module named 'b'")?.id)
  })

  it('nothing telling is nothing', () => {
    expect(failureSignature('done in 3 s')).toBeUndefined()
  })
})
