import { relevance } from '../../src/engine/laws/relevance.ts'
import {
  type Application,
  NO_USE,
  rateOf,
  type UsageTally,
  withApplication,
} from '../../src/engine/standing/success-rate.ts'
import type { Run, World } from '../world/world.ts'
import type { Late, Memory, Seen } from './memory.ts'
import { type Note, Notebook, packed, type Ranked } from './notebook.ts'

const MOST = 15
const KEPT = 50
const FIRST = ['insight', 'pattern', 'convention', 'mistake']

type Row = Pick<Application, 'status' | 'verified' | 'relevance'>

/**
 * Self-learning as documented: wordings that share 0.8 are one; a success rate over all rows, in which a missed goal counts for half the relevance; what is flagged PRUNE
 * goes; order by category, then relevance by tags and keywords, then the rate; at most fifteen lines, of at most fifty patterns.
 */
export async function selfLearning({ variant }: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: true })
  const uses = new Map<string, UsageTally>()
  const rows = new Map<string, ReadonlyMap<string, Row>>()
  const rate = (note: Note, run: Run) => rateOf(uses.get(note.id) ?? NO_USE, run.index)
  return {
    hear: async (sighting) => void book.take(sighting),
    async inject(run) {
      const kept = [...book.notes]
        .map((note) => ({ note, ...rate(note, run) }))
        .filter(({ flag }) => flag !== 'PRUNE')
        .sort((a, b) => b.rate - a.rate || b.note.sightings - a.note.sightings)
        .slice(0, KEPT)
      const ranked = kept.map(
        ({ note, rate: held }): Ranked => ({
          note,
          score: FIRST.indexOf(note.category) * 100 + relevanceOf(note, run) * 10 + held,
        }),
      )
      const best = ranked.sort((a, b) => b.score - a.score).slice(0, MOST)
      return { lines: packed(best, variant.budgetTokens) }
    },
    async learn(report) {
      const tiers = new Map(report.uses.map(({ pattern, tier }) => [pattern, tier]))
      const written = report.lines.map(({ pattern }): [string, Row] => {
        const tier = tiers.get(pattern)
        const status = tier === undefined ? 'injected' : 'applied'
        return [
          pattern,
          { status, verified: tier === 'applied', relevance: relevanceOf(book.get(pattern), report.run) },
        ]
      })
      rows.set(report.run.id, new Map(written))
      close(report)
    },
    settle: async (late) => close(late),
    close: async () => undefined,
  }

  function close({ run, outcome }: Pick<Seen | Late, 'run' | 'outcome'>): void {
    if (outcome === undefined) return
    for (const [id, row] of rows.get(run.id) ?? [])
      uses.set(
        id,
        withApplication(uses.get(id) ?? NO_USE, {
          ...row,
          goalSuccess: outcome.success,
          iteration: run.index,
        }),
      )
  }
}

function relevanceOf(note: Note, { files, labels }: Run): number {
  return relevance({ summary: note.text, context: [...note.labels], changedFiles: files, tags: labels }).score
}
