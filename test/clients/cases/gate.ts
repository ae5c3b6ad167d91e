import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteEngine } from '../../../src/store/sqlite/engine.ts'
import { git } from '../../repositories/repository.ts'
import type { Driver } from '../drivers/driver.ts'
import { quiet } from '../processes.ts'
import { newWorld, type World } from '../world.ts'

const PUSH = 'git push origin HEAD:main'

/** An overlay in force, and a client whose agent wants to push all the same. */
export function gateCases(driver: Driver): void {
  describe(`${driver.name} is stopped by a gate`, () => {
    let world: World
    const pushed = () => git(world.repository, 'ls-remote', 'origin')
    const push = () => world.run({ prompt: 'Push it.', actions: [{ shell: PUSH }, { say: 'I tried.' }] })
    const open = async (): Promise<{ id: string; action: string }[]> => (await world.told('approval', 'list')).items

    beforeAll(async () => {
      world = await newWorld(driver)
      const remote = join(world.root, 'remote.git')
      git(world.root, 'init', '-q', '--bare', remote)
      git(world.repository, 'remote', 'add', 'origin', remote)
      git(world.repository, 'commit', '-q', '--allow-empty', '-m', 'begin')
      await world.mettle('init', '--client', driver.name, '--yes')
      const failure = ['--result', 'failure', '--adapter', 'git', '--quality', '0', '--retries', '2']
      await world.mettle('outcome', 'record', '--run', 'run-1', ...failure)
    }, 120_000)
    afterAll(() => world?.remove())

    it('also while another process holds the journal', async () => {
      const Database = sqliteEngine()
      const holder = new Database(join(world.repository, '.mettle', 'journal.db'), { timeout: 0 })
      holder.exec('BEGIN IMMEDIATE')
      const ran = await push().finally(() => holder.close())
      expect(ran.exitCode, ran.output).toBe(0)
      expect(pushed()).toBe('')
      expect(ran.main.at(-1)?.body.includes('mettle approval answer')).toBe(true)
    })

    it('and the step waits for an answer, once', async () => {
      await push()
      expect(pushed()).toBe('')
      expect(await quiet(world.home)).toEqual([])
      expect((await open()).map(({ action }) => action)).toEqual([PUSH])
    })

    it('until a person allows it', async () => {
      const [{ id: approval } = { id: '' }] = await open()
      await world.typed('approval', 'answer', approval, '--allow', '--reason', 'seen', '--by', 'ada')
      await push()
      expect(pushed()).toContain('refs/heads/main')
      expect(await quiet(world.home)).toEqual([])
    })
  })
}
