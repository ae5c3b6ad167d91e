import { isForRepository } from '../domain/pattern-scope.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { isForAgent } from '../injection/candidate.ts'
import {
  bestPages,
  type CosineWith,
  type FoundPattern,
  type Gathered,
  gathering,
  type Means,
  offeredTo,
  type Profile,
  type Question,
  rankingOf,
  type ShelvedPattern,
} from '../injection/gathering.ts'
import { asksLikeness, orderOn, type Surface } from '../injection/surface.ts'
import type { AheadFile } from './precomputed-file.ts'
import { AheadShelf } from './precomputed-shelf.ts'
import { relatedRows } from './search-rows.ts'

export interface Meaning {
  readonly cosineWith: CosineWith
  readonly nearest: (limit: number, from: number) => number[]
}

/** What is asked of patterns that were written ahead, and what is known when it is asked. */
export interface AheadQuestion {
  readonly surface: Surface
  readonly without: ReadonlySet<string>
  readonly now: number
  readonly policy: Policy
  readonly meaningIn?: (shelf: AheadShelf) => Meaning | undefined
  /** Called before whatever takes long; throws once there is no time left. */
  readonly checkTime?: () => void
}

/** What is for the agent in this repository, in the order of the surface: what the journal would choose. */
export function orderAhead(file: AheadFile, question: AheadQuestion) {
  const { surface, now, policy } = question
  const { agent } = surface.request
  const shelf = new AheadShelf(file, { withFiles: (surface.work.files?.length ?? 0) > 0, agent })
  // Where relevance to the subject is asked for, nothing else can be a candidate.
  const related = (surface.least ?? 0) > 0 ? relatedRows(file, surface.subject) : undefined
  const isRelated = (row: number) => related?.has(row) ?? true
  const gathered = gather(shelf, question, isRelated).filter(({ shelved: { id } }) => isRelated(shelf.known(id).row))
  const isBelieved = shelf.head.profile === 'bayes'
  const believe = ({ id }: ShelvedPattern) => ({ belief: shelf.known(id).belief! })
  const scales = { now, policy, believe: isBelieved ? believe : undefined }
  return { ordered: orderOn(surface, gathered, scales), shelf }
}

type IsRelated = (row: number) => boolean

function gather(shelf: AheadShelf, question: AheadQuestion, isRelated: IsRelated): Gathered[] {
  const { surface, without, meaningIn, checkTime, policy } = question
  const { agent } = surface.request
  const mayShow = (record: PatternRecord) =>
    isForAgent(record, agent) && isForRepository(record.pattern, shelf.head.repository)
  const meaning = meaningIn?.(shelf)
  const { profile = 'classic' } = shelf.head
  const onlyAlike = asksLikeness(surface)
  const means: Means = {
    cosineWith: meaning?.cosineWith,
    profile,
    bayes: policy.bayes,
    without,
    onlyAlike,
    ranked: agent === undefined && !onlyAlike ? rankingOf(rankedFor(shelf, profile, isRelated)) : undefined,
  }
  const asking = gathering(surface.work, offeredTo(mayShow, profile), means)
  for (let asked = asking.next(); ; asked = asking.next(answer(shelf, asked.value, { meaning, isRelated }))) {
    if (asked.done) return asked.value
    checkTime?.()
  }
}

/** The best by themselves for an agent without a name. Which patterns are for it is known by their rows, so only related ones are read. */
function rankedFor(shelf: AheadShelf, profile: Profile, isRelated: IsRelated): FoundPattern[] {
  const asking = bestPages((row: number) => shelf.mayBeFor(row), profile)
  let asked = asking.next()
  while (!asked.done) {
    const question = asked.value
    asked = asking.next(question.ask === 'page' ? shelf.pageRows(question.state, question.page) : [])
  }
  return shelf.rows(asked.value.filter(isRelated))
}

function answer(
  shelf: AheadShelf,
  question: Question,
  { meaning, isRelated }: { readonly meaning: Meaning | undefined; readonly isRelated: IsRelated },
): readonly FoundPattern[] {
  if (question.ask === 'page') return shelf.page(question.state, question.page)
  if (question.ask === 'search') return shelf.search(question.text, question.limit, isRelated)
  // The rows are read by rank, search and meaning; there is no list by belief in the file.
  if (question.ask === 'believed') return []
  return shelf.rows(meaning?.nearest(question.limit, question.from) ?? [])
}
