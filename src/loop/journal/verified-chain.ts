import { goesOnFrom, type OnProgress, type ReadJournal, type VerifiedTo, verifyChain } from './verify.ts'

/** How a verification of the chain was made. */
export interface ChainLook {
  readonly found: VerifiedTo
  /** How many events had been verified before and were not verified again. */
  readonly earlier: number
  /** When the last full verification began. */
  readonly wholeAt: number
}

/**
 * How far a long-lived process has verified its journal, so that it does not start again at every request. Kept in memory only: a file that
 * says the journal is intact could be altered together with it. Requests that arrive during a verification share its result.
 */
export class VerifiedChain {
  #last: ChainLook | undefined
  #whole: Promise<ChainLook> | undefined
  #new: Promise<ChainLook> | undefined

  /** Verifies everything. */
  whole(journal: ReadJournal, now: number, onProgress?: OnProgress): Promise<ChainLook> {
    this.#whole ??= this.#lookAtAll(journal, now, onProgress).finally(() => {
      this.#whole = undefined
    })
    return this.#whole
  }

  /** Verifies what was added since the last time; everything, if there was none or the journal has changed before that point. */
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

  /** If two verifications overlap, the full one decides. */
  #keep(look: ChainLook): ChainLook {
    if (this.#last === undefined || look.wholeAt >= this.#last.wholeAt) this.#last = look
    return look
  }
}
