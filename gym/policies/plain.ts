import type { World } from '../world/world.ts'
import type { Memory } from './memory.ts'
import { Notebook, packed, type Ranked, similarityTo } from './notebook.ts'

const NOTHING: Memory = {
  hear: async () => undefined,
  inject: async () => ({ lines: [] }),
  learn: async () => undefined,
  settle: async () => undefined,
  close: async () => undefined,
}

/** No memory at all. */
export async function none(): Promise<Memory> {
  return NOTHING
}

/** What was written last. */
export async function recency(world: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  return {
    ...NOTHING,
    hear: async (sighting) => void book.take(sighting),
    inject: async () => {
      const ranked = book.notes.map((note): Ranked => ({ note, score: note.lastSeen }))
      return { lines: packed(ranked, world.variant.budgetTokens) }
    },
  }
}

/** What is most like the task: retrieval without any memory of how it went. */
export async function similarity(world: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  return {
    ...NOTHING,
    hear: async (sighting) => void book.take(sighting),
    inject: async (run) => {
      const similar = similarityTo(run)
      const ranked = book.notes.map((note): Ranked => ({ note, score: similar(note) }))
      return { lines: packed(ranked, world.variant.budgetTokens) }
    },
  }
}
