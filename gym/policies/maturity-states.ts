import { scoreOutcome } from '../../src/engine/laws/implicit-feedback.ts'
import { inversion } from '../../src/engine/standing/inversion.ts'
import { type MaturityFeedback, maturityOf } from '../../src/engine/standing/maturity.ts'
import type { World } from '../world/world.ts'
import type { Late, Memory, Seen } from './memory.ts'
import { Notebook, packed, type Ranked, similarityTo } from './notebook.ts'

/**
 * Implicit feedback and maturity as documented: the course of a run is scored, and every pattern that it was shown takes that as feedback; state by decayed
 * counts, multiplier .5 / 1 / 1.5 / 0 on the similarity; what failed in 60 % of at least three runs turns into a warning.
 */
export async function maturityStates({ variant }: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  const feedback = new Map<string, MaturityFeedback[]>()
  const shownIn = new Map<string, readonly string[]>()
  return {
    hear: async (sighting) => {
      const { note, isNew } = book.take(sighting)
      if (isNew) feedback.set(note.id, [])
    },
    async inject(run) {
      const similar = similarityTo(run)
      const ranked = book.notes.flatMap((note): Ranked[] => {
        const { helpfulCount, harmfulCount, multiplier } = maturityOf(feedback.get(note.id)!, run.at)
        const turned = inversion({
          content: note.text,
          kind: 'pattern',
          successes: helpfulCount,
          failures: harmfulCount,
        })
        if (turned.content !== undefined) return [{ note, score: similar(note), text: turned.content }]
        return multiplier === 0 ? [] : [{ note, score: multiplier * similar(note) }]
      })
      return { lines: packed(ranked, variant.budgetTokens) }
    },
    async learn(report) {
      shownIn.set(
        report.run.id,
        report.lines.map(({ pattern }) => pattern),
      )
      if (report.word !== undefined) {
        const { pattern, helpful } = report.word
        feedback.get(pattern)!.push({ type: helpful ? 'helpful' : 'harmful', at: report.run.at, weight: 1 })
      }
      grade(report)
    },
    settle: async (late) => grade(late),
    close: async () => undefined,
  }

  function grade({ run, outcome }: Pick<Seen | Late, 'run' | 'outcome'>): void {
    if (outcome === undefined) return
    const { type } = scoreOutcome(outcome)
    for (const id of shownIn.get(run.id) ?? []) feedback.get(id)!.push({ type, at: run.at, weight: 1 })
  }
}
