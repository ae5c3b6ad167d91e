import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { opencode } from './drivers/opencode.ts'
import { absence } from './installed.ts'
import { DELEGATED, newWorld } from './world.ts'

describe.skipIf(absence('opencode') !== undefined)('opencode', () => {
  it('takes the steps of a script, offline, in a subagent too', async () => {
    const world = await newWorld(opencode)
    onTestFinished(() => world.remove())
    const ran = await world.run({
      prompt: 'Mend the price.',
      deeds: [{ write: 'new.txt', content: 'one\n' }, { delegate: DELEGATED }, { say: 'All done.' }],
      delegated: [{ shell: 'echo inside > inside.txt' }, { report: 'The price is right.' }],
    })
    expect(ran.exitCode, ran.output).toBe(0)
    for (const file of ['new.txt', 'inside.txt'])
      expect(existsSync(join(world.repository, file)), file).toBe(true)
    expect(ran.main.at(-1)?.body.includes('The price is right.')).toBe(true)
  })
})
