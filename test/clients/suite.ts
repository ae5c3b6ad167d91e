import { describe } from 'vitest'
import { answerCases, type Hears } from './cases/answers.ts'
import { gateCases } from './cases/gate.ts'
import { loopCases } from './cases/loop.ts'
import type { Driver } from './drivers/driver.ts'
import { absence } from './installed.ts'

/** What holds with every client, told as sessions of the real one with a model that follows a script. */
export function clientSuite(driver: Driver, { hears }: { readonly hears?: Hears }): void {
  describe.skipIf(absence(driver.name) !== undefined)(driver.name, () => {
    if (hears !== undefined) answerCases(driver, hears)
    loopCases(driver)
    gateCases(driver)
  })
}
