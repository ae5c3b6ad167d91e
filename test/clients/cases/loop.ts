import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git } from '../../repositories/repository.ts'
import type { Action, Driver } from '../drivers/driver.ts'
import { ownBlocks } from '../own-blocks.ts'
import { quiet } from '../processes.ts'
import { DELEGATED, newWorld, type Ran, type World } from '../world.ts'

const RULE = 'Always use whole cents for prices'
const priceOf = (price: number) => `export const price = () => ${price}\n`
const testOf = (price: number) => `import assert from 'node:assert'
import { test } from 'node:test'
import { price } from './price.js'
test('the price', () => assert.equal(price(), ${price}))
`
const raise = (from: number, to: number): Action => ({
  replace: 'price.js',
  from: priceOf(from).trim(),
  to: priceOf(to).trim(),
})
const TEST: Action = { shell: 'node --test' }

/** A mistake, a correction, and a session that knows better: the loop closes in the real client. */
export function loopCases(driver: Driver): void {
  describe(`${driver.name} learns`, () => {
    let world: World
    let first: Ran
    let second: Ran
    let pattern = ''

    /** The session that began last, whole. */
    const lastSession = async () => {
      const { items } = await world.told('session', 'list')
      return world.told('session', 'show', items[0].id)
    }
    const helpful = async () => (await world.told('pattern', 'show', pattern, '--axes')).axes.evidence.helpful.value

    beforeAll(async () => {
      world = await newWorld(driver)
      const put = (name: string, text: string) => writeFileSync(join(world.repository, name), text)
      put('package.json', '{ "type": "module" }\n')
      put('price.js', priceOf(1))
      put('price.test.js', testOf(2))
      put('mettle.config.json', '{ "hook": { "deadlineMs": 10000 } }\n')
      git(world.repository, 'add', '.')
      git(world.repository, 'commit', '-q', '-m', 'begin')
      await world.mettle('init', '--client', driver.name, '--yes')
    }, 120_000)
    afterAll(() => world?.remove())

    it('from a session with a mistake and a correction', async () => {
      first = await world.run({
        prompt: 'Make the price right.',
        actions: [TEST, raise(1, 2), TEST, { say: 'The price is right.' }],
      })
      expect(first.exitCode, first.output).toBe(0)
      const more = await world.run({
        prompt: `No, not so. ${RULE}, never a float, because rounding has cost us money.`,
        actions: [{ say: `Understood.\nLesson: ${RULE}, never a float.` }],
        isMore: true,
      })
      expect(more.exitCode, more.output).toBe(0)
      expect(await quiet(world.home)).toEqual([])
      const session = await lastSession()
      expect(session.client).toBe(driver.name)
      expect(session.failed.map(({ command }: { command: string }) => command)).toEqual(['node --test'])
      expect(session.works).toMatchObject([{ result: 'success', observedBy: 'test' }])
    })

    it('the correction, in the words of the agent that was asked for them', async () => {
      const { items: patterns } = await world.told('pattern', 'list')
      const found = patterns.filter((one: { pattern: { text: string } }) => one.pattern.text.includes(RULE))
      expect(found).toHaveLength(1)
      pattern = found[0].pattern.id
    })

    it('and has the failed command among the errors', async () => {
      const { items: errors } = await world.told('error', 'list', '--include-resolved')
      expect(JSON.stringify(errors)).toContain('node --test')
    })

    it('and the next session is told, in its first request and in its subagent', async () => {
      second = await world.run({
        prompt: 'Raise the price of the shop to three.',
        actions: [
          { write: 'other.test.js', content: testOf(3) },
          { shell: 'rm price.test.js' },
          raise(2, 3),
          TEST,
          { delegate: DELEGATED },
          { say: `It is three now.\nApplied: "${RULE}" -> [price.js:1]` },
        ],
        delegated: [{ shell: 'cat price.js' }, { report: 'It is three.' }],
      })
      expect(second.exitCode, second.output).toBe(0)
      expect(second.main[0]?.body.includes(RULE)).toBe(true)
      expect(second.sub[0]?.body.includes(RULE)).toBe(true)
    })

    it('in blocks that stay as they were in all requests of the session', () => {
      const blocks = second.main.map(({ body }) => ownBlocks(body))
      expect(blocks[0]!.length).toBeGreaterThan(0)
      for (const [index, later] of blocks.slice(1).entries())
        expect(later.slice(0, blocks[index]!.length)).toEqual(blocks[index])
    })

    it('and a test that passed after the last edit credits what was applied, whole', async () => {
      expect(await quiet(world.home)).toEqual([])
      const { works, patterns } = await lastSession()
      expect(works).toMatchObject([{ result: 'success', observedBy: 'test', countsAs: 'helpful' }])
      expect(patterns).toContainEqual(expect.objectContaining({ pattern, tier: 'applied' }))
      expect(await helpful()).toBeCloseTo(1, 2)
    })

    it('and a session that merely stopped credits nothing', async () => {
      const before = await helpful()
      await world.run({
        prompt: 'Raise it to four.',
        actions: [raise(3, 4), { say: `Done.\nApplied: "${RULE}"` }],
      })
      expect(await quiet(world.home)).toEqual([])
      expect((await lastSession()).works).toMatchObject([{ result: 'unknown', observedBy: 'none' }])
      expect(await helpful()).toBeCloseTo(before, 2)
    })
  })
}
