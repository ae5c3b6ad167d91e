import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { STEPS } from '../../src/loop/learning/pipeline/step.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import { bundle } from '../contract/bundle.ts'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'

const LESSON = 'Check token expiry before every API call, otherwise requests fail with 401'

/** A run that was shown a pattern and claims it, and a learning that waits as a file. */
async function prepared() {
  const root = newRepository()
  const home = join(temporaryFolder(), 'home')
  const environment = { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0' }
  const open = (create = false) => openMettle({ cwd: root, environment, create })
  const mettle = await open(true)
  await mettle.recordLearning({ agent: 'builder', lesson: LESSON, run: 'r0' })
  await mettle.learn()
  await mettle.chooseGoal({ goal: 'reduce-failures', by: 'ann' })
  await mettle.startIteration({ run: 'r1' })
  await mettle.inject({ role: 'builder', run: 'r1' })
  writeFileSync(join(root, 'auth.ts'), 'check the token\n')
  await mettle.acknowledge({ run: 'r1', message: `Applied: "${LESSON}" -> [auth.ts:1]` })
  await mettle.close()
  mkdirSync(join(root, '.learnings', 'pending'), { recursive: true })
  const other = { pattern_to_remember: 'When a worker waits for results, prefer a queue over a timer' }
  writeFileSync(join(root, '.learnings', 'pending', 'builder-a1.json'), JSON.stringify(other))
  return { root, home, open }
}

async function stateOf(mettle: Mettle) {
  const patterns = await mettle.patterns({ axes: true })
  return {
    events: (await mettle.status()).events,
    patterns: patterns.map(({ pattern, axes }) => [pattern.text, pattern.sightings, axes!.usage]).sort(),
  }
}

it('comes out the same when it is killed before every step, and run again', async () => {
  const whole = await prepared()
  const steady = await whole.open()
  await steady.learn()
  const expected = await stateOf(steady)
  await steady.close()
  const { root, home, open } = await prepared()
  const script = await bundle('../front-doors/learn-until.mts')
  for (const step of STEPS) {
    expect(spawnSync(process.execPath, [script.file, root, home, step], { encoding: 'utf8' }).signal).toBe('SIGKILL')
  }
  await script.remove()
  const mettle = await open()
  await mettle.learn()
  expect(await stateOf(mettle)).toEqual(expected)
  expect(expected.patterns).toMatchObject([
    [LESSON, 1, { rate: 1, mode: 'goal' }],
    [expect.stringContaining('queue'), 1, { flag: 'UNTESTED' }],
  ])
  expect(readdirSync(join(root, '.learnings', 'pending', 'archived'))).toEqual(['builder-a1.json'])
  await mettle.close()
}, 120_000)
