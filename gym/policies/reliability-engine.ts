import { addRun, NO_RUNS, type ReliabilitySums, scoreOf } from '../../src/engine/governance/reliability.ts'
import type { World } from '../world/world.ts'
import type { Late, Memory, Seen } from './memory.ts'
import { Notebook, packed, type Ranked, similarityTo } from './notebook.ts'

/** What nothing is known of is trusted. */
const UNKNOWN = 1

/**
 * The reliability engine as documented, with every pattern in the place of a skill: `0.6 success rate + 0.2 calm + 0.2 quality` over the runs that were shown it, on the
 * similarity. The document ranks adapters and has no patterns, so this is how its formula would rank them.
 */
export async function reliabilityEngine({ variant }: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  const sums = new Map<string, ReliabilitySums>()
  const shownIn = new Map<string, readonly string[]>()
  return {
    hear: async (sighting) => void book.take(sighting),
    async inject(run) {
      const similar = similarityTo(run)
      const ranked = book.notes.map((note): Ranked => {
        const reliability = scoreOf(sums.get(note.id) ?? NO_RUNS)?.score ?? UNKNOWN
        return { note, score: reliability * similar(note) }
      })
      return { lines: packed(ranked, variant.budgetTokens) }
    },
    async learn(report) {
      shownIn.set(
        report.run.id,
        report.lines.map(({ pattern }) => pattern),
      )
      count(report)
    },
    settle: async (late) => count(late),
    close: async () => undefined,
  }

  function count({ run, outcome }: Pick<Seen | Late, 'run' | 'outcome'>): void {
    if (outcome === undefined) return
    const { success, retryCount, errorCount } = outcome
    const qualityScore = Math.max(0, 1 - errorCount / 5)
    for (const id of shownIn.get(run.id) ?? [])
      sums.set(id, addRun(sums.get(id) ?? NO_RUNS, { success, retryCount, qualityScore }))
  }
}
