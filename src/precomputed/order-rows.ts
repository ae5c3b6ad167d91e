import { isForRepository } from '../domain/pattern-scope.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { isForAgent } from '../injection/candidate.ts'
import {
  bestPages,
  type CachedPattern,
  type CosineWith,
  type FoundPattern,
  type Gathered,
  gathering,
  type Means,
  offeredTo,
  type Profile,
  type Question,
  rankingOf,
} from '../injection/gathering.ts'
import { asksSimilarity, orderOn, type Surface } from '../injection/surface.ts'
import type { PrecomputedFile } from './precomputed-file.ts'
import { PrecomputedPatterns } from './precomputed-patterns.ts'
import { relatedRows } from './search-rows.ts'

export interface Embedding {
  readonly cosineWith: CosineWith
  readonly nearest: (limit: number, from: number) => number[]
}

/** A question to precomputed patterns, and what is known at the time. */
export interface PrecomputedQuestion {
  readonly surface: Surface
  readonly without: ReadonlySet<string>
  readonly now: number
  readonly policy: Policy
  readonly embeddingIn?: (cache: PrecomputedPatterns) => Embedding | undefined
  /** Called before everything slow; throws when no time is left. */
  readonly checkTime?: () => void
}

/** The patterns for the agent in this repository, in the order of the surface: the same choice as from the journal. */
export function orderPrecomputed(file: PrecomputedFile, question: PrecomputedQuestion) {
  const { surface, now, policy } = question
  const { agent } = surface.request
  const cache = new PrecomputedPatterns(file, { withFiles: (surface.work.files?.length ?? 0) > 0, agent })
  // If relevance to the subject is required, no other pattern can be a candidate.
  const related = (surface.least ?? 0) > 0 ? relatedRows(file, surface.subject) : undefined
  const isRelated = (row: number) => related?.has(row) ?? true
  const gathered = gather(cache, question, isRelated).filter(({ cached: { id } }) => isRelated(cache.known(id).row))
  const isBelieved = cache.head.profile === 'bayes'
  const believe = ({ id }: CachedPattern) => ({ belief: cache.known(id).belief! })
  const scales = { now, policy, believe: isBelieved ? believe : undefined }
  return { ordered: orderOn(surface, gathered, scales), cache }
}

type IsRelated = (row: number) => boolean

function gather(cache: PrecomputedPatterns, question: PrecomputedQuestion, isRelated: IsRelated): Gathered[] {
  const { surface, without, embeddingIn, checkTime, policy } = question
  const { agent } = surface.request
  const mayShow = (record: PatternRecord) =>
    isForAgent(record, agent) && isForRepository(record.pattern, cache.head.repository)
  const embedding = embeddingIn?.(cache)
  const { profile = 'classic' } = cache.head
  const onlySimilar = asksSimilarity(surface)
  const means: Means = {
    cosineWith: embedding?.cosineWith,
    profile,
    bayes: policy.bayes,
    without,
    onlySimilar,
    ranked: agent === undefined && !onlySimilar ? rankingOf(rankedFor(cache, profile, isRelated)) : undefined,
  }
  const asking = gathering(surface.work, offeredTo(mayShow, profile), means)
  for (let asked = asking.next(); ; asked = asking.next(answer(cache, asked.value, { embedding, isRelated }))) {
    if (asked.done) return asked.value
    checkTime?.()
  }
}

/** The best overall for an agent without a name. Its patterns are known by their rows, so only related ones are read. */
function rankedFor(cache: PrecomputedPatterns, profile: Profile, isRelated: IsRelated): FoundPattern[] {
  const asking = bestPages((row: number) => cache.mayBeFor(row), profile)
  let asked = asking.next()
  while (!asked.done) {
    const question = asked.value
    asked = asking.next(question.ask === 'page' ? cache.pageRows(question.state, question.page) : [])
  }
  return cache.rows(asked.value.filter(isRelated))
}

function answer(
  cache: PrecomputedPatterns,
  question: Question,
  { embedding, isRelated }: { readonly embedding: Embedding | undefined; readonly isRelated: IsRelated },
): readonly FoundPattern[] {
  if (question.ask === 'page') return cache.page(question.state, question.page)
  if (question.ask === 'search') return cache.search(question.text, question.limit, isRelated)
  // The rows are read by rank, search and meaning; the file has no list by belief.
  if (question.ask === 'believed') return []
  return cache.rows(embedding?.nearest(question.limit, question.from) ?? [])
}
