import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

it('tries a file of settings on the history of a project', async () => {
  const cwd = temporaryFolder()
  const environment = { METTLE_HOME: temporaryFolder() }
  let now = Date.parse('2026-01-01T00:00:00Z')
  const mettle = (...argv: string[]) => {
    now += 60_000
    return runCli(argv, { cwd, environment, now })
  }
  await mettle('init')
  writeFileSync(join(cwd, 'new.json'), JSON.stringify({ inject: { minScore: 0.99 } }))
  expect((await mettle('backtest', '--policy', 'new.json')).stdout).toContain('There is no receipt yet')
  await mettle(
    'learning',
    'record',
    '--lesson',
    'Always run the migrations before the tests',
    '--run',
    'run-0',
  )
  await mettle('learn')
  for (const run of ['run-1', 'run-2']) {
    await mettle('inject', '--role', 'builder', '--run', run, '--task', 'paint the fence')
    await mettle('outcome', 'record', '--run', run, '--result', 'success')
  }
  const { stdout, exitCode } = await mettle('backtest', '--policy', 'new.json', '--fail-if-worse')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(
    /^2 requests, 2 runs with an observed end\.\nBoth would show the same in 0 %; the replay matches what was chosen then in 100 %\./,
  )
  expect(stdout).toContain('not enough (2.0 of 20)')
  expect(stdout).toContain('Not worse, as far as this history tells.')
  const missing = await mettle('backtest', '--policy', 'none.json')
  expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('There is no file')])
  writeFileSync(join(cwd, 'odd.json'), JSON.stringify({ inject: { minScor: 1 } }))
  expect((await mettle('backtest', '--policy', 'odd.json')).stderr).toContain('inject.minScore')
})
