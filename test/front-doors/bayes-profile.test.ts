import { beforeEach, describe, expect, it } from 'vitest'
import { openMettle } from '../../src/open.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T00:00:00Z')
const LESSON = 'Check that the token has not expired before each request'
const TASK = 'the token of the request has expired'
const CLASSIC = ['--set', 'inject.profile=classic']

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })

/** Runs that are shown the lesson, name it, and mostly end well; they may also point at where they followed it. */
async function runs(count: number, isFollowed = false): Promise<void> {
  let now = START
  const loop = await openMettle({ cwd, environment, create: true, now: () => now })
  await loop.recordLearning({ agent: 'builder', lesson: LESSON, strength: 'rule', run: 'first' })
  await loop.learn()
  for (let n = 0; n < count; n++) {
    now += DAY_MS
    const run = `run-${n}`
    const { items } = await loop.inject({ role: 'builder', task: TASK, run })
    for (const { pattern } of items)
      await loop.recordFeedback({ subject: 'pattern', id: pattern, type: 'helpful', by: 'ada', run })
    const files = ['src/send.ts']
    const applied = items.map(({ pattern }) => ({ pattern, file: 'src/send.ts', line: 3 }))
    await loop.recordOutcome({
      run,
      result: n % 4 === 3 ? 'failure' : 'success',
      observedBy: 'test',
      ...(isFollowed ? { files, applied } : {}),
    })
  }
  await loop.close()
}

beforeEach(() => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
})

describe('mettle report calibration', () => {
  it('says that there is nothing yet, and who predicts', async () => {
    await mettle('init')
    expect((await mettle('report', 'calibration', ...CLASSIC)).stdout).toContain(
      'Only the bayes profile predicts: mettle inject --set inject.profile=bayes',
    )
    expect((await mettle('report', 'calibration')).stdout).toContain('None yet')
  })

  it('tells the figures, and that they are too few', async () => {
    await runs(8)
    const { stdout, exitCode } = await mettle('report', 'calibration')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('8 predictions of runs that ended')
    expect(stdout).toContain('Too few to say: about 22 more runs before these figures mean something.')
    expect(stdout).toMatch(/Brier score 0\.\d{3} \(a coin: 0\.250\)/)
    expect(stdout).toMatch(/PREDICTED +RUNS +MEAN +SUCCEEDED/)
  })

  it('gives the same as JSON', async () => {
    await runs(8)
    const { stdout } = await mettle('report', 'calibration', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      profile: 'bayes',
      predictions: 8,
      missing: 22,
      known: false,
      knows: { patterns: 1, contexts: 1 },
      promotable: [],
    })
  })
})

describe('the profiles on the command line', () => {
  it('tells why a pattern is worth what it is', async () => {
    await runs(8, true)
    const [{ pattern }] = JSON.parse((await mettle('pattern', 'list', '--json')).stdout).items
    const { stdout } = await mettle('pattern', 'why', pattern.id, '--details')
    expect(stdout).toMatch(/^Arithmetic\n +value 0\.\d{3} = relevance 1\.00 x effect 0\.\d{3} - /m)
    expect(stdout).toMatch(/; helps \d\.\d\d, does nothing 0\.\d\d, harms 0\.\d\d$/m)
    expect(stdout).toMatch(/^Helping: \d\d% likely to help, from 8 runs\.$/m)
    expect(stdout).toMatch(/^Agents are shown it: /m)
    expect(stdout).toMatch(/^What would change it\n {2}\S/m)
    const byCounts = await mettle('pattern', 'why', pattern.id, '--details', ...CLASSIC)
    expect(byCounts.stdout).toMatch(/^Arithmetic\n +success rate /m)
  })

  it('lists patterns by where they stand, and with their score where that is asked for', async () => {
    await runs(3)
    expect((await mettle('pattern', 'list')).stdout).toMatch(/^ID +STATUS +HELPS +RUNS +USED +TEXT$/m)
    for (const profile of [[], CLASSIC])
      expect((await mettle('pattern', 'list', '--axes', ...profile)).stdout).toMatch(
        /^ID +STATUS +HELPS +RUNS +USED +LIFECYCLE +MATURITY +RATE +FLAG +SCORE +TEXT$/m,
      )
  })

  it('injects what is worth its room', async () => {
    await runs(3)
    const asked = ['inject', '--role', 'builder', '--task', TASK, '--json']
    const injected = JSON.parse((await mettle(...asked)).stdout)
    expect(injected.items[0].why).toMatch(/^value 0\.\d+ = relevance/)
    expect(injected.prediction).toBeGreaterThan(0.4)
    expect((await mettle('receipt', 'why', injected.receipt)).stdout).toContain('was expected to succeed with 0.')
  })
})

describe('the worth of a pattern', () => {
  it('is the same figure in the list, in show, in why and at the end of its history', async () => {
    await runs(3, true)
    const { stdout: list } = await mettle('pattern', 'list')
    const [, id = '', helps = ''] = /^(p-\w+) +helping +(\d+%) +3 /m.exec(list) ?? []
    const { stdout: show } = await mettle('pattern', 'show', id)
    const words = `Helping: ${helps} likely to help, from 3 runs.`
    expect(helps).toMatch(/^\d\d%$/)
    expect(show).toMatch(new RegExp(`^status +${words}$`, 'm'))
    expect(show).not.toMatch(/^score/m)
    expect((await mettle('pattern', 'why', id)).stdout).toContain(`\n${words}\n`)
    const { stdout: history } = await mettle('pattern', 'history', id)
    expect(history).toMatch(/^WHEN +STATUS +HELPS +RUNS +WHAT\n.+ new +- +0 +first recorded by builder$/m)
    expect(history.trimEnd().split('\n').at(-1)).toMatch(new RegExp(` helping +${helps} +\\d+ +\\S`))
    expect((await mettle('pattern', 'show', id, '--axes', ...CLASSIC)).stdout).toMatch(/^score +\d\.\d\d$/m)
  })
})

describe('a run', () => {
  it('lists its receipts, which are told by their ids', async () => {
    await runs(1)
    const { stdout } = await mettle('run', 'show', 'run-0')
    const [, receipt = ''] = /^ {2}mettle receipt why (\w+)$/m.exec(stdout) ?? []
    expect(stdout).toMatch(new RegExp(`^Receipts\n  .+ ${receipt}  role-block, 1 pattern$`, 'm'))
    const { stdout: why } = await mettle('receipt', 'why', receipt)
    expect(why).toContain(`${receipt}: role-block for builder`)
    const [, value] = /value (-?[\d.]+) = /.exec(why) ?? []
    const { stdout: show } = await mettle('receipt', 'show', receipt)
    expect(show).toMatch(new RegExp(`^Shown\n  ${value}  p-`, 'm'))
    const { stderr } = await mettle('receipt', 'why', 'run-0')
    expect(stderr).toBe(
      `'run-0' is a run, not a receipt; mettle run show run-0 lists its receipts.\nmettle receipt why ${receipt}\n`,
    )
  })
})
