import type { Belief } from '../engine/bayes/believed-pattern.ts'
import type { GroupSums } from '../engine/bayes/group-prior.ts'
import type { PosteriorRecord } from '../engine/bayes/posterior-record.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { groupSums, POSTERIOR, PRIORS } from '../projection/belief-documents.ts'
import type { LoopRecord } from '../projection/documents.ts'
import type { Journal } from '../store/port.ts'
import { readerOf } from './reader-of.ts'

/** What observations say of some patterns. */
export interface KnownBeliefs {
  readonly sums: GroupSums
  posterior(pattern: string): PosteriorRecord | undefined
  /** What was believed of patterns when they were last asked for. */
  readonly kept: Map<PatternRecord, KeptBelief>
}

/** A belief, and what was observed: if anything was, it leaks with the hour. */
export interface KeptBelief {
  readonly belief: Belief
  readonly observed: PosteriorRecord | undefined
}

/** Beliefs in memory. Receipts say nothing of what a pattern does: while nothing else is recorded, what was read before still holds. */
export class BeliefShelf {
  #recorded = -1
  #sums: GroupSums | undefined
  #best: readonly string[] | undefined
  #posteriors = new Map<string, PosteriorRecord | undefined>()
  #kept = new Map<PatternRecord, KeptBelief>()
  #policy: Policy | undefined

  /** Forgets what may no longer be true. */
  refresh({ events, byType }: LoopRecord): void {
    const recorded = events - (byType['pattern-injected.v1'] ?? 0)
    if (recorded !== this.#recorded) this.clear()
    this.#recorded = recorded
  }

  clear(): void {
    this.#sums = undefined
    this.#best = undefined
    // A new one, so that who still reads for the old state does not write into this.
    this.#posteriors = new Map()
    this.#kept = new Map()
  }

  /** What is known of these patterns, from the store only where it was not asked for before. */
  async known(journal: Journal, records: readonly PatternRecord[], policy: Policy): Promise<KnownBeliefs> {
    if (this.#policy !== policy) this.#kept = new Map()
    this.#policy = policy
    const [posteriors, kept] = [this.#posteriors, this.#kept]
    const posterior = (id: string) => posteriors.get(id)
    const missing: string[] = []
    for (const record of records) {
      if (kept.has(record) || posteriors.has(record.pattern.id)) continue
      missing.push(record.pattern.id)
    }
    if (missing.length === 0 && this.#sums !== undefined) return { sums: this.#sums, posterior, kept }
    const keys = [{ kind: PRIORS, id: PRIORS }, ...missing.map((id) => ({ kind: POSTERIOR, id }))]
    const read = readerOf(await journal.documents(keys))
    for (const id of missing) posteriors.set(id, read.get(POSTERIOR, id)?.body as PosteriorRecord | undefined)
    const sums = groupSums(read)
    if (this.#posteriors === posteriors) this.#sums = sums
    return { sums, posterior, kept }
  }

  /** The patterns that are believed to help most. */
  async best(journal: Journal, limit: number): Promise<readonly string[]> {
    if (this.#best !== undefined) return this.#best
    const posteriors = this.#posteriors
    const best = (await journal.list(POSTERIOR, { limit })).map(({ id }) => id)
    if (this.#posteriors === posteriors) this.#best = best
    return best
  }
}
