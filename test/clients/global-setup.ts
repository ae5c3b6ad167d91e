import { existsSync } from 'node:fs'
import { absence, CLIENTS } from './installed.ts'
import { PROGRAM } from './mettle.ts'

const NEEDED_IN_CI = 3

/** Names the clients whose tests will not run, so that a short run is not taken for a whole one. */
export function setup(): void {
  const absent = CLIENTS.filter((client) => absence(client) !== undefined)
  for (const client of absent) console.warn(`Tests with ${client} are skipped: ${absence(client)}`)
  const present = CLIENTS.length - absent.length
  if (process.env.CI && present < NEEDED_IN_CI)
    throw new Error(`Where CI is set, tests with at least ${NEEDED_IN_CI} real clients must run; ${present} can.`)
  if (present > 0 && !existsSync(PROGRAM)) throw new Error('The clients call what is built: npm run build')
}
