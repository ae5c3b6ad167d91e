import { describe, expect, it } from 'vitest'
import { EXECUTION_SIGNALS } from '../text/shown-output.ts'

const signalOf = (line: string) => EXECUTION_SIGNALS.find((signal) => signal.line.test(line))?.kind

const LINES: readonly [string, string][] = [
  ['exit code', 'Process exited with code 1'],
  ['exit code', 'exit status: 0'],
  ['test summary', 'Tests: 3 failed, 12 passed'],
  ['test summary', ' 12 tests passed'],
  ['test summary', '[INFO] Tests run: 4, Failures: 0'],
  ['test summary', 'Ran 5 tests in 0.1s'],
  ['test summary', 'test result: ok. 3 passed'],
  ['test summary', '--- FAIL: TestPool'],
  ['test summary', 'ok   example.com/pool  0.2s'],
  ['test summary', 'not ok 3 - closes'],
  ['test summary', 'FAIL src/pool.test.ts'],
  ['test summary', '✓ closes the pool'],
  ['build result', 'BUILD FAILED in 3s'],
  ['stack trace', '    at close (src/pool.ts:3:4)'],
  ['stack trace', 'Traceback (most recent call last):'],
  ['stack trace', '  File "pool.py", line 3'],
  ['stack trace', 'panic: runtime error'],
  ['stack trace', 'Uncaught TypeError: pool is not a function'],
  ['stack trace', '  ValueError: empty'],
  ['diagnostic', 'src/pool.ts(3,4): error TS2304: no name'],
  ['diagnostic', 'src/pool.ts:3:4 - error TS2304: no name'],
  ['diagnostic', 'npm ERR! code 1'],
  ['diagnostic', 'bash: foo: command not found'],
]

describe('a line of output', () => {
  it.each(LINES)('is a sign of %s: %s', (kind, line) => {
    expect(signalOf(line)).toBe(kind)
  })

  it.each(LINES)('is none within a sentence, %s: %s', (_, line) => {
    expect(signalOf(`The agent told me that it read ${line.trim()}`)).toBeUndefined()
  })
})
