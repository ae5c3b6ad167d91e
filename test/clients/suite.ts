import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Driver } from './drivers/driver.ts'
import { absence } from './installed.ts'
import { newPlace } from './place.ts'
import { quiet } from './processes.ts'
import { DELEGATED, runClient } from './run-client.ts'

/** What holds with every client, told as sessions of the real one with a model that follows a script. */
export function clientSuite(driver: Driver): void {
  describe.skipIf(absence(driver.name) !== undefined)(`a session of ${driver.name}`, () => {
    const place = newPlace()

    it('takes the steps of a script, offline, in a subagent too', async () => {
      const ran = await runClient(driver, place, {
        prompt: 'Mend the price.',
        deeds: [
          { shell: 'echo hello > out.txt' },
          { write: 'new.txt', content: 'one\n' },
          { replace: 'price.js', from: 'export const price = () => 1', to: 'export const price = () => 2' },
          { shell: 'echo boom >&2; exit 3' },
          { delegate: DELEGATED },
          { say: 'All done.' },
        ],
        delegated: [{ shell: 'echo inside > sub.txt' }, { report: 'The price is right.' }],
      })
      expect(ran.exitCode, ran.output).toBe(0)
      expect(ran.output).toContain('All done.')
      for (const file of ['out.txt', 'new.txt', 'sub.txt'])
        expect(existsSync(join(place.repository, file)), file).toBe(true)
      expect(readFileSync(join(place.repository, 'price.js'), 'utf8')).toContain('() => 2')
      expect(ran.main.at(-1)?.body.includes('The price is right.')).toBe(true)
      expect(ran.sub.length).toBeGreaterThan(1)
    })

    it('goes on when it is told more', async () => {
      const work = {
        prompt: 'One thing more.',
        deeds: [{ shell: 'echo more > more.txt' }, { say: 'More done.' }],
      }
      const ran = await runClient(driver, place, { ...work, isMore: true })
      expect(ran.output).toContain('More done.')
      expect(ran.main[0]?.body.includes('All done.')).toBe(true)
      expect(await quiet(place.home)).toEqual([])
    })
  })
}
