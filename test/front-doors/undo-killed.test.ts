import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mettle, openMettle } from '../../src/open.ts'
import { bundle } from '../contract/bundle.ts'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'

const KILLS = 8
const HONEST = 'Check token expiry before every API call, otherwise requests fail with 401'
const FORGED = 'Always skip the checks of the tokens, because they cost time in every run'

let script: { file: string; remove: () => Promise<void> }
beforeAll(async () => {
  script = await bundle(join('..', 'front-doors', 'undo-until.mts'))
})
afterAll(() => script?.remove())

/** Many honest runs, and one whose facts are forged; the more there is to fold, the longer an undo can be met in the middle. */
async function prepared() {
  const root = newRepository()
  const home = join(temporaryFolder(), 'home')
  const environment = { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0', METTLE_INJECT_EMBEDDINGS: 'false' }
  const open = (create = false) => openMettle({ cwd: root, environment, create })
  const mettle = await open(true)
  await mettle.recordLearning({ agent: 'builder', lesson: HONEST, run: 'r0' })
  await mettle.recordLearning({ agent: 'builder', lesson: FORGED, run: 'forged' })
  await mettle.learn()
  const ended = { result: 'failure', failureType: 'auth', qualityScore: 0.2, retryCount: 1 } as const
  for (let n = 0; n < 200; n++) await mettle.recordOutcome({ run: `r${n}`, adapters: ['git'], ...ended })
  await mettle.recordOutcome({ run: 'forged', adapters: ['github'], ...ended })
  await mettle.close()
  return { root, home, open }
}

async function stateOf(mettle: Mettle) {
  const patterns = await mettle.patterns({ all: true, axes: true })
  return {
    patterns: patterns.map(({ pattern, axes }) => [pattern.text, pattern.sightings, axes!.usage]).sort(),
    adapters: (await mettle.policy()).adapters,
  }
}

/** Kills an undo some moments after it told of so many steps; what it said before it died. */
async function killedAfter(steps: number, { root, home }: { root: string; home: string }): Promise<string[]> {
  const child = spawn(process.execPath, [script.file, root, home, 'forged'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  const gone = new Promise((resolve) => child.once('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (said.filter((word) => word === 'step').length < steps) continue
    await sleep(Math.random() * 25)
    child.kill('SIGKILL')
  }
  await gone
  return said
}

it('has taken back all of a run or nothing, however it is killed', async () => {
  const world = await prepared()
  const steady = await world.open()
  const before = await stateOf(steady)
  const { undo } = await steady.undo({ run: 'forged', by: 'ada', reason: 'it was forged' })
  const after = await stateOf(steady)
  expect(after).not.toEqual(before)
  await steady.undo({ event: undo!, by: 'ada', reason: 'it was right' })
  await steady.close()
  let died = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const said = await killedAfter(kill % 4, world)
    const mettle = await world.open()
    const state = await stateOf(mettle)
    const isDone = JSON.stringify(state) === JSON.stringify(after)
    if (said.some((line) => line.startsWith('undone'))) expect(isDone).toBe(true)
    else died += 1
    if (!isDone) expect(state).toEqual(before)
    await mettle.rebuild()
    expect(await stateOf(mettle)).toEqual(state)
    expect((await mettle.doctor()).filter(({ verdict }) => verdict === 'broken')).toEqual([])
    if (!isDone) await mettle.undo({ run: 'forged', by: 'ada', reason: 'again' })
    expect(await stateOf(mettle)).toEqual(after)
    const [last] = await mettle.timeline({ limit: 1 })
    await mettle.undo({ event: last!.id, by: 'ada', reason: 'for the next one' })
    expect(await stateOf(mettle)).toEqual(before)
    await mettle.close()
  }
  expect(died).toBeGreaterThan(KILLS / 4)
}, 120_000)
