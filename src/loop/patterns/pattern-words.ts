import type { Document } from '../../domain/document.ts'
import { WordIndex } from '../../engine/search/word-index.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import { rewordedAfter } from './wordings.ts'

/** Who asks so often lives on, and is worth an index; a single command is answered before one would be made. */
const ASKED_OFTEN = 3

/** More patterns than this are not held in memory; the store's own search knows no such limit. */
export const MOST_HELD = 20_000

/**
 * The words of all patterns of a project, in the memory of a process that asks often. Made when it asks again, and brought up
 * to date when patterns got other words.
 */
export class PatternWords {
  #index = new WordIndex()
  #upTo = 0
  #asked = 0
  #areTooMany = false

  /** The index with every wording in it, or undefined if the store is to be asked. `see` is shown what had to be read. */
  async refresh(
    journal: Journal,
    see: (documents: readonly Document<PatternRecord>[]) => void,
  ): Promise<WordIndex | undefined> {
    this.#asked += 1
    if (this.#asked < ASKED_OFTEN || this.#areTooMany) return undefined
    const index = this.#index
    if (index.size === 0) this.#areTooMany = (await journal.count(PATTERN)) > MOST_HELD
    if (this.#areTooMany) return undefined
    const { upTo, pages } = await rewordedAfter(journal, this.#upTo, Number.POSITIVE_INFINITY)
    for await (const documents of pages) {
      for (const { id, text } of documents) index.put(id, text)
      see(documents)
    }
    if (index !== this.#index) return index
    this.#upTo = upTo
    if (index.size > MOST_HELD) {
      this.forget()
      this.#areTooMany = true
    }
    return index
  }

  /** Holds no word any more; all are read anew. */
  forget(): void {
    this.#index = new WordIndex()
    this.#upTo = 0
    this.#areTooMany = false
  }
}
