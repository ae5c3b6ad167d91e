import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClient } from '../client-process.ts'
import type { Driver } from '../drivers/driver.ts'
import { markerOf } from '../model/scripted-model.ts'
import type { Turn } from '../model/wire.ts'
import { ownBlocks } from '../own-blocks.ts'
import { newWorld, type Ran, type World } from '../world.ts'

const RULES = ['Always use whole cents for prices', 'Never write to the legacy warehouse table']
/** It has nothing to do with what was learned. */
const TASK = `${markerOf('sub')} Count the files.`
const MANY_TOKENS = 900_000
/** So many steps of some thousand tokens each that a small context is full twice. */
const LONG_STEPS = 12

/** However a session begins, the requests that reach the model hold what was learned, once. */
export function startCases(driver: Driver): void {
  describe(`${driver.name} is shown what was learned`, () => {
    let world: World

    /** How often each lesson stands in a request, for every request to the session. */
    const counts = ({ main }: Pick<Ran, 'main'>) => main.map(({ body }) => countsIn(body))
    const countsIn = (body: string) => {
      const shown = ownBlocks(body).join('\n')
      return RULES.map((rule) => shown.split(rule).length - 1)
    }
    const ONCE = RULES.map(() => 1)
    const expectOnce = (ran: Ran) => {
      expect(ran.exitCode, ran.output).toBe(0)
      expect(ran.main.length).toBeGreaterThan(0)
      expect(counts(ran)).toEqual(ran.main.map(() => ONCE))
    }
    const work = (prompt: string, more: Pick<Parameters<World['run']>[0], 'isMore'> = {}) =>
      world.run({ prompt, actions: [{ shell: 'echo more > more.txt' }, { say: 'Done.' }], ...more })

    const taught = async (client: Driver) => {
      const begun = await newWorld(client)
      writeFileSync(join(begun.repository, 'mettle.config.json'), '{ "hook": { "deadlineMs": 10000 } }\n')
      await begun.mettle('init', '--client', driver.name, '--yes')
      for (const rule of RULES)
        await begun.mettle('learning', 'record', '--agent', 'builder', '--lesson', `${rule}, for good reasons`)
      await begun.mettle('learn')
      return begun
    }
    beforeAll(async () => {
      world = await taught(driver)
    }, 120_000)
    afterAll(() => world?.remove())

    it('in a subagent, also where its task has nothing to do with it', async () => {
      const ran = await world.run({
        prompt: 'Look around.',
        actions: [{ delegate: TASK }, { say: 'Done.' }],
        delegated: [{ shell: 'ls' }, { report: 'Two files.' }],
      })
      expectOnce(ran)
      expect(ran.sub.map(({ body }) => countsIn(body))).toEqual(ran.sub.map(() => ONCE))
      expect(ran.sub.length).toBeGreaterThan(0)
    })

    it('in a session that goes on after a subagent; Gemini CLI keeps the task of that subagent as it was handed over', async () => {
      const ran = await work('Go on after it.', { isMore: true })
      const ofMain = (body: string) =>
        ownBlocks(body).filter((block) => driver.name !== 'gemini' || !block.includes('agent=\\"generalist\\"'))
      expect(ran.exitCode, ran.output).toBe(0)
      expect(ran.main.map(({ body }) => ofMain(body).join('\n').split(RULES[0]!).length - 1)).toEqual([1, 1])
    })

    it('in a new session', async () => expectOnce(await work('Begin.')))

    it('in a session that goes on, each time', async () => {
      expectOnce(await work('Go on.', { isMore: true }))
      expectOnce(await work('Go on again.', { isMore: true }))
    })

    it('in a session that is resumed by its id', async () => {
      const { items } = await world.told('session', 'list')
      const [{ id }] = items.filter((one: { prompts: number }) => one.prompts > 1)
      expectOnce(await work('Go on with it.', { isMore: id }))
    })

    it.runIf(driver.name === 'claude-code')('after the session was made shorter by a person', async () => {
      const { exitCode, output } = await startClient(driver, world, driver.words('/compact', true))
      expect(exitCode, output).toBe(0)
      const ran = await work('Go on in short.', { isMore: true })
      expect(ran.main[0]!.body).not.toContain('Go on again.')
      expectOnce(ran)
    })

    it.runIf(driver.name === 'codex')('after the session was made shorter by the client', async () => {
      const file = join(world.home, '.codex', 'config.toml')
      const limits = 'model_context_window = 100000\nmodel_auto_compact_token_limit = 50000\n'
      writeFileSync(file, limits + readFileSync(file, 'utf8'))
      await world.run({
        prompt: 'Fill it.',
        actions: [{ say: 'It is full.', tokens: MANY_TOKENS }],
        isMore: true,
      })
      const ran = await work('Go on in short.', { isMore: true })
      expect(ran.main[0]!.body).not.toContain('It is full.')
      expectOnce(ran)
    })

    it.runIf(driver.name === 'copilot')('in a turn in which the client makes the session shorter', async () => {
      const environment: Driver['environment'] = (...at) => ({
        ...driver.environment(...at),
        COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '40000',
      })
      const small = await taught({ ...driver, environment })
      try {
        // What the client sent shorter does not say how many steps came before.
        let steps = 0
        const longStep = (): Turn => ({
          call: {
            name: 'bash',
            input: { command: `seq ${steps}0000 ${steps}1800`, description: 'a step', mode: 'sync' },
          },
        })
        const next = (): Turn => (++steps > LONG_STEPS ? { say: 'Done.' } : longStep())
        const ran = await small.run({ prompt: 'Begin.', actions: Array.from({ length: 40 }, () => ({ turn: next })) })
        const isFirst = ({ body }: { readonly body: string }) => body.includes('11799')
        expect(ran.main.filter(isFirst).length).toBeLessThan(LONG_STEPS)
        expect(ran.main.length).toBe(LONG_STEPS + 1)
        expectOnce(ran)
      } finally {
        await small.remove()
      }
    })
  })
}
