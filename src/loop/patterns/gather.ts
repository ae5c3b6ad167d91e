import { isForRepository } from '../../domain/pattern-scope.ts'
import { quantize } from '../../engine/search/vector-search.ts'
import { isEligible } from '../../injection/candidate.ts'
import {
  type CosineWith,
  type FoundPattern,
  type Gathered,
  gathering,
  type MayShow,
  offeredTo,
  type Question,
  ranking,
  type ShelvedPattern,
} from '../../injection/gathering.ts'
import type { AskedMeaning } from '../../injection/meaning-index.ts'
import type { InjectRequest, Work } from '../../injection/work-context.ts'
import type { LoopContext } from '../context.ts'

/** Whom patterns are for. The same name always means the same, so that what ranks for it can be kept. */
export interface Audience {
  readonly mayShow: MayShow
  readonly name?: string
  /** What it was told already. */
  readonly without?: ReadonlySet<string>
  /** Only what is like the work will do. */
  readonly onlyAlike?: boolean
}

/** Patterns for a role, in the repository that it works in. */
export function forRole(context: LoopContext, { role, repository }: InjectRequest): Audience {
  const isHere = forRepository(context, repository)
  return {
    name: `${role}\0${repository ?? ''}`,
    mayShow: (record) => isEligible(record, role) && isHere(record),
  }
}

/** Where nobody names the repository, it is looked up for the first pattern that is not for every one. */
export function forRepository({ repository: around }: LoopContext, named: string | undefined): MayShow {
  return ({ pattern }) => pattern.repositories === undefined || isForRepository(pattern, named ?? around?.())
}

export async function gather(
  context: LoopContext,
  request: Work,
  { mayShow, name, without = new Set(), onlyAlike = false }: Audience,
): Promise<Gathered[]> {
  const meaning = await askMeaning(context, request.task)
  const { profile } = context.settings
  const kept = name && `${profile}\0${name}`
  const isOffered = context.shelf.offered(kept, () => offeredTo(mayShow, profile))
  const ranked = onlyAlike
    ? undefined
    : await context.shelf.ranked(kept, () => drive(ranking(isOffered, profile), context, meaning))
  const { bayes } = context.policy
  const means = { cosineWith: meaning?.cosineWith, profile, bayes, ranked, without, onlyAlike }
  return drive(gathering(request, isOffered, means), context, meaning)
}

async function drive<T>(
  asking: Generator<Question, T, readonly FoundPattern[]>,
  context: LoopContext,
  meaning: TaskMeaning | undefined,
): Promise<T> {
  for (let asked = asking.next(); ; asked = asking.next(await answer(context, asked.value, meaning)))
    if (asked.done) return asked.value
}

async function answer({ journal, shelf }: LoopContext, question: Question, meaning: TaskMeaning | undefined) {
  const found = (shelved: readonly ShelvedPattern[]) => shelved.map((one) => ({ shelved: one, score: 0, alike: 0 }))
  if (question.ask === 'page') return found(await shelf.page(journal, question.state, question.page))
  if (question.ask === 'search') return shelf.search(journal, question.text, question.limit)
  if (question.ask === 'believed') return shelf.believed(journal, question.limit)
  return found(await shelf.take(journal, meaning?.nearest(question.limit, question.from) ?? []))
}

/** What a task means, to be compared with patterns one by one or all at once. */
interface TaskMeaning extends Pick<AskedMeaning, 'nearest'> {
  readonly cosineWith: CosineWith
}

/** Undefined without a task or a model. A wording that is not in the index yet is compared all the same, by the same bytes. */
async function askMeaning(context: LoopContext, task: string | undefined): Promise<TaskMeaning | undefined> {
  const embedder = task === undefined ? undefined : context.embedder()
  if (task === undefined || embedder === undefined) return undefined
  const index = await context.shelf.meanings(context.journal, embedder)
  const query = quantize(embedder.embed(task))
  const asked = index.ask(query)
  return {
    nearest: asked.nearest,
    cosineWith: (shelved) => {
      const row = shelved.meaningRow?.(index) ?? asked.cosines.length
      const { pattern } = shelved.record
      return asked.cosines[row] ?? embedder.similarity(query, quantize(embedder.embed(pattern.text)))
    },
  }
}
