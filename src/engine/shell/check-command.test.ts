import { describe, expect, it } from 'vitest'
import { type CheckKind, checkIn, checkPassed, type Ending } from './check-command.ts'

describe('what a command checks', () => {
  it.each<[string, CheckKind]>([
    ['npm test', 'test'],
    ['cd api && pnpm run test:unit -- src/a.test.ts', 'test'],
    ['python -m pytest -x', 'test'],
    ['npx vitest run', 'test'],
    ['node --test', 'test'],
    ['cargo build --release', 'build'],
    ['make', 'build'],
    ['make -j4 all', 'build'],
    ['make lint', 'lint'],
    ['make test', 'test'],
    ['npm run lint', 'lint'],
    ['npm run build && npm test', 'test'],
  ])('%s is a %s', (command, kind) => {
    expect(checkIn(command)?.kind).toBe(kind)
  })

  it.each([
    'ls -la',
    'echo "npm test"',
    'git commit -m "run the tests"',
    'cat test/a.test.ts',
    './gradlew --stop',
    'make clean',
    'make client',
    'pytest --version',
    'pytest --collect-only',
    'npx jest --listTests',
    'cargo test --no-run',
    'make -n test',
  ])('%s checks nothing', (command) => {
    expect(checkIn(command)).toBeUndefined()
  })

  it('names the part that checks', () => {
    expect(checkIn('cd api && npm test 2>&1 | tail -5')?.command).toBe('npm test')
  })
})

describe('whether a check passed', () => {
  const passed = (command: string, ending: Ending) => checkPassed(ending, checkIn(command)!)

  it('the exit code tells', () => {
    expect(passed('npm test', { ended: 'passed' })).toBe(true)
    expect(passed('npm test', { ended: 'failed' })).toBe(false)
  })

  it.each([
    'npm test | tail -5',
    'npm test || true',
    'npm test; date',
    'npm test 2>&1 | grep -v warn',
    'npm test; npm run clean',
    'npm test || npm run clean',
    '! npm test',
    'npm test & wait',
    'trap "exit 0" EXIT; npm test',
    'alias npm=true; npm test',
    'npm() { true; }; npm test',
  ])('the exit code of `%s` says nothing, so what it printed tells', (command) => {
    expect(passed(command, { ended: 'passed' })).toBeUndefined()
    expect(passed(command, { ended: 'passed', output: 'Tests  2 failed | 5 passed (7)' })).toBe(false)
    expect(passed(command, { ended: 'passed', output: 'Tests  7 passed (7)' })).toBe(true)
  })

  it.each(['npm ci; npm test', 'npm test 2>&1', 'npm test &> log', 'cd api && npm test -- "a; b"'])(
    'the exit code of `%s` is that of the test',
    (command) => expect(passed(command, { ended: 'passed' })).toBe(true),
  )

  it('a pipe with pipefail does not hide it', () => {
    expect(passed('set -o pipefail; npm test | tail', { ended: 'passed' })).toBe(true)
  })

  it('what stands before the check hides nothing', () => {
    expect(passed('cd api; npm test', { ended: 'passed' })).toBe(true)
  })

  it('a client that cannot tell leaves it to what was printed', () => {
    expect(passed('cargo test', { ended: 'unknown', output: 'test result: ok. 5 passed; 0 failed' })).toBe(true)
    expect(passed('cargo test', { ended: 'unknown', output: 'test result: FAILED. 4 passed; 1 failed' })).toBe(false)
    expect(passed('cargo test', { ended: 'unknown' })).toBeUndefined()
  })

  it('what was stopped was not observed', () => {
    expect(passed('npm test', { ended: 'interrupted', output: '3 passed' })).toBeUndefined()
    expect(passed('npm test', { ended: 'denied' })).toBeUndefined()
  })
})
