import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandContext } from '../../src/edges/cli/context.ts'
import { endSignal } from '../../src/edges/cli/until-signalled.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import { HookWorld } from '../worlds/hook-world.ts'

let folder: string
let mettle: Mettle
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-reload-'))
  mettle = await openMettle({ cwd: folder, create: true, environment: { METTLE_HOME: join(folder, 'home') } })
})
afterEach(async () => {
  await mettle.close()
  rmSync(folder, { recursive: true, force: true })
})

const settle = (settings: object) => {
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(join(folder, 'home', 'config.json'), JSON.stringify(settings))
}
const run = (runId: string) =>
  mettle.recordRunOutcome({ runId, status: 'success', retryCount: 0, qualityScore: 1, adaptersUsed: ['npm'] })

describe('reload', () => {
  it('brings new settings to a process that runs on', async () => {
    await run('r1')
    expect(await mettle.reload()).toEqual({ changed: [], rebuildDue: false })
    settle({ policy: { ratchet: 'elastic' }, holdout: { share: 0 } })
    expect((await mettle.policy()).ratchet).toBe('strict')
    expect(await mettle.reload()).toEqual({ changed: ['holdout.share', 'policy.ratchet'], rebuildDue: true })
    expect((await mettle.policy()).ratchet).toBe('elastic')
    expect(mettle.config.values['holdout.share']).toBe(0)
    expect((await mettle.status()).policyIsCurrent).toBe(false)
    await mettle.rebuild()
    expect((await mettle.adapter('npm')).overlay.riskMultiplier).toBe(0.9)
  })

  it('leaves everything as it was when the settings cannot be used', async () => {
    settle({ policy: { ratchet: 'loose' } })
    await expect(mettle.reload()).rejects.toMatchObject({ code: 'config' })
    settle({ organisation: 'other', policy: { ratchet: 'elastic' } })
    await expect(mettle.reload()).rejects.toMatchObject({
      message: 'organisation cannot change while the journal is open.',
    })
    expect((await mettle.policy()).ratchet).toBe('strict')
  })

  it('lets a call that has begun end under the old settings', async () => {
    const begun = mettle.policy()
    settle({ policy: { ratchet: 'elastic' } })
    const reloaded = mettle.reload()
    expect((await begun).ratchet).toBe('strict')
    await reloaded
    expect((await mettle.policy()).ratchet).toBe('elastic')
  })

  it('follows a hangup signal, and tells what it found', async () => {
    const notes: string[] = []
    const context = { openMettle: async () => mettle, note: (text: string) => notes.push(text) }
    const ending = endSignal(context as unknown as CommandContext)
    settle({ policy: { ratchet: 'elastic' } })
    process.emit('SIGHUP')
    await vi.waitFor(() => expect(notes).toEqual(['Read the settings again: policy.ratchet.']))
    await run('r1')
    settle({ policy: { ratchet: 'strict' } })
    process.emit('SIGHUP')
    await vi.waitFor(() =>
      expect(notes[1]).toBe('Read the settings again: policy.ratchet. Computing everything again.'),
    )
    await vi.waitFor(async () => expect((await mettle.status()).policyIsCurrent).toBe(true))
    settle({ policy: { ratchet: 'loose' } })
    process.emit('SIGHUP')
    await vi.waitFor(() => expect(notes[2]).toContain('The settings stay as they were: policy.ratchet'))
    ending.off()
    expect(process.listenerCount('SIGHUP')).toBe(0)
  })
})

describe('settings that change between two commands', () => {
  const world = new HookWorld()
  afterAll(() => world.remove())
  const TESTS = 'Run `npm run build` before `npm test`'
  let word = { subject: 'pattern' as const, id: '', type: 'helpful' as const, weight: 1 }
  const put = (settings: object) => {
    mkdirSync(world.environment.METTLE_HOME!, { recursive: true })
    writeFileSync(join(world.environment.METTLE_HOME!, 'config.json'), JSON.stringify(settings))
  }
  const known = (flags: string[] = []) =>
    world.command(async ({ patterns, status }) => {
      const [pattern] = await patterns({ axes: true })
      const { policyIsCurrent } = await status()
      return { maturity: pattern!.axes!.maturity, policyIsCurrent }
    }, flags)

  it('are those of every number at the next command, without a rebuild', async () => {
    const [id = ''] = await world.know(TESTS)
    word = { ...word, id }
    const say = (by: string) => world.command((loop) => loop.recordFeedback({ ...word, by }))
    for (const by of ['ann', 'ben', 'eve']) await say(by)
    expect(await known()).toEqual({ maturity: 'established', policyIsCurrent: true })
    put({ maturity: { minHelpful: 3 } })
    expect(await known()).toEqual({ maturity: 'proven', policyIsCurrent: true })
    put({ maturity: { minHelpful: 5 } })
    await say('joe')
    expect(await known()).toEqual({ maturity: 'established', policyIsCurrent: true })
  })

  it('do not keep a hook from answering, and what it leaves is folded under the new ones', async () => {
    put({ maturity: { minHelpful: 4 } })
    const { context = '' } = await world.call({ moment: 'session-start' })
    expect(context).toContain(TESTS)
    expect(await known()).toEqual({ maturity: 'proven', policyIsCurrent: true })
  })

  it('of one call alone fold nothing', async () => {
    const flags = ['maturity.minHelpful=9']
    await world.command((loop) => loop.recordFeedback({ ...word, by: 'kim' }), flags)
    expect(await known()).toEqual({ maturity: 'proven', policyIsCurrent: true })
  })

  it('reach a process that stays open once another one has folded under them', async () => {
    const { root: cwd, environment } = world
    const open = await openMettle({ cwd, environment, now: () => world.now })
    put({ maturity: { minHelpful: 9 } })
    expect(await known()).toEqual({ maturity: 'established', policyIsCurrent: true })
    await open.recordFeedback({ ...word, by: 'liz' })
    expect(open.config.values['maturity.minHelpful'], 'what is recorded is folded under the new ones').toBe(9)
    expect((await open.status()).policyIsCurrent).toBe(true)
    expect(await known()).toEqual({ maturity: 'established', policyIsCurrent: true })
    await open.close()
  })

  it('are followed by a process that stays open, which tells how far it is, and is not held up', async () => {
    const { root: cwd, environment } = world
    const told: number[][] = []
    const onRefold = (done: number, total: number) => told.push([done, total])
    const open = await openMettle({ cwd, environment, now: () => world.now, onRefold })
    expect(told).toEqual([])
    put({ maturity: { minHelpful: 2 } })
    const following = open.keepUp()
    const said = open.recordFeedback({ ...word, by: 'max' })
    await Promise.all([following, said, open.keepUp()])
    const { events } = await open.status()
    expect(told.at(-1)![0]).toBe(told.at(-1)![1])
    expect([events, events - 1]).toContain(told.at(-1)![1])
    expect(await known()).toEqual({ maturity: 'proven', policyIsCurrent: true })
    put({ maturity: { minHelpful: 'two' } })
    await open.keepUp()
    await open.recordFeedback({ ...word, by: 'ned' })
    expect(open.config.values['maturity.minHelpful'], 'settings that cannot be used change nothing').toBe(2)
    await open.close()
    put({ maturity: { minHelpful: 2 } })
  })

  it('are folded by one process where two begin at once', async () => {
    const { root: cwd, environment } = world
    const [one, other] = await Promise.all([1, 2].map(() => openMettle({ cwd, environment, now: () => world.now })))
    put({ maturity: { minHelpful: 30 } })
    await Promise.all([one, other].map((open, at) => open!.recordFeedback({ ...word, by: `voice ${at}` })))
    await Promise.all([one!.keepUp(), other!.keepUp()])
    expect(await known()).toEqual({ maturity: 'established', policyIsCurrent: true })
    for (const open of [one, other]) await open!.close()
  })

  it('are folded again where that was interrupted', async () => {
    const { root: cwd, environment } = world
    put({ maturity: { minHelpful: 2 } })
    const stopped = () => {
      throw new Error('the process ended')
    }
    const open = await openMettle({ cwd, environment, now: () => world.now, onRefold: stopped })
    expect((await open.status()).policyIsCurrent).toBe(false)
    await open.close()
    expect(await known()).toEqual({ maturity: 'proven', policyIsCurrent: true })
  })
})
