import { openMettle } from '../../src/open.ts'

/** Takes back all that a run contributed, and tells each step of its progress; whoever listens may kill it in the middle. */
const [cwd = '', home = '', run = ''] = process.argv.slice(2)
const mettle = await openMettle({ cwd, environment: { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0' } })
const tell = (line: string) => process.stdout.write(`${line}\n`)
tell('ready')
const { undo } = await mettle.undo({
  run,
  by: 'ada',
  reason: 'it was forged',
  onProgress: () => tell('step'),
})
tell(`undone ${undo}`)
await mettle.close()
