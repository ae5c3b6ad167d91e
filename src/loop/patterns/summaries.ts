import { isCurrent, type Summary, type SummaryRequest, summarise } from '../../injection/sections.ts'

const MOST_KEPT = 64

/** Summaries that were made before, one for each role and budget. One that is no longer true is made anew. */
export class Summaries {
  readonly #kept: Map<string, Summary>

  constructor(kept: Map<string, Summary> = new Map()) {
    this.#kept = kept
  }

  of(request: SummaryRequest): Summary {
    const name = `${request.budgetTokens} ${request.role}`
    const known = this.#kept.get(name)
    if (known !== undefined && isCurrent(known, request)) return known
    const made = summarise(request)
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    this.#kept.set(name, made)
    return made
  }
}
