import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from './journal.ts'
import { World } from './world.ts'

const SEED = 2_025

/** A journal of a known size on disk, and the world it tells of. Copy the file before changing it. */
export interface BuiltJournal {
  readonly events: number
  readonly path: string
  readonly world: World
}

/** Journals of growing sizes, each with the past of the smaller ones; built once, when first asked for. */
export class Journals {
  readonly #folder: string
  readonly #world = new World(SEED)
  readonly #built = new Map<number, BuiltJournal>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Sizes must be asked for in ascending order the first time. */
  async ofSize(events: number): Promise<BuiltJournal> {
    const known = this.#built.get(events)
    if (known !== undefined) return known
    const growing = join(this.#folder, 'growing.db')
    await fill(growing, this.#world, events)
    const path = join(this.#folder, `journal-${events}.db`)
    copyFileSync(growing, path)
    const built = { events, path, world: this.#world.fork(events) }
    this.#built.set(events, built)
    return built
  }
}
