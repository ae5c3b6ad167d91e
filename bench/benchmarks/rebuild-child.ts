import { openJournal } from '../world/journal.ts'

/** What one rebuild took, as seen from inside its process. */
export interface Rebuilt {
  readonly events: number
  readonly ms: number
  /** User and system time of all threads; more meaningful than wall time on a busy machine. */
  readonly cpuMs: number
  /** Reading the same events and doing nothing with them. */
  readonly readMs: number
  readonly peakMb: number
}

const PAGE = 2_000
const { store, journal, context } = await openJournal(process.argv[2]!, { now: Date.now() })

const cpu = process.cpuUsage()
const start = performance.now()
const { events } = await journal.rebuild(context.projector)
const ms = performance.now() - start
const { user, system } = process.cpuUsage(cpu)
const peakMb = process.resourceUsage().maxRSS / 1_024

const readStart = performance.now()
for (let after = 0; after < events; after += PAGE) await journal.read({ after, limit: PAGE })
const readMs = performance.now() - readStart

await store.close()
console.log(JSON.stringify({ events, ms, cpuMs: (user + system) / 1_000, readMs, peakMb } satisfies Rebuilt))
