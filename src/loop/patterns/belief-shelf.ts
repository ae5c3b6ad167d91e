import type { KeptBelief } from '../../engine/belief/believed-pattern.ts'
import type { GroupSums } from '../../engine/belief/group-prior.ts'
import type { PosteriorRecord } from '../../engine/belief/posterior-record.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import type { Gathered } from '../../injection/gathering.ts'
import { groupSums, POSTERIOR, PRIORS } from '../../projection/documents/belief-documents.ts'
import type { LoopRecord } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import { readerOf } from '../journal/reader-of.ts'

/** What observations say of some patterns. */
export interface KnownBeliefs {
  readonly sums: GroupSums
  posterior(pattern: string): PosteriorRecord | undefined
  readonly era: Era
}

/** As long as nothing changes what is believed of any pattern, under one policy. */
export interface Era {
  /** Of patterns of which nothing was observed, those of a group are all believed to be the same. */
  readonly begun: Map<string, KeptBelief>
}

/**
 * Beliefs in memory. While no event changes what is believed of any pattern, what was read before still holds; which do, only the fold
 * knows. What changes of a pattern itself is on its record, which is then another.
 */
export class BeliefShelf {
  #changedAt = -1
  #sums: GroupSums | undefined
  #best: readonly string[] | undefined
  #posteriors = new Map<string, PosteriorRecord | undefined>()
  #era: Era = newEra()
  #policy: Policy | undefined

  /** Forgets what may no longer be true. */
  refresh({ beliefsChangedAt = 0 }: LoopRecord): void {
    if (beliefsChangedAt !== this.#changedAt) this.clear()
    this.#changedAt = beliefsChangedAt
  }

  clear(): void {
    this.#sums = undefined
    this.#best = undefined
    // A new one, so that who still reads for the old state does not write into this.
    this.#posteriors = new Map()
    this.#era = newEra()
  }

  /** What is known of these patterns, from the store only where it was not asked for before. */
  async known(journal: Journal, gathered: readonly Gathered[], policy: Policy): Promise<KnownBeliefs> {
    if (this.#policy !== policy) this.#era = newEra()
    this.#policy = policy
    const [posteriors, era] = [this.#posteriors, this.#era]
    const posterior = (id: string) => posteriors.get(id)
    const missing: string[] = []
    for (const { shelved } of gathered)
      if (shelved.kept?.by !== era && !posteriors.has(shelved.id)) missing.push(shelved.id)
    if (missing.length === 0 && this.#sums !== undefined) return { sums: this.#sums, posterior, era }
    const keys = [{ kind: PRIORS, id: PRIORS }, ...missing.map((id) => ({ kind: POSTERIOR, id }))]
    const read = readerOf(await journal.documents(keys))
    for (const id of missing) posteriors.set(id, read.get(POSTERIOR, id)?.body)
    const sums = groupSums(read)
    if (this.#posteriors === posteriors) this.#sums = sums
    return { sums, posterior, era }
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

function newEra(): Era {
  return { begun: new Map() }
}
