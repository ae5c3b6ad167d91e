import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, isConflict, isStoreFailure } from '../journal/append-facts.ts'

/** The facts of one entry. `again` gives them under the next name, when the one they have is taken by others. */
export interface BatchEntry {
  readonly drafts: readonly Draft[]
  readonly again?: (tries: number) => Promise<readonly Draft[]>
  /** Told once: whether anything of it was new, or why it was refused. */
  readonly settle: (fate: { readonly isNew: boolean } | { readonly refused: string }) => void
}

const LARGEST = 200
const MOST_TRIES = 20

/** Appends entries many at a time. Where one of them conflicts, each is tried alone, so that it costs no other. */
export class ImportBatch {
  readonly #context: LoopContext
  #waiting: BatchEntry[] = []

  constructor(context: LoopContext) {
    this.#context = context
  }

  async add(entry: BatchEntry): Promise<void> {
    this.#waiting.push(entry)
    if (this.#waiting.length >= LARGEST) await this.flush()
  }

  async flush(): Promise<void> {
    const entries = this.#waiting
    this.#waiting = []
    if (entries.length === 0) return
    try {
      const appended = await appendFacts(
        this.#context,
        entries.flatMap(({ drafts }) => drafts),
      )
      let from = 0
      for (const { drafts, settle } of entries) {
        settle({ isNew: appended.slice(from, from + drafts.length).some(({ duplicate }) => !duplicate) })
        from += drafts.length
      }
    } catch (error) {
      if (!(error instanceof UserError) || isStoreFailure(error)) throw error
      for (const entry of entries) await this.#alone(entry)
    }
  }

  async #alone({ drafts, again, settle }: BatchEntry): Promise<void> {
    let next = drafts
    for (let tries = 1; ; tries++) {
      try {
        const appended = await appendFacts(this.#context, next)
        return settle({ isNew: appended.some(({ duplicate }) => !duplicate) })
      } catch (error) {
        if (!(error instanceof UserError) || isStoreFailure(error)) throw error
        if (again === undefined || !isConflict(error) || tries >= MOST_TRIES)
          return settle({ refused: error.message.split('\n')[0]! })
        next = await again(tries + 1)
      }
    }
  }
}
