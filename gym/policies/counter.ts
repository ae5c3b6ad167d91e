import { creditFor } from '../../src/engine/standing/credit.ts'
import type { World } from '../world/world.ts'
import type { Late, Memory, Seen } from './memory.ts'
import { Notebook, packed, type Ranked, ROLE, similarityTo } from './notebook.ts'

const DAY_MS = 86_400_000
/** Below this a note has nothing to do with the task. */
const LEAST_LIKENESS = 0.25

/** Helpful minus harmful, and the similarity where that is equal. Everything that was shown takes the blame and the praise. */
export async function counter({ variant }: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  const net = new Map<string, number>()
  const shownIn = new Map<string, Seen>()
  const add = (id: string, amount: number) => net.set(id, (net.get(id) ?? 0) + amount)
  return {
    hear: async (sighting) => void book.take(sighting),
    async inject(run) {
      const similar = similarityTo(run)
      const ranked = book.notes.map((note): Ranked => ({ note, score: (net.get(note.id) ?? 0) + similar(note) }))
      return { lines: packed(ranked, variant.budgetTokens, 0) }
    },
    async learn(report) {
      shownIn.set(report.run.id, report)
      if (report.word !== undefined) add(report.word.pattern, report.word.helpful ? 1 : -1)
      for (const { pattern } of report.verdict?.dismissed ?? []) add(pattern, -1)
      if (report.verdict?.passed === true) for (const { pattern } of report.lines) add(pattern, 1)
      grade(report)
    },
    settle: async (late) => grade(late),
    close: async () => undefined,
  }

  function grade({ run, outcome }: Pick<Seen | Late, 'run' | 'outcome'>): void {
    if (outcome === undefined) return
    for (const { pattern } of shownIn.get(run.id)?.lines ?? []) add(pattern, outcome.success ? 1 : -1)
  }
}

/**
 * The same sum with the plumbing of the library: wordings join, only what was cited or applied is credited and by its tier, a PASS needs evidence, text from outside waits until
 * somebody inside says it on another day, truth that comes late takes the place of the outcome, and what is worth nothing is not shown.
 */
export async function plumbedCounter({ variant }: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: true })
  const net = new Map<string, number>()
  const told = new Map<string, Told>()
  const add = (id: string, amount: number) => net.set(id, (net.get(id) ?? 0) + amount)
  return {
    async hear(sighting) {
      const { note } = book.take(sighting)
      const isAnotherDay = Math.floor(sighting.at / DAY_MS) > Math.floor(note.firstOutside / DAY_MS)
      if (!sighting.isFromOutside && isAnotherDay) note.isFromOutside = false
    },
    async inject(run) {
      const similar = similarityTo(run)
      const may = ({ note, score }: Ranked) => !note.isFromOutside && score >= 0 && similar(note) >= LEAST_LIKENESS
      const ranked = book.notes.map((note): Ranked => ({ note, score: (net.get(note.id) ?? 0) + similar(note) }))
      return { lines: packed(ranked.filter(may), variant.budgetTokens) }
    },
    async learn(report) {
      const { run, verdict, word } = report
      told.set(run.id, { uses: report.uses, isHelpful: undefined })
      if (word !== undefined) add(word.pattern, word.helpful ? 1 : -1)
      for (const { pattern } of verdict?.dismissed ?? []) add(pattern, -1)
      if (verdict?.passed === true && verdict.level < 3)
        for (const { pattern, tier } of report.uses) add(pattern, creditFor({ passed: true }, tier, ROLE).successes)
      if (report.outcome !== undefined) ended(run.id, report.outcome.success)
    },
    async settle({ run, outcome, kept }) {
      if (outcome !== undefined) ended(run.id, outcome.success)
      if (kept !== undefined) ended(run.id, kept)
    },
    close: async () => undefined,
  }

  function ended(run: string, isHelpful: boolean): void {
    const { uses, isHelpful: before } = told.get(run)!
    const worth = (helpful: boolean | undefined, tier: 'cited' | 'applied') =>
      helpful === undefined ? 0 : (helpful ? 1 : -1) * creditFor({ outcome: 'helpful' }, tier, ROLE).helpful
    for (const { pattern, tier } of uses) add(pattern, worth(isHelpful, tier) - worth(before, tier))
    told.set(run, { uses, isHelpful })
  }
}

interface Told {
  readonly uses: Seen['uses']
  readonly isHelpful: boolean | undefined
}
