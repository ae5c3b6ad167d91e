import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { relevanceProbability } from '../engine/belief/pattern-value.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { nearestOf, nearnessTo } from '../engine/search/fuse-similarity.ts'
import { textTokens } from '../engine/search/words.ts'
import { HIDDEN, SHOWABLE, type SteadyWorth, steadyWorth } from '../engine/standing/axes.ts'
import { isExcluded, type KeptBelief } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { contradicts } from './candidate.ts'
import type { EmbeddingIndex } from './embedding-index.ts'
import type { Traits } from './traits.ts'
import { type Work, workText } from './work-context.ts'

/** A pattern ready to be weighed: its record, its meaningful words, and whether its stored state lets it be shown. */
export interface CachedPattern {
  readonly id: string
  readonly record: PatternRecord
  readonly words: ReadonlySet<string>
  readonly isShowable: boolean
  /** The part of its worth that does not depend on time, if the caller caches it. */
  steadyWorth?(policy: Policy): SteadyWorth
  traits?(policy: Policy): Traits
  /** The last computed belief in it, for callers that ask often. */
  kept?: KeptBelief
  /** The cached answer of an `Offered` test for this pattern. */
  isOfferedBy?(isOffered: Offered): boolean
  /** The tokens of its line in a block for a role, if the caller has counted them. */
  tokensFor?(role: string): number
  /** The row of its wording in an index of vectors, if the caller keeps one; undefined if it is not there yet. */
  embeddingRow?(index: EmbeddingIndex): number | undefined
}

/** The part of a pattern's score that stays the same until its record changes. */
export function steadyWorthOf(cached: CachedPattern, policy: Policy): SteadyWorth {
  return cached.steadyWorth?.(policy) ?? steadyWorth(cached.record, policy)
}

/** A pattern that a search found: the score of its words, and how much of the odd words it spells alike. */
export interface FoundPattern {
  readonly cached: CachedPattern
  readonly score: number
  readonly similar: number
}

/** A pattern that may be shown for some work, and the probability that it is about the task; undefined without a task. */
export interface Gathered {
  readonly cached: CachedPattern
  readonly similarity: number | undefined
}

/** Whether a pattern is for the caller. */
export type MayShow = (record: PatternRecord) => boolean

/** A request to whatever stores the patterns. `nearest` only goes to stores that can compare meanings. */
export type Question =
  | { readonly ask: 'page'; readonly state: string; readonly page: number }
  | { readonly ask: 'search'; readonly text: string; readonly limit: number }
  | { readonly ask: 'nearest'; readonly limit: number; readonly from: number }
  | { readonly ask: 'believed'; readonly limit: number }

/** How the gathered patterns will be weighed. */
export type Profile = 'classic' | 'bayes'

/** The similarity of meaning of a pattern; undefined without a task or a model. */
export type CosineWith = (pattern: CachedPattern) => number

/** How many of the best are read before relevance is known; more pages follow while too few are eligible. */
export const PAGE = 64
export const MOST_PAGES = 5
const ENOUGH = 48
const FOUND_BY_SEARCH = 48
const FOUND_BY_EMBEDDING = 32
const BELIEVED = 64

/** The means of gathering candidates, apart from words. */
export interface Means {
  readonly cosineWith: CosineWith | undefined
  readonly profile: Profile
  readonly bayes: BayesPolicy
  /** An earlier result of `ranking`, which the caller keeps until a pattern changes. */
  readonly ranked?: Ranking | undefined
  /** Patterns that were already shown. They are skipped, but still take their places among the best. */
  readonly without?: ReadonlySet<string>
  /** Only patterns similar to the work can qualify, so the overall ranking is not queried. */
  readonly onlySimilar?: boolean
}

/** The overall ranking, and the place of each pattern in it; kept, because every question reads hundreds of them again. */
export interface Ranking {
  readonly found: readonly FoundPattern[]
  readonly placeOf: ReadonlyMap<string, number>
}

export function rankingOf(found: readonly FoundPattern[]): Ranking {
  return { found, placeOf: new Map(found.map(({ cached }, place) => [cached.id, place])) }
}

type Asking<T> = Generator<Question, T, readonly FoundPattern[]>

/** Candidates for some work: the best overall, those that share words with it, and those with a similar meaning. It asks and is answered, so a journal and a precomputed file give the same choice. */
export function* gathering(
  work: Work,
  isOffered: Offered,
  { cosineWith, profile, bayes, ranked, without = NOTHING, onlySimilar = false }: Means,
): Asking<Gathered[]> {
  const best = onlySimilar ? NO_RANKING : (ranked ?? (yield* ranking(isOffered, profile)))
  const found = best.found.slice()
  const later = new Map<string, number>()
  const keep = (one: FoundPattern): boolean => {
    const { id } = one.cached
    if (without.has(id)) return false
    const place = best.placeOf.get(id) ?? later.get(id)
    if (place === undefined) {
      if (!isOffered(one.cached)) return false
      later.set(id, found.push(one) - 1)
    } else if (one.score + one.similar > 0) found[place] = one
    return true
  }
  if (profile === 'bayes' && !onlySimilar) for (const one of yield { ask: 'believed', limit: BELIEVED }) keep(one)
  const text = workText(work)
  if (text !== '') for (const one of yield { ask: 'search', text, limit: FOUND_BY_SEARCH }) keep(one)
  if (cosineWith !== undefined) yield* byEmbedding(keep)
  const left = found.filter(({ cached: { id, record } }) => !without.has(id) && !contradicts(record.pattern, without))
  return withSimilarity(work.task, left, { cosineWith, bayes })
}

/** From 0 to 1, slowly at both ends: 0.25 gives 0.1563, 0.5 gives 0.5, 0.75 gives 0.8438. */
export function closeness(share: number): number {
  return share * share * (3 - 2 * share)
}

/** The nearest pattern is about the task with the probability `p` from its similarity; the others with less, as they are less near: `p x s^2 (3 - 2 s)` with `s = near / nearest`. So the order is that of a search, a pattern that is almost as near counts almost as much, and a distant one counts next to nothing. Nearness 0.8, 0.6 and 0.2, the nearest with a similarity of 0.27: 0.8, 0.8 x 0.8438 = 0.675, and 0.8 x 0.1563 = 0.125. */
function withSimilarity(
  task: string | undefined,
  found: readonly FoundPattern[],
  { cosineWith, bayes }: Pick<Means, 'cosineWith' | 'bayes'>,
): Gathered[] {
  if (task === undefined || textTokens(task).length === 0)
    return found.map(({ cached }) => ({ cached, similarity: undefined }))
  const compared = found.map(({ cached, score, similar }) => ({
    score,
    similar,
    cosine: cosineWith?.(cached),
    words: () => cached.words,
  }))
  const nearness = nearnessTo(task, compared)
  const best = nearness.reduce((most, one) => Math.max(most, one), Number.MIN_VALUE)
  const probability = relevanceProbability(nearestOf(task, compared), bayes)
  return found.map(({ cached }, at) => ({ cached, similarity: probability * closeness(nearness[at]! / best) }))
}

const NOTHING: ReadonlySet<string> = new Set()
const NO_RANKING = rankingOf([])

/** Whether a pattern may be a candidate at all. */
export type Offered = (pattern: CachedPattern) => boolean

export function offeredTo(mayShow: MayShow, profile: Profile): Offered {
  return ({ record, isShowable }) => (profile === 'bayes' ? !isExcluded(record) : isShowable) && mayShow(record)
}

/** Keeps a pattern if it may be shown; returns whether it did. */
type Keep = (found: FoundPattern) => boolean

/** The best overall, whatever the work. */
export function* ranking(isOffered: Offered, profile: Profile): Asking<Ranking> {
  return rankingOf(yield* bestPages(({ cached }: FoundPattern) => isOffered(cached), profile))
}

/** The same for anything that represents patterns. */
export function* bestPages<T>(
  isOffered: (one: T) => boolean,
  profile: Profile,
): Generator<Question, T[], readonly T[]> {
  const ranked: T[] = []
  for (const state of profile === 'bayes' ? [...SHOWABLE, HIDDEN] : SHOWABLE) {
    const enough = state === 'rule' ? Number.POSITIVE_INFINITY : ranked.length + ENOUGH
    for (let page = 0; page < MOST_PAGES && ranked.length < enough; page++) {
      const found = yield { ask: 'page', state, page }
      for (const one of found) if (isOffered(one)) ranked.push(one)
      if (found.length === 0) break
    }
  }
  return ranked
}

/** The most similar of all patterns; more pages follow while too few may be shown. */
function* byEmbedding(keep: Keep): Asking<void> {
  let kept = 0
  for (let page = 0; page < MOST_PAGES && kept < FOUND_BY_EMBEDDING / 2; page++) {
    const found = yield { ask: 'nearest', limit: FOUND_BY_EMBEDDING, from: page * FOUND_BY_EMBEDDING }
    for (const one of found) if (keep(one)) kept += 1
    if (found.length === 0) break
  }
}
