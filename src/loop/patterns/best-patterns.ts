import { byCodePoint } from '../../domain/by-code-point.ts'
import type { PatternInMemory } from './pattern-in-memory.ts'

/** The patterns of one state, as far down as they were asked for. */
interface Best {
  /** Exactly the first of the store's list, in its order. */
  readonly first: PatternInMemory[]
  /** There are no others. */
  isWhole: boolean
}

/** The best patterns of each state by their rank, from the top to where somebody looked, and kept so when patterns change. */
export class BestPatterns {
  readonly #byState = new Map<string, Best>()

  /** How many of a state are known, and whether these are all. */
  known(state: string): { readonly count: number; readonly isWhole: boolean } {
    const { first, isWhole } = this.#of(state)
    return { count: first.length, isWhole }
  }

  slice(state: string, from: number, until: number): readonly PatternInMemory[] {
    return this.#of(state).first.slice(from, until)
  }

  /** What comes after the known ones in the store's list; fewer than were asked for are the last. */
  extend(state: string, next: readonly PatternInMemory[], asked: number): void {
    const best = this.#of(state)
    best.first.push(...next)
    best.isWhole = next.length < asked
  }

  /** Puts a pattern where it belongs now. What falls behind the known ones is found when somebody looks further down. */
  move(before: PatternInMemory | undefined, after: PatternInMemory | undefined): void {
    if (before !== undefined) {
      const { first } = this.#of(before.state)
      const at = first.indexOf(before)
      if (at >= 0) first.splice(at, 1)
    }
    if (after === undefined) return
    const { first, isWhole } = this.#of(after.state)
    const at = first.findIndex((one) => comesBefore(after, one))
    if (at >= 0) first.splice(at, 0, after)
    else if (isWhole) first.push(after)
  }

  clear(): void {
    this.#byState.clear()
  }

  #of(state: string): Best {
    const known = this.#byState.get(state)
    if (known !== undefined) return known
    const none = { first: [], isWhole: false }
    this.#byState.set(state, none)
    return none
  }
}

/** As stores list documents: by rank, and equals by id. */
function comesBefore(a: PatternInMemory, b: PatternInMemory): boolean {
  return a.rank > b.rank || (a.rank === b.rank && byCodePoint(a.id, b.id) < 0)
}
