import { prepareRestore } from '../../src/restore.ts'

/** Prepares a restore, says so, and carries it out when it is told to. */
const [cwd = '', home = '', file = ''] = process.argv.slice(2)
const environment = { METTLE_HOME: home }
const prepared = await prepareRestore({ cwd, environment, flags: [], now: Date.now, file, acceptLoss: false })
console.log('prepared')
await new Promise((resolve) => process.stdin.once('data', resolve))
await prepared.apply()
process.exit()
