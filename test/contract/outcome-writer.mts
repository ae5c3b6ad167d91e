import { writeSync } from 'node:fs'
import { openMettle } from '../../src/open.ts'

/** What a recording process is told, as JSON in its first argument. */
export interface RecorderOrders {
  readonly folder: string
  readonly home: string
  /** Of the PostgreSQL server; empty: the journal is a file. */
  readonly url: string
  readonly name: string
  readonly runs: number
}

const { folder, home, url, name, runs } = JSON.parse(process.argv[2]!) as RecorderOrders
const say = (line: string) => writeSync(1, `${line}\n`)

/** The n-th run of this process: every fourth fails, and each uses an adapter of its own and one that all share. */
function outcome(n: number): object {
  const failed = n % 4 === 0
  return {
    runId: `${name}-${n}`,
    status: failed ? 'failed' : 'success',
    retryCount: n % 3,
    qualityScore: failed ? 0.1 : 0.9,
    adaptersUsed: ['shared', name],
    selectedSkills: ['deploy'],
    ...(failed ? { dominantFailureType: 'timeout' } : {}),
  }
}

const environment = { METTLE_HOME: home, METTLE_DATABASE_URL: url, METTLE_STORE_DURABLE: 'false' }
const mettle = await openMettle({ cwd: folder, environment })
say('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
for (let n = 1; n <= runs; n++) say((await mettle.recordRunOutcome(outcome(n))).run)
await mettle.close()
process.exit(0)
