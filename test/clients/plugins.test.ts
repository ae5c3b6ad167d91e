import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countTokens } from '../../src/engine/text/tokens.ts'
import { claudeCode } from './drivers/claude-code.ts'
import { codex } from './drivers/codex.ts'
import { copilot } from './drivers/copilot.ts'
import type { Driver } from './drivers/driver.ts'
import { gemini } from './drivers/gemini.ts'
import { opencode } from './drivers/opencode.ts'
import { absence } from './installed.ts'
import { ownBlocks } from './own-blocks.ts'
import { pluginPackage } from './plugin-package.ts'
import { quiet } from './processes.ts'
import { recallTurn, serverTools } from './server-tools.ts'
import { newWorld, type World } from './world.ts'

const RULE = 'Always use whole cents for prices, never a float, because rounding has cost us money'

/** A journal that knows one rule, in a repository whose own settings name no hook. */
async function knowingWorld(driver: Driver): Promise<World> {
  const world = await newWorld(driver)
  onTestFinished(() => world.remove())
  writeFileSync(join(world.repository, 'mettle.config.json'), '{ "hook": { "deadlineMs": 10000 } }\n')
  await world.mettle('init', '--no-clients')
  await world.mettle('learning', 'record', '--agent', 'builder', '--lesson', RULE)
  await world.mettle('learn')
  return world
}

/** As docs/how-to/clients.md says for each client. */
async function installPlugin(driver: Driver, world: World): Promise<void> {
  const folder = pluginPackage(join(world.root, 'package'))
  await world.connect(folder)
  if (driver !== opencode) return
  const plugin = join(world.home, '.config', 'opencode', 'plugins', 'mettle.js')
  mkdirSync(dirname(plugin), { recursive: true })
  cpSync(join(folder, 'plugins', 'opencode', 'mettle.js'), plugin)
}

describe('the plugin as it is shipped', () => {
  for (const driver of [claudeCode, codex, copilot, gemini, opencode])
    it.skipIf(absence(driver.name) !== undefined)(
      `tells a session of ${driver.name} what was learned, and learns from it`,
      async () => {
        const world = await knowingWorld(driver)
        await installPlugin(driver, world)
        const ran = await world.run({
          prompt: 'Fix the price.',
          actions: [{ shell: 'echo hello > out.txt' }, { turn: recallTurn }, { say: 'All done.' }],
        })
        expect(ran.exitCode, ran.output).toBe(0)
        const blocks = ownBlocks(ran.main[0]!.body).join('\n')
        expect(blocks).toContain('Mettle follows this repository: 1 pattern')
        expect(blocks).toContain(RULE)
        expect(await quiet(world.home)).toEqual([])
        const { items: sessions } = await world.told('session', 'list')
        expect(sessions).toMatchObject([{ client: driver.name, prompts: 1 }])
        // The server of the plugin answers from the journal of the folder in which the session works.
        expect(ran.main.at(-1)!.body).toContain('receipt')
        expect(ran.main.at(-1)!.body).not.toContain('no journal')
        const tools = serverTools(ran.main[0]!.body)
        const listed = tools.map(({ name }) => name?.replace(/^.*(?=recall|record_)/, ''))
        expect(['recall', 'record_learning']).toEqual(expect.arrayContaining(listed))
        expect(countTokens(tools.map(({ definition }) => definition).join())).toBeLessThan(600)
      },
      180_000,
    )
})
