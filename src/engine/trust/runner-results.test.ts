import { describe, expect, it } from 'vitest'
import { checkIn, checkPassed } from '../shell/check-command.ts'

/** What runners print at their end: the command, a run that passed, and one that failed. */
const RUNNERS: readonly (readonly [command: string, passed: string, failed: string])[] = [
  ['pytest', '===== 3 passed, 1 warning in 0.12s =====', '===== 1 failed, 3 passed in 0.12s ====='],
  [
    'pytest -q',
    '...\n3 passed in 0.02s',
    'ERROR tests/test_a.py\n!!!! Interrupted: 1 error during collection !!!!\n1 error in 0.10s',
  ],
  ['python -m unittest', 'Ran 3 tests in 0.001s\n\nOK', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1, errors=1)'],
  [
    'python manage.py test',
    'Ran 5 tests in 0.1s\n\nOK (skipped=1)\nDestroying test database',
    'Ran 5 tests in 0.1s\n\nFAILED (errors=2)',
  ],
  [
    'go test ./...',
    'ok  \texample.com/price\t0.005s\n?   \texample.com/cmd\t[no test files]',
    '--- FAIL: TestPrice (0.00s)\nFAIL\nFAIL\texample.com/price\t0.004s\nFAIL',
  ],
  [
    'go test ./... -v',
    '=== RUN   TestPrice\n--- PASS: TestPrice (0.00s)\nPASS\nok  \texample.com/price\t(cached)',
    'FAIL\texample.com/price [build failed]\nok  \texample.com/cart\t0.002s',
  ],
  ['gotestsum', 'DONE 5 tests in 0.5s', 'DONE 5 tests, 1 failure in 0.5s'],
  [
    'cargo test',
    'test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured',
    'test result: ok. 2 passed; 0 failed\nerror: could not compile `cart` (lib test) due to 1 previous error',
  ],
  [
    'cargo nextest run',
    '     Summary [   0.52s] 3 tests run: 3 passed, 0 skipped',
    '     Summary [   0.52s] 3 tests run: 2 passed, 1 failed, 0 skipped\nerror: test run failed',
  ],
  [
    'npx jest',
    'Tests:       4 passed, 4 total',
    'Test Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total',
  ],
  [
    'npx vitest run',
    ' Test Files  2 passed (2)\n      Tests  7 passed (7)',
    ' Test Files  1 failed | 1 passed (2)\n      Tests  7 passed (7)',
  ],
  ['npx mocha', '  5 passing (20ms)', '  5 passing (20ms)\n  2 failing'],
  ['npx ava', '  ✔ adds\n  ─\n\n  3 tests passed', '  ✘ [fail]: adds\n\n  1 test failed'],
  ['node --test', 'ℹ tests 3\nℹ pass 3\nℹ fail 0', '# tests 3\n# pass 2\n# fail 1'],
  ['deno test', 'ok | 3 passed | 0 failed (5ms)', 'FAILED | 2 passed | 1 failed (5ms)'],
  [
    'bun test',
    ' 3 pass\n 0 fail\n 5 expect() calls\nRan 3 tests across 1 file.',
    ' 2 pass\n 1 fail\nRan 3 tests across 1 file.',
  ],
  [
    './gradlew test',
    '> Task :test\n\nBUILD SUCCESSFUL in 5s',
    '3 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\nBUILD FAILED in 5s',
  ],
  [
    'mvn test',
    '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
    '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE',
  ],
  [
    'dotnet test',
    'Passed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5',
    'Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5',
  ],
  [
    'dotnet test src',
    'Test summary: total: 5, failed: 0, succeeded: 5, skipped: 0, duration: 1.2s',
    'Test summary: total: 5, failed: 1, succeeded: 4, skipped: 0, duration: 1.2s',
  ],
  [
    'bundle exec rspec',
    '5 examples, 0 failures',
    '5 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/a_spec.rb:3',
  ],
  [
    'bin/rails test',
    '5 runs, 10 assertions, 0 failures, 0 errors, 0 skips',
    '5 runs, 10 assertions, 0 failures, 1 errors, 0 skips',
  ],
  ['vendor/bin/phpunit', 'OK (5 tests, 10 assertions)', 'FAILURES!\nTests: 5, Assertions: 10, Failures: 1.'],
  ['vendor/bin/pest', '  Tests:    5 passed (10 assertions)', '  Tests:    1 failed, 4 passed (10 assertions)'],
  ['ctest', '100% tests passed, 0 tests failed out of 5', '80% tests passed, 1 tests failed out of 5'],
  [
    'swift test',
    'Executed 5 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds',
    'Executed 5 tests, with 1 failure (0 unexpected) in 0.1 (0.1) seconds',
  ],
  [
    'swift test --parallel',
    '✔ Test run with 5 tests passed after 0.001 seconds.',
    '✘ Test run with 5 tests failed after 0.001 seconds with 1 issue.',
  ],
  ['xcodebuild test -scheme App', '** TEST SUCCEEDED **', '** TEST FAILED **'],
  ['mix test', '3 doctests, 5 tests, 0 failures', '5 tests, 1 failure'],
  [
    'sbt test',
    '[info] Tests: succeeded 5, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.',
    '[info] Tests: succeeded 4, failed 1, canceled 0\n[error] Failed tests:',
  ],
  [
    'sbt core/test',
    '[info] Passed: Total 5, Failed 0, Errors 0, Passed 5',
    '[error] Failed: Total 5, Failed 1, Errors 0, Passed 4',
  ],
  [
    'meson test -C build',
    'Ok:                 5   \nExpected Fail:      0   \nFail:               0',
    'Ok:                 4   \nExpected Fail:      0   \nFail:               1',
  ],
  ['prove -r t', 'All tests successful.\nFiles=1, Tests=5\nResult: PASS', 'Failed 1/5 subtests\nResult: FAIL'],
  ['npx playwright test', '  5 passed (3.1s)', '  1 failed\n    [chromium] › a.spec.ts:3:1\n  4 passed (3.1s)'],
  [
    'npx karma start --single-run',
    'Chrome Headless: Executed 5 of 5 SUCCESS (0.01 secs / 0.002 secs)',
    'Chrome Headless: Executed 5 of 5 (1 FAILED) (0.01 secs)',
  ],
  [
    'tox',
    '  py312: OK (1.20=setup[0.5]+cmd[0.7] seconds)\n  congratulations :) (1.3 seconds)',
    '  py312: FAIL code 1 (1.20 seconds)\n  evaluation failed :( (1.3 seconds)',
  ],
  ['nox', 'nox > Session tests was successful.', 'nox > Session tests failed.'],
  [
    'lein test',
    'Ran 5 tests containing 10 assertions.\n0 failures, 0 errors.',
    'Ran 5 tests containing 10 assertions.\n1 failures, 0 errors.',
  ],
  ['stack test', 'All 5 tests passed (0.01s)', '1 out of 5 tests failed (0.01s)'],
  ['make check-tests', '# TOTAL: 5\n# PASS:  5\n# FAIL:  0', '# PASS:  4\n# FAIL:  1'],
  ["Rscript -e 'devtools::test()'", '[ FAIL 0 | WARN 0 | SKIP 0 | PASS 5 ]', '[ FAIL 1 | WARN 0 | SKIP 0 | PASS 4 ]'],
  ['flutter test', '00:01 +5: All tests passed!', '00:01 +4 -1: Some tests failed.'],
  [
    'bazel test //...',
    'Executed 1 out of 1 test: 1 test passes.',
    'Executed 1 out of 2 tests: 1 test passes and 1 fails locally.',
  ],
  [
    'npm test',
    '# pass 3\n# fail 0',
    '  5 passing\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1',
  ],
  ['pnpm test', '  5 passed (5)', ' ELIFECYCLE  Test failed. See above for more details.'],
  ['make test', '3 passed in 0.02s', 'make: *** [Makefile:3: test] Error 1'],
]

describe('what test runners print', () => {
  it.each(RUNNERS)('%s | tail tells whether it passed', (command, passed, failed) => {
    const check = checkIn(`${command} 2>&1 | tail -20`)
    expect(check).toMatchObject({ kind: 'test', isMasked: true })
    expect(checkPassed({ ended: 'passed', output: passed }, check!)).toBe(true)
    expect(checkPassed({ ended: 'passed', output: failed }, check!)).toBe(false)
  })

  it.each([
    ['a test that logs an error', 'Error: boom\n    at a.ts:3\n      Tests  7 passed (7)'],
    ['a test whose name speaks of failures', ' ✓ counts 3 failed logins\n ✓ fails on bad input\n Tests  2 passed (2)'],
    ['a traceback that was expected', 'Traceback (most recent call last):\n3 passed in 0.02s'],
  ])('%s does not make a run fail', (_, output) => {
    expect(checkPassed({ ended: 'passed', output }, checkIn('npm test | tail')!)).toBe(true)
  })

  it.each([
    'no tests ran in 0.01s',
    'Ran 5 tests in 0.1s',
    '?   \texample.com/cmd\t[no test files]',
    'collected 5 items',
    '',
  ])('nothing is known from %j', (output) => {
    expect(checkPassed({ ended: 'passed', output }, checkIn('npm test | tail')!)).toBeUndefined()
  })
})
