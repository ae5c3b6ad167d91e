import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HookCall, Moment } from '../../../src/edges/agents/hook-call.ts'
import type { Driver } from '../drivers/driver.ts'
import { probePackage } from '../probe-package.ts'
import { DELEGATED, newWorld, type Ran, type World } from '../world.ts'

/** Where words of ours come before the model, in the session itself and in a subagent. */
export interface Hears {
  readonly main: readonly Moment[]
  readonly sub: readonly Moment[]
}

/** A hook that answers at every moment, and what then stands in the requests to the model. */
export function answerCases(driver: Driver, hears: Hears): void {
  describe(`what a hook tells ${driver.name}`, () => {
    let world: World
    let ran: Ran
    beforeAll(async () => {
      world = await newWorld(driver)
      await world.connect(await probePackage(join(world.root, 'package')))
      ran = await world.run({
        prompt: 'Fix the price.',
        actions: [
          { write: 'price.js', content: 'export const price = () => 1\n' },
          { replace: 'price.js', from: 'export const price = () => 1', to: 'export const price = () => 2' },
          { shell: 'git push origin main 2>&1; echo pushed > pushed.txt' },
          { delegate: DELEGATED },
          { say: 'All done.' },
          { say: 'Went on.' },
        ],
        delegated: [{ shell: 'echo inside > inside.txt' }, { report: 'The price is right.' }],
      })
    }, 120_000)
    afterAll(() => world?.remove())

    const calls = () =>
      readFileSync(join(world.root, 'calls.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as HookCall)
    const heardIn = (requests: Ran['main']) =>
      new Set(
        [
          ...requests
            .map(({ body }) => body)
            .join()
            .matchAll(/heard at ([a-z-]+)/g),
        ].map(([, at]) => at),
      )

    it('the steps are taken, in a subagent too', () => {
      expect(ran.exitCode, ran.output).toBe(0)
      expect(readFileSync(join(world.repository, 'price.js'), 'utf8')).toContain('() => 2')
      expect(existsSync(join(world.repository, 'inside.txt'))).toBe(true)
      expect(ran.main.at(-1)?.body.includes('The price is right.')).toBe(true)
    })

    it('is asked by the client it takes it for, in one session', () => {
      expect(new Set(calls().map(({ client }) => client))).toEqual(new Set([driver.name]))
      expect(new Set(calls().map(({ session }) => session)).size).toBe(1)
    })

    it('comes before the model, in the session and in the subagent', () => {
      expect(heardIn(ran.main)).toEqual(new Set(hears.main))
      expect(heardIn(ran.sub)).toEqual(new Set(hears.sub))
    })

    it('stops a step that a person must allow, and the model is told why', () => {
      expect(existsSync(join(world.repository, 'pushed.txt'))).toBe(false)
      expect(ran.main.at(-1)?.body.includes('refused by the gate')).toBe(true)
    })

    it('lets a turn go on once', () => {
      expect(ran.output).toContain('Went on.')
      expect(calls().filter(({ moment, isAgain }) => moment === 'turn-end' && isAgain)).toHaveLength(1)
    })
  })
}
