import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownOutputs } from '../text/shown-output.ts'
import { confirmedBy, type ToolRecord } from './confirm-output.ts'

const isConfirmed = (output: string, ...records: ToolRecord[]) =>
  confirmedBy(shownOutputs(`\`\`\`\n${output}\n\`\`\``)[0]!, records) !== undefined

describe('where the record kept what was printed', () => {
  const printed = '> vitest run\n\u001b[31m 1 failed\u001b[0m,   11 passed\nTypeError: pool is undefined\n'

  it('every telling line must be in it, whatever the spaces and colours', () => {
    expect(isConfirmed('1 failed, 11 passed', { printed })).toBe(true)
    expect(isConfirmed('what I saw:\n  TypeError: pool is undefined\n1 failed, 11 passed', { printed })).toBe(true)
  })

  it('a line more, or a part of a line, is not', () => {
    expect(isConfirmed('TypeError: pool is undefined\n12 passed', { printed })).toBe(false)
    expect(isConfirmed('TypeError: pool', { printed })).toBe(false)
  })

  it('the command alone does not make up for it', () => {
    expect(isConfirmed('$ npm test\n12 passed', { command: 'npm test', printed, passed: false })).toBe(false)
  })

  it('lines of two tools are not one output', () => {
    const output = '1 failed, 2 passed\nexit code 3'
    expect(isConfirmed(output, { printed: '1 failed, 2 passed' }, { printed: 'exit code 3' })).toBe(false)
  })
})

describe('where it only knows the command', () => {
  it.each([
    ['$ npm test\n12 passed', { command: 'npm  test', passed: true }],
    ['$ npm test\n1 failed, 11 passed', { command: 'npm test', passed: false }],
    ['$ curl localhost/health\n{"ok":true}', { command: 'curl localhost/health' }],
    ['$ make\nexit code 2', { command: 'make', passed: false, exitCode: 2 }],
    ['$ mvn verify\n[INFO] BUILD SUCCESS', { command: 'mvn verify', passed: true }],
  ])('%j is confirmed by %j', (output, record) => {
    expect(isConfirmed(output, record)).toBe(true)
  })

  it.each([
    ['$ npm test\n12 passed', { command: 'npm test', passed: false }],
    ['$ npm test\n1 failed, 11 passed', { command: 'npm test', passed: true }],
    ['$ make\nexit code 2', { command: 'make', passed: false, exitCode: 1 }],
    ['$ make\nexit code 0', { command: 'make', passed: false }],
    ['$ go test\n--- FAIL: TestPool', { command: 'go test', passed: true }],
    ['$ npm test -- --all\n12 passed', { command: 'npm test', passed: true }],
    ['12 passed', { command: 'npm test', passed: true }],
    ['12 passed', { passed: true }],
  ])('%j is not confirmed by %j', (output, record) => {
    expect(isConfirmed(output, record)).toBe(false)
  })
})

it('what a tool printed is confirmed by its record, and by no empty one', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z ]{0,20}$/)), fc.nat(99), (noise, count) => {
      const output = [...noise, `${count} passed`].join('\n')
      expect(isConfirmed(output, { printed: output })).toBe(true)
      expect(isConfirmed(output, { printed: noise.join('\n') })).toBe(false)
    }),
  )
})
