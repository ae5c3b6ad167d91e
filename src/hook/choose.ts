import { isForRepository } from '../domain/pattern-scope.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { AheadShelf } from '../injection/ahead-shelf.ts'
import type { Candidate } from '../injection/candidate.ts'
import { isForAgent } from '../injection/eligible.ts'
import { type FoundPattern, type Gathered, gathering, type Question } from '../injection/gathering.ts'
import { lineOn, rankOn, type Surface } from '../injection/surface.ts'
import { aheadOf } from './ahead-of.ts'
import type { HookContext } from './hook-context.ts'
import { type Meaning, meaningOf } from './meaning-of.ts'
import { relatedRows } from './related-rows.ts'

/** What is for the agent in this repository, in the order of the surface, each with its line: what the journal would choose. */
export function choose(
  context: HookContext,
  surface: Surface,
  without: ReadonlySet<string>,
): readonly Candidate[] {
  const { policy, now } = context
  const ahead = aheadOf(context)
  if (ahead === undefined) return []
  const shelf = new AheadShelf(ahead, { withFiles: (surface.work.files?.length ?? 0) > 0 })
  // Where relevance to the subject is asked for, nothing else can be a candidate.
  const related = (surface.least ?? 0) > 0 ? relatedRows(ahead, surface.subject) : undefined
  const mayShow = (record: PatternRecord) =>
    isForAgent(record, surface.request.agent) &&
    isForRepository(record.pattern, shelf.head.repository) &&
    !without.has(record.pattern.id)
  const gathered = gather(context, shelf, surface, mayShow)
  const close =
    related === undefined
      ? gathered
      : gathered.filter(({ shelved: { id } }) => related.has(shelf.known(id).row))
  const isBelieved = shelf.head.profile === 'bayes'
  const believe = ({ pattern }: PatternRecord) => shelf.known(pattern.id).belief!
  const scales = { now, policy, ...(isBelieved ? { believe } : {}) }
  return rankOn(surface, close, scales).map((one) => lineOn(one, shelf.known(one.id).fared, policy))
}

function gather(
  context: HookContext,
  shelf: AheadShelf,
  { work }: Surface,
  mayShow: (record: PatternRecord) => boolean,
): Gathered[] {
  const isAsked = work.task !== undefined && context.setting<boolean>('inject.embeddings')
  const meaning = isAsked ? meaningOf(shelf, work.task) : undefined
  const { profile = 'classic' } = shelf.head
  const asking = gathering(work, mayShow, { cosineWith: meaning?.cosineWith, profile })
  for (let asked = asking.next(); ; asked = asking.next(answer(shelf, asked.value, meaning))) {
    if (asked.done) return asked.value
    context.checkTime()
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
