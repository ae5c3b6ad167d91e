import { isForRepository } from '../domain/pattern-scope.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import type { AheadFile } from './ahead-file.ts'
import { AheadShelf } from './ahead-shelf.ts'
import { isForAgent } from './eligible.ts'
import {
  type CosineWith,
  type FoundPattern,
  type Gathered,
  gathering,
  type Means,
  offeredTo,
  type Question,
} from './gathering.ts'
import { relatedRows } from './related-rows.ts'
import { asksLikeness, orderOn, type Ranked, type Surface } from './surface.ts'

/** What a task means beside all patterns. */
export interface Meaning {
  readonly cosineWith: CosineWith
  readonly nearest: (limit: number, from: number) => number[]
}

/** What is asked of patterns that were written ahead, and what is known when it is asked. */
export interface AheadQuestion {
  readonly surface: Surface
  /** What was said already. */
  readonly without: ReadonlySet<string>
  readonly now: number
  readonly policy: Policy
  readonly meaningIn?: (shelf: AheadShelf) => Meaning | undefined
  /** Called before whatever takes long; throws once there is no time left. */
  readonly checkTime?: () => void
}

/** What is for the agent in this repository, in the order of the surface: what the journal would choose. */
export function orderAhead(
  file: AheadFile,
  question: AheadQuestion,
): { ordered: Ranked[]; shelf: AheadShelf } {
  const { surface, now, policy } = question
  const shelf = new AheadShelf(file, { withFiles: (surface.work.files?.length ?? 0) > 0 })
  // Where relevance to the subject is asked for, nothing else can be a candidate.
  const related = (surface.least ?? 0) > 0 ? relatedRows(file, surface.subject) : undefined
  const gathered = gather(shelf, question)
  const close =
    related === undefined
      ? gathered
      : gathered.filter(({ shelved: { id } }) => related.has(shelf.known(id).row))
  const isBelieved = shelf.head.profile === 'bayes'
  const believe = ({ pattern }: PatternRecord) => shelf.known(pattern.id).belief!
  const scales = { now, policy, ...(isBelieved ? { believe } : {}) }
  return { ordered: orderOn(surface, close, scales), shelf }
}

function gather(shelf: AheadShelf, { surface, without, meaningIn, checkTime }: AheadQuestion): Gathered[] {
  const mayShow = (record: PatternRecord) =>
    isForAgent(record, surface.request.agent) && isForRepository(record.pattern, shelf.head.repository)
  const meaning = meaningIn?.(shelf)
  const { profile = 'classic' } = shelf.head
  const means: Means = {
    cosineWith: meaning?.cosineWith,
    profile,
    without,
    onlyAlike: asksLikeness(surface),
  }
  const asking = gathering(surface.work, offeredTo(mayShow, profile), means)
  for (let asked = asking.next(); ; asked = asking.next(answer(shelf, asked.value, meaning))) {
    if (asked.done) return asked.value
    checkTime?.()
  }
}

function answer(
  shelf: AheadShelf,
  question: Question,
  meaning: Meaning | undefined,
): readonly FoundPattern[] {
  if (question.ask === 'page') return shelf.page(question.state, question.page)
  if (question.ask === 'search') return shelf.search(question.text, question.limit)
  // The rows are read by rank, search and meaning; there is no list by belief in the file.
  if (question.ask === 'believed') return []
  return shelf.rows(meaning?.nearest(question.limit, question.from) ?? [])
}
