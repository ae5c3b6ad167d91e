import { onTestFinished } from 'vitest'
import type { Origin } from '../../src/domain/event.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { HookWorld } from '../worlds/hook-world.ts'

const DAY_MS = 86_400_000

export const LESSON = 'Always close the database handle before the temp folder is removed'

/** A repository of somebody with a journal in a file, and every door of it. */
export class Victim extends HookWorld {
  pass(days: number): void {
    this.now += days * DAY_MS
  }

  /** Types a command, as the person whose repository it is. */
  cli(...argv: string[]) {
    return runCli(argv, { cwd: this.root, environment: this.environment, now: this.now })
  }

  /** The verbs as they are called through a door. */
  async through<T>(surface: Origin['surface'], work: (mettle: Mettle) => Promise<T>): Promise<T> {
    const { root: cwd, environment } = this
    const mettle = await openMettle({ cwd, environment, surface, create: true, now: () => this.now })
    try {
      return await work(mettle)
    } finally {
      await mettle.close()
    }
  }

  /** A pattern that was learned here, and its id. What is held for its words is accepted by a person: what then holds is what is tried. */
  async learned(lesson = LESSON, more: { run?: string; agent?: string; role?: string } = {}): Promise<string> {
    return this.command(async (mettle) => {
      const { learning } = await mettle.recordLearning({ agent: 'builder', run: 'r0', lesson, ...more })
      await mettle.learn()
      const [found] = await mettle.patterns({ search: lesson, nearestFirst: true, limit: 1, all: true })
      if (found === undefined) throw new Error(`nothing was learned from ${learning}`)
      const { id, held } = found.pattern
      if (held !== undefined) await mettle.releasePattern({ pattern: id, by: 'ann', reason: 'it is fine' })
      return id
    })
  }

  pattern(id: string, asked: { axes?: boolean } = {}) {
    return this.command((mettle) => mettle.pattern(id, asked))
  }
}

/** Somebody to attack, with everything of theirs removed after the test. */
export function victim(settings: Record<string, string> = {}): Victim {
  const made = new Victim(settings)
  onTestFinished(() => made.remove())
  return made
}
