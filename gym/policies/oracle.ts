import type { Lesson } from '../world/lesson.ts'
import type { World } from '../world/world.ts'
import type { Memory } from './memory.ts'
import { type Note, Notebook, packed, type Ranked } from './notebook.ts'

/**
 * Knows what every lesson does where, and shows those that are worth their tokens, each in one wording. It knows neither the luck of the run nor
 * whether the agent will follow, and it can only show what somebody has written down.
 */
export async function oracle(world: World): Promise<Memory> {
  const book = new Notebook({ joinsNear: false })
  const { variant } = world
  return {
    hear: async (sighting) => void book.take(sighting),
    async inject(run) {
      const best = new Map<Lesson, Ranked>()
      for (const note of book.notes) {
        const lesson = world.lessonOf.get(note.text)!
        const score = worthOf(note, lesson.effects[run.half][run.area]!)
        if (score > (best.get(lesson)?.score ?? 0)) best.set(lesson, { note, score })
      }
      return { lines: packed([...best.values()], variant.budgetTokens) }
    },
    learn: async () => undefined,
    settle: async () => undefined,
    close: async () => undefined,
  }

  function worthOf({ text }: Note, effect: number): number {
    return variant.obeysInPlace * effect - variant.tokenCost * text.length * 0.3
  }
}
