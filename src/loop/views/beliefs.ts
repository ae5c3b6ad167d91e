import type { DocumentReader } from '../../domain/document.ts'
import { type GroupSums, groupPriors } from '../../engine/belief/group-prior.ts'
import type { PosteriorRecord } from '../../engine/belief/posterior-record.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { type Belief, beliefIn, type HeldBelief, type KeptBelief } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { CachedPattern, Gathered } from '../../injection/gathering.ts'
import { POSTERIOR, PRIORS, reviewersIn, weighedRecord } from '../../projection/documents/belief-documents.ts'
import type { LoopRecord } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'

export interface KnownBeliefs {
  readonly sums: GroupSums
  posterior(pattern: string): PosteriorRecord | undefined
  readonly era: Era
}

/** A period in which no belief changes, under one policy; what is cached in it stays valid. */
export interface Era {
  /** The belief of each group, shared by all its patterns without observations. */
  readonly begun: Map<string, KeptBelief>
}

/** Beliefs in memory. They stay valid until an event changes the belief in some pattern; only the fold knows which events do. */
export class BeliefCache {
  #changedAt = -1
  #sums: GroupSums | undefined
  #best: readonly string[] | undefined
  #posteriors = new Map<string, PosteriorRecord | undefined>()
  #era: Era = newEra()
  #policy: Policy | undefined

  /** Drops beliefs that may be outdated. */
  refresh({ beliefsChangedAt = 0 }: LoopRecord): void {
    if (beliefsChangedAt !== this.#changedAt) this.clear()
    this.#changedAt = beliefsChangedAt
  }

  clear(): void {
    this.#sums = undefined
    this.#best = undefined
    // A new map, so that a pending read of the old state does not write into it.
    this.#posteriors = new Map()
    this.#era = newEra()
  }

  /** The beliefs in these patterns; read from the store only if not yet in memory. */
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
    const sums = read.get(PRIORS, PRIORS)?.body ?? {}
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

/** Reads the priors, and the records of some patterns and of their reviewers. */
export async function beliefReader(journal: Journal, ids: readonly string[]): Promise<DocumentReader> {
  const known = await journal.documents([{ kind: PRIORS, id: PRIORS }, ...ids.map((id) => ({ kind: POSTERIOR, id }))])
  const reviewers = reviewersIn(readerOf(known), ids)
  return readerOf(reviewers.length === 0 ? known : [...known, ...(await journal.documents(reviewers))])
}

/** Reads the beliefs in some patterns, for lookup one by one. */
export async function beliefs(
  context: LoopContext,
  ids: readonly string[],
): Promise<(record: PatternRecord) => Belief> {
  const { bayes } = context.policy
  const read = await beliefReader(context.journal, ids)
  const at = { priorOf: groupPriors(read.get(PRIORS, PRIORS)?.body ?? {}, bayes), now: context.now() }
  return (record) => beliefIn(record, weighedRecord(read, record.pattern.id, bayes), at, bayes)
}

/** The same from memory, for frequent callers. */
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

/** One shared object for all unobserved patterns of a group: a block reads hundreds, and a shared one stays in the CPU cache. */
function shared(kept: KeptBelief, { begun }: Era): KeptBelief {
  if (kept.observed !== undefined) return kept
  const name = `${kept.belief.group} ${kept.belief.isFromOutside}`
  const known = begun.get(name) ?? kept
  begun.set(name, known)
  return known
}
