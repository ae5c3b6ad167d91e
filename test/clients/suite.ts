import { describe } from 'vitest'
import { answerCases, type Hears } from './cases/answers.ts'
import { gateCases } from './cases/gate.ts'
import { loopCases } from './cases/loop.ts'
import { startCases } from './cases/starts.ts'
import { terminalCases } from './cases/terminal.ts'
import type { Driver } from './drivers/driver.ts'
import { absence } from './installed.ts'

/**
 * What must work with every client, as sessions of the real client with a scripted model. Recorded payloads are not enough: they do not show
 * that an answer was accepted, and clients silently drop keys, events and whole hook files.
 */
export function clientSuite(driver: Driver, { hears }: { readonly hears?: Hears }): void {
  describe.skipIf(absence(driver.name) !== undefined)(driver.name, () => {
    if (hears !== undefined) answerCases(driver, hears)
    loopCases(driver)
    gateCases(driver)
    startCases(driver)
    terminalCases(driver)
  })
}
