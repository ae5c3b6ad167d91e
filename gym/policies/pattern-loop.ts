import { patternScore } from '../../src/engine/standing/pattern-score.ts'
import { penalty } from '../../src/engine/standing/verdict-effects.ts'
import type { World } from '../world/world.ts'
import type { Memory } from './memory.ts'
import { type Note, Notebook, packed, type Ranked, ROLE, similarityTo } from './notebook.ts'

interface Counts {
  successes: number
  ignoreWeight: number
  reinforcements: number
  lastUsed: number
}

const DAY_MS = 86_400_000
const LEAST_SCORE = 0.1
const MOST_REINFORCED = 5

/**
 * The pattern learning loop as documented: one pattern for each text, and a repeat counts as a success; `success rate x decay x category + boost`, blended
 * with the similarity; a PASS on evidence reinforces the patterns of the changed files, else the best five; a false positive costs the weight of the role; merged work
 * that held or did not grades what had been shown.
 */
export async function patternLoop({ variant }: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  const counts = new Map<string, Counts>()
  const shownIn = new Map<string, readonly string[]>()
  const { weight } = penalty({ role: ROLE })
  const of = (id: string) => counts.get(id)!
  return {
    async hear(sighting) {
      const { note, isNew } = book.take(sighting)
      if (isNew) counts.set(note.id, { successes: 0, ignoreWeight: 0, reinforcements: 0, lastUsed: 0 })
      of(note.id).successes += 1
      of(note.id).lastUsed = sighting.at
    },
    async inject(run) {
      const similar = similarityTo(run)
      const ranked = book.notes.map((note): Ranked => ({ note, score: scoreFor(note) }))
      return { lines: packed(ranked, variant.budgetTokens, LEAST_SCORE) }

      function scoreFor(note: Note): number {
        const { lastUsed, ...known } = of(note.id)
        return patternScore({
          ...known,
          daysSinceUse: (run.at - lastUsed) / DAY_MS,
          category: note.strength,
          contextOverlap: {
            labels: run.labels.some((label) => note.labels.has(label)),
            files: run.files.some((file) => note.files.has(file)),
          },
          similarity: similar(note),
        }).score
      }
    },
    async learn({ run, lines, verdict }) {
      const shown = lines.map(({ pattern }) => pattern)
      shownIn.set(run.id, shown)
      for (const id of shown) of(id).lastUsed = run.at
      for (const { pattern } of verdict?.dismissed ?? []) of(pattern).ignoreWeight += weight
      if (verdict?.passed !== true || verdict.level === 3) return
      const held = shown.filter((id) => !verdict.dismissed.some(({ pattern }) => pattern === id))
      const near = held.filter((id) => run.files.some((file) => book.get(id).files.has(file)))
      for (const id of near.length > 0 ? near : held.slice(0, MOST_REINFORCED)) {
        of(id).successes += 1
        of(id).reinforcements += 1
      }
    },
    async settle({ run, kept }) {
      for (const id of kept === undefined ? [] : (shownIn.get(run.id) ?? []))
        if (kept) of(id).successes += 1
        else of(id).ignoreWeight += weight
    },
    close: async () => undefined,
  }
}
