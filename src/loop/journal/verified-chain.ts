import { goesOnFrom, type OnProgress, type ReadJournal, type VerifiedTo, verifyChain } from './verify.ts'

/** How a look at the chain came about. */
export interface ChainLook {
  readonly found: VerifiedTo
  /** How many of the facts were verified before, and not again. */
  readonly earlier: number
  /** When the last look at everything began. */
  readonly wholeAt: number
}

/** How far a process that stays has verified its journal, so that it does not do so again at every question. Who asks while it looks is told the same. */
export class VerifiedChain {
  #last: ChainLook | undefined
  #whole: Promise<ChainLook> | undefined
  #new: Promise<ChainLook> | undefined

  /** Looks at everything. */
  whole(journal: ReadJournal, now: number, onProgress?: OnProgress): Promise<ChainLook> {
    this.#whole ??= this.#lookAtAll(journal, now, onProgress).finally(() => {
      this.#whole = undefined
    })
    return this.#whole
  }

  /** Looks at what came since the last look; at everything, where there was none or the journal is not what it was then. */
  onlyNew(journal: ReadJournal, now: number): Promise<ChainLook> {
    if (this.#whole !== undefined) return this.#whole
    this.#new ??= this.#lookOn(journal, now).finally(() => {
      this.#new = undefined
    })
    return this.#new
  }

  async #lookOn(journal: ReadJournal, now: number): Promise<ChainLook> {
    const last = this.#last
    if (last === undefined || !(await goesOnFrom(journal, last.found))) return this.whole(journal, now)
    const found = await verifyChain(journal, last.found)
    return this.#keep({ found, earlier: last.found.events, wholeAt: last.wholeAt })
  }

  async #lookAtAll(journal: ReadJournal, now: number, onProgress?: OnProgress): Promise<ChainLook> {
    return this.#keep({ found: await verifyChain(journal, undefined, onProgress), earlier: 0, wholeAt: now })
  }

  /** Of two looks at once the one at everything has the last word. */
  #keep(look: ChainLook): ChainLook {
    if (this.#last === undefined || look.wholeAt >= this.#last.wholeAt) this.#last = look
    return look
  }
}
