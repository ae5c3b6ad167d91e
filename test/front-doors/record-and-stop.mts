import { openMettle } from '../../src/open.ts'

/** Records outcomes in a folder, says so, and then either dies without a word or stays with the journal open until it is told to end. */
const [cwd = '', home = '', outcomes = '', how = ''] = process.argv.slice(2)
const mettle = await openMettle({ cwd, environment: { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0' } })
for (let i = 0; i < Number(outcomes); i++) await mettle.recordOutcome({ run: `run-${i}`, result: 'success' })
if (how === 'die') process.kill(process.pid, 'SIGKILL')
console.log('recorded')
await new Promise((resolve) => process.stdin.once('data', resolve))
await mettle.close()
process.exit()
