import type { DocumentReader } from '../../domain/document.ts'
import { type GroupSums, groupPriors } from '../../engine/belief/group-prior.ts'
import type { PosteriorRecord } from '../../engine/belief/posterior-record.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { type Belief, beliefIn, type HeldBelief, type KeptBelief } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { CachedPattern, Gathered } from '../../injection/gathering.ts'
import {
  groupSums,
  POSTERIOR,
  PRIORS,
  reviewersIn,
  weighedRecord,
} from '../../projection/documents/belief-documents.ts'
import type { LoopRecord } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'

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

/** Beliefs in memory. What was read before holds until an event changes what is believed of some pattern; only the fold knows which events do. */
export class BeliefCache {
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
    for (const { cached } of gathered)
      if (cached.kept?.by !== era && !posteriors.has(cached.id)) missing.push(cached.id)
    if (missing.length === 0 && this.#sums !== undefined) return { sums: this.#sums, posterior, era }
    const read = await beliefReader(journal, missing)
    for (const id of missing) posteriors.set(id, weighedRecord(read, id, policy.bayes))
    const sums = groupSums(read)
    if (this.#posteriors === posteriors) this.#sums = sums
    return { sums, posterior, era }
  }

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

/** The priors, what is known of some patterns, and of the reviewers who judged them. */
export async function beliefReader(journal: Journal, ids: readonly string[]): Promise<DocumentReader> {
  const known = await journal.documents([{ kind: PRIORS, id: PRIORS }, ...ids.map((id) => ({ kind: POSTERIOR, id }))])
  const reviewers = reviewersIn(readerOf(known), ids)
  return readerOf(reviewers.length === 0 ? known : [...known, ...(await journal.documents(reviewers))])
}

/** Reads what is believed of some patterns, to be asked one by one. */
export async function beliefs(
  context: LoopContext,
  ids: readonly string[],
): Promise<(record: PatternRecord) => Belief> {
  const { bayes } = context.policy
  const read = await beliefReader(context.journal, ids)
  const at = { priorOf: groupPriors(groupSums(read), bayes), now: context.now() }
  return (record) => beliefIn(record, weighedRecord(read, record.pattern.id, bayes), at, bayes)
}

/** The same from memory, for who asks often. */
export async function cachedBeliefs(
  context: LoopContext,
  gathered: readonly Gathered[],
): Promise<(pattern: CachedPattern) => HeldBelief> {
  const { journal, cache, policy } = context
  const { sums, posterior, era } = await cache.beliefs.known(journal, gathered, policy)
  const at = { priorOf: groupPriors(sums, policy.bayes), now: context.now() }
  return (pattern) => {
    const { kept } = pattern
    if (kept?.by === era) return kept
    const observed = posterior(pattern.id)
    const belief = beliefIn(pattern.record, observed, at, policy.bayes)
    pattern.kept = shared({ by: era, belief, observed }, era)
    return pattern.kept
  }
}

/** One for all of a group, where nothing was observed: hundreds are looked at for a block, and what is the same is near at hand. */
function shared(kept: KeptBelief, { begun }: Era): KeptBelief {
  if (kept.observed !== undefined) return kept
  const name = `${kept.belief.group} ${kept.belief.isFromOutside}`
  const known = begun.get(name) ?? kept
  begun.set(name, known)
  return known
}
