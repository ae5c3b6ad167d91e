import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAKES_TERMINALS } from '../../worlds/terminal.ts'
import type { Driver } from '../drivers/driver.ts'
import { ownBlocks } from '../own-blocks.ts'
import { newWorld, type World } from '../world.ts'

const RULE = 'Always use whole cents for prices'
const FIRST = 'Begin with word one.'
/** Claude Code keeps the last answer of a session that it makes shorter, and the others some of the prompts. */
const LONG = Array.from({ length: 300 }, (_, at) => `Part ${(at * 7_919) % 1_000}`).join(', ')
/** So many that a summary is shorter; Gemini CLI keeps a session of that length. */
const TOKENS = 50_000
/** So many that Gemini CLI makes the session shorter by itself. */
const MANY_TOKENS = 700_000

/** A person at a terminal makes the session shorter, or begins again without it. */
export function terminalCases(driver: Driver): void {
  describe.skipIf(!MAKES_TERMINALS)(`${driver.name} at a terminal is shown what was learned`, () => {
    let world: World
    beforeAll(async () => {
      world = await newWorld(driver)
      writeFileSync(join(world.repository, 'mettle.config.json'), '{ "hook": { "deadlineMs": 10000 } }\n')
      await world.mettle('init', '--client', driver.name, '--yes')
      await world.mettle('learning', 'record', '--agent', 'builder', '--lesson', `${RULE}, for good reasons`)
      await world.mettle('learn')
    }, 120_000)
    afterAll(() => world?.remove())

    const counts = (requests: readonly { body: string }[]) =>
      requests.map(({ body }) => ownBlocks(body).join('\n').split(RULE).length - 1)
    const ONCE = [1, 1]

    it('once in every request, also after the session was made shorter and after it was cleared', async () => {
      const client = await world.open([{ shell: 'echo more' }, { say: LONG, tokens: TOKENS }])
      try {
        expect(counts(await client.ask(FIRST))).toEqual(ONCE)
        await client.command('compact')
        const short = await client.ask('Go on in short.')
        expect(short[0]!.body).not.toContain(driver.name === 'claude-code' ? FIRST : LONG)
        expect(counts(short)).toEqual(ONCE)
        await client.command('clear')
        const clear = await client.ask('Begin again.')
        expect(clear[0]!.body).not.toContain('Go on in short.')
        expect(counts(clear)).toEqual(ONCE)
      } finally {
        client.close()
      }
    }, 240_000)

    it.runIf(driver.name === 'gemini')(
      'once in every request, also after the client made it shorter',
      async () => {
        const client = await world.open([{ shell: 'echo more' }, { say: LONG, tokens: MANY_TOKENS }])
        try {
          expect(counts(await client.ask(FIRST))).toEqual(ONCE)
          const short = await client.ask('Go on in short.')
          expect(short[0]!.body).not.toContain(LONG)
          expect(counts(short)).toEqual(ONCE)
          expect(counts(await client.ask('Go on after that.'))).toEqual(ONCE)
        } finally {
          client.close()
        }
      },
      240_000,
    )
  })
}
