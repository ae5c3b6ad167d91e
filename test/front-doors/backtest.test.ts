import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMettle } from '../../src/open.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { acceptRepository } from './accept-repository.ts'
import { runCli } from './run-cli.ts'

it('tries a file of settings on the history of a project', async () => {
  const cwd = temporaryFolder()
  const environment = { METTLE_HOME: temporaryFolder(), METTLE_INJECT_PROFILE: 'classic' }
  let now = Date.parse('2026-01-01T00:00:00Z')
  const mettle = (...argv: string[]) => {
    now += 60_000
    return runCli(argv, { cwd, environment, now })
  }
  await mettle('init')
  writeFileSync(join(cwd, 'new.json'), JSON.stringify({ inject: { minScore: 0.99 } }))
  expect((await mettle('backtest', '--policy', 'new.json')).stdout).toContain('There is no receipt yet')
  await mettle('learning', 'record', '--lesson', 'Always run the migrations before the tests', '--run', 'run-0')
  await mettle('learn')
  for (const run of ['run-1', 'run-2']) {
    await mettle('inject', '--role', 'builder', '--run', run, '--task', 'paint the fence')
    await mettle('outcome', 'record', '--run', run, '--result', 'success')
  }
  const { stdout, exitCode } = await mettle('backtest', '--policy', 'new.json', '--fail-if-worse')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(
    /^2 requests, 2 runs with an observed end\.\nBoth would show the same in 0%; the replay matches what was chosen then in 100%\./,
  )
  expect(stdout).toContain('not enough (2.0 of 20)')
  expect(stdout).toContain('Not worse, as far as this history shows.')
  expect(stdout).toMatch(
    /Only the current settings would show:\n {2}\S+ {2}Always run the migrations before the tests {2}\(2 requests\)\n/,
  )
  const told = JSON.parse((await mettle('backtest', '--policy', 'new.json', '--json')).stdout)
  expect(told.onlyPresent).toEqual([
    { pattern: expect.any(String), text: 'Always run the migrations before the tests', requests: 2 },
  ])
  const missing = await mettle('backtest', '--policy', 'none.json')
  expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('There is no file')])
  writeFileSync(join(cwd, 'odd.json'), JSON.stringify({ inject: { minScor: 1 } }))
  expect((await mettle('backtest', '--policy', 'odd.json')).stderr).toContain('inject.minScore')
})

it('judges settings: those that are clearly worse exit 1, those that are clearly better 0', async () => {
  const cwd = temporaryFolder()
  const environment = {
    METTLE_HOME: temporaryFolder(),
    METTLE_INJECT_EMBEDDINGS: 'false',
    METTLE_INJECT_PROFILE: 'classic',
    METTLE_HOLDOUT_SHARE: '0',
  }
  let now = Date.parse('2026-01-01T00:00:00Z')
  const mettle = await openMettle({ cwd, environment, create: true, now: () => now })
  for (const [run, lesson] of [
    ['l-1', 'Always close the database handle before the temp folder is removed'],
    ['l-2', 'Never trust the clock of another machine, because it may be wrong'],
  ] as const)
    await mettle.recordLearning({ agent: 'builder', run, lesson })
  await mettle.learn()
  for (let i = 0; i < 120; i++) {
    now += 8_640_000
    const [run, isClose] = [`run-${i}`, i % 2 === 0]
    const task = isClose ? 'close the database handle' : 'paint the fence'
    await mettle.inject({ role: 'builder', run, task })
    await mettle.recordOutcome({ run, result: isClose || i % 6 === 1 ? 'success' : 'failure' })
  }
  await mettle.close()
  const blind = { score: { semanticShare: 0 } }
  writeFileSync(join(cwd, 'blind.json'), JSON.stringify(blind))
  writeFileSync(join(cwd, 'seeing.json'), JSON.stringify({ score: { semanticShare: 0.6 } }))
  const judge = (file: string) => runCli(['backtest', '--policy', file, '--fail-if-worse'], { cwd, environment, now })
  const worse = await judge('blind.json')
  expect([worse.exitCode, worse.stdout]).toEqual([1, expect.stringMatching(/^Worse: .*AUC/m)])
  writeFileSync(join(cwd, 'mettle.config.json'), JSON.stringify(blind))
  await acceptRepository({ cwd, environment })
  const better = await judge('seeing.json')
  expect([better.exitCode, better.stdout]).toEqual([0, expect.stringContaining('Not worse')])
  expect(better.stdout).toMatch(/AUC, higher is better +0\.\d+ +\d\.\d+ +\+0\.\d+ \(\+/)
}, 60_000)
