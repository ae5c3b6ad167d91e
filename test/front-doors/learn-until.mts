import { openMettle } from '../../src/open.ts'

/** Learns in a folder, and dies without a word when the named step begins. */
const [cwd = '', home = '', step = ''] = process.argv.slice(2)
const mettle = await openMettle({ cwd, environment: { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0' } })
await mettle.learn({
  onStep: (name) => {
    if (name === step) process.kill(process.pid, 'SIGKILL')
  },
})
await mettle.close()
