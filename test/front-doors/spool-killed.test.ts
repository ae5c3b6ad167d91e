import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundle } from '../contract/bundle.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'

const ROUNDS = 6
const HOOKS_A_ROUND = 40

/** Two who take in at once, of which one is killed with whatever it is doing. */
async function start(script: string, world: HookWorld): Promise<ChildProcess> {
  const args = [script, world.root, world.environment.METTLE_HOME!]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout!, 'data')
  return child
}

it('what hooks left counts exactly once, whoever takes it in and is killed over it', async () => {
  const script = await bundle('../front-doors/take-in-forever.mts')
  const world = new HookWorld()
  await world.command(async () => undefined)
  for (let round = 0; round < ROUNDS; round++) {
    const takers = await Promise.all([start(script.file, world), start(script.file, world)])
    for (let hook = 0; hook < HOOKS_A_ROUND; hook++) {
      const call = `c-${round}-${hook}`
      await world.call({ moment: 'after-tool', tool: shell(`echo ${call}`, { call, ended: 'passed' }) })
    }
    for (const taker of takers) taker.kill('SIGKILL')
    await Promise.all(takers.map((taker) => taker.exitCode ?? once(taker, 'exit')))
  }
  const steps = await world.command(async (mettle) => (await mettle.session('s1')).steps)
  expect(steps).toBe(ROUNDS * HOOKS_A_ROUND)
  expect(readdirSync(join(world.hooks, 'spool'))).toEqual([])
  world.remove()
  await script.remove()
}, 120_000)
