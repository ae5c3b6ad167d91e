import { openMettle } from '../../src/open.ts'

/** Opens a journal again and again, and so takes in what hooks left, until it is killed. */
const [cwd = '', home = ''] = process.argv.slice(2)
process.stdout.write('ready\n')
for (;;) {
  const mettle = await openMettle({ cwd, environment: { METTLE_HOME: home } })
  await mettle.close()
}
