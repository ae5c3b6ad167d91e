import { dirname } from 'node:path'
import { undo } from '../../src/loop/journal/undo.ts'
import { openArchiveKeeper } from '../../src/machine/archive-keeper.ts'
import { openJournal } from '../world/journal.ts'

/** The cost of undoing one run, measured inside its process. */
export interface Undid {
  readonly events: number
  readonly facts: number
  readonly ms: number
  readonly cpuMs: number
  readonly peakMb: number
  /** Folding the same journal again, without computing what changes. */
  readonly rebuildCpuMs: number
}

const { store, journal, context } = await openJournal(process.argv[2]!, { now: Date.now() })
const { position: events } = await journal.head()
const [middle] = await journal.read({ after: Math.floor(events / 2), limit: 1 })
/** Nothing of this journal is in an archive. */
const archives = async () => openArchiveKeeper(dirname(process.argv[2]!))

const cpu = process.cpuUsage()
const start = performance.now()
const { factsTotal: facts } = await undo({ ...context, archives }, { run: middle!.run!, by: 'bench', reason: 'to see' })
const ms = performance.now() - start
const cpuMs = cpuSince(cpu)
const peakMb = process.resourceUsage().maxRSS / 1_024

const again = process.cpuUsage()
await journal.rebuild(context.projector)
const rebuildCpuMs = cpuSince(again)
await store.close()
console.log(JSON.stringify({ events, facts, ms, cpuMs, peakMb, rebuildCpuMs } satisfies Undid))

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
