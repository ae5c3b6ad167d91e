import { beforeEach, describe, expect, it } from 'vitest'
import { openMettle } from '../../src/open.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const HALF = ['holdout.share=0.5', 'holdout.afterRuns=0']
const SET = HALF.flatMap((setting) => ['--set', setting])

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })

/** Runs that end well just when they are shown the lesson. */
async function runs(count: number): Promise<void> {
  const loop = await openMettle({ cwd, environment, create: true, flags: HALF })
  const lesson = 'Check that the token has not expired before each request'
  await loop.recordLearning({ agent: 'builder', lesson, strength: 'rule', run: 'first' })
  await loop.learn()
  for (let n = 0; n < count; n++) {
    const run = `run-${n}`
    const { items } = await loop.inject({ role: 'builder', run })
    await loop.recordOutcome({ run, result: items.length > 0 ? 'success' : 'failure', observedBy: 'test' })
  }
  await loop.close()
}

beforeEach(() => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
})

describe('mettle report uplift', () => {
  it('says what is missing before anything was measured, and never a bare zero', async () => {
    await mettle('init')
    const { stdout } = await mettle('report', 'uplift')
    expect(stdout).toContain('each pattern is withheld from 10% of runs, at random')
    expect(stdout).toMatch(/adding one pattern +– +– +– +not enough data yet/)
    expect((await mettle('report', 'uplift', '--set', 'holdout.share=0')).stdout).toContain(
      'Nothing is withheld, so nothing is measured',
    )
  })

  it('tells what a pattern changes, and the decision to type', async () => {
    await runs(60)
    const { stdout } = await mettle('report', 'uplift', ...SET)
    expect(stdout).toContain('Effect of showing patterns, measured in 60 runs')
    expect(stdout).toMatch(/p-\w+ +100% of \d+ +0% of \d+ +\+\d+ \(\+\d+ to \+\d+\) +helps: runs end well/)
    const command = /mettle pattern promote (p-\w+) --reason "[^"]+"/.exec(stdout)!
    expect((await mettle('status', ...SET)).stdout).toContain(command[0])
    expect((await mettle('pattern', 'promote', command[1]!, '--reason', 'it helps')).exitCode).toBe(0)
    expect((await mettle('status', ...SET)).stdout).not.toContain('suggested')
  })

  it('gives one pattern as JSON', async () => {
    await runs(6)
    const { stdout } = await mettle('report', 'uplift', '--json', ...SET)
    const { patterns } = JSON.parse(stdout)
    const one = await mettle('report', 'uplift', '--pattern', patterns[0].pattern, '--json', ...SET)
    expect(JSON.parse(one.stdout).patterns).toEqual(patterns)
    expect(patterns[0]).toMatchObject({ runs: 6, verdict: 'unknown' })
  })
})
