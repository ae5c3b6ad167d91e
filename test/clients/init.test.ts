import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../front-doors/run-cli.ts'
import { claudeCode } from './drivers/claude-code.ts'
import { codex } from './drivers/codex.ts'
import { copilot } from './drivers/copilot.ts'
import type { Driver } from './drivers/driver.ts'
import { gemini } from './drivers/gemini.ts'
import { absence } from './installed.ts'
import { DELEGATED, newWorld, type World } from './world.ts'

const CASES: readonly [Driver, string, string][] = [
  [claudeCode, 'claude-code', 'UserPromptSubmit'],
  [codex, 'codex', 'UserPromptSubmit'],
  [copilot, 'copilot', 'UserPromptSubmit'],
  // Copilot reads what Claude Code reads; a file of its own would make it run every hook twice.
  [copilot, 'claude-code,copilot', 'UserPromptSubmit'],
  [gemini, 'gemini', 'BeforeAgent'],
]

/** Puts a `mettle` on PATH that writes down what it is called with. */
async function withProbe(driver: Driver): Promise<World & { calls(): string[] }> {
  const world = await newWorld(driver)
  const log = join(world.root, 'log')
  writeFileSync(join(world.programs, 'mettle'), `#!/bin/sh\necho "$*" >> '${log}'\n`, { mode: 0o755 })
  return { ...world, calls: () => readFileSync(log, 'utf8').trim().split('\n') }
}

describe('what init puts into a project', () => {
  for (const [driver, clients, prompt] of CASES)
    it.skipIf(absence(driver.name) !== undefined)(
      `${driver.name} runs once at each moment, after init --client ${clients}`,
      async () => {
        const world = await withProbe(driver)
        try {
          const environment = { HOME: world.home, METTLE_HOME: join(world.home, 'mettle'), PATH: '' }
          await runCli(['init', '--yes', '--client', clients], { cwd: world.repository, environment })
          const ran = await world.run({
            prompt: 'Fix the price.',
            actions: [{ shell: 'echo hello > out.txt' }, { delegate: DELEGATED }, { say: 'All done.' }],
            delegated: [{ shell: 'echo inside > inside.txt' }, { report: 'The price is right.' }],
          })
          expect(ran.exitCode, ran.output).toBe(0)
          const times = (event: string) => world.calls().filter((call) => call.endsWith(`--event ${event}`)).length
          expect([times('SessionStart'), times('SessionEnd')]).toEqual([1, 1])
          expect(times(prompt)).toBeGreaterThan(0)
          const isGemini = driver === gemini
          expect(times(isGemini ? 'BeforeTool' : 'PreToolUse')).toBe(3)
          expect(world.calls()).toContain('mcp --tools core')
        } finally {
          await world.remove()
        }
      },
      120_000,
    )
})
