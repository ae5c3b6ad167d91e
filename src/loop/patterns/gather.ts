import { isForRepository } from '../../domain/pattern-scope.ts'
import { quantize } from '../../engine/search/vector-search.ts'
import { isEligible } from '../../injection/candidate.ts'
import type { AskedEmbedding } from '../../injection/embedding-index.ts'
import {
  type CachedPattern,
  type CosineWith,
  type FoundPattern,
  type Gathered,
  gathering,
  type MayShow,
  offeredTo,
  type Question,
  ranking,
} from '../../injection/gathering.ts'
import type { InjectRequest, Work } from '../../injection/work-context.ts'
import type { LoopContext } from '../context.ts'

/** Who patterns are for. A name must always mean the same audience, because its ranking is cached. */
export interface Audience {
  readonly mayShow: MayShow
  readonly name?: string
  /** Patterns it was already shown. */
  readonly without?: ReadonlySet<string>
  /** Only patterns similar to the work. */
  readonly onlySimilar?: boolean
}

/** Patterns for a role, in the repository that it works in. */
export function forRole(context: LoopContext, { role, repository }: InjectRequest): Audience {
  const isHere = forRepository(context, repository)
  return { name: `${role}\0${repository ?? ''}`, mayShow: (record) => isEligible(record, role) && isHere(record) }
}

/** If no repository is named, it is looked up for the first pattern that is limited to some. */
export function forRepository({ repository: around }: LoopContext, named: string | undefined): MayShow {
  return ({ pattern }) => pattern.repositories === undefined || isForRepository(pattern, named ?? around?.())
}

export async function gather(
  context: LoopContext,
  request: Work,
  { mayShow, name, without = new Set(), onlySimilar = false }: Audience,
): Promise<Gathered[]> {
  const embedding = await askEmbedding(context, request.task)
  const { profile } = context.settings
  const kept = name && `${profile}\0${name}`
  const isOffered = context.cache.offered(kept, () => offeredTo(mayShow, profile))
  const ranked = onlySimilar
    ? undefined
    : await context.cache.ranked(kept, () => drive(ranking(isOffered, profile), context, embedding))
  const { bayes } = context.policy
  const means = { cosineWith: embedding?.cosineWith, profile, bayes, ranked, without, onlySimilar }
  return drive(gathering(request, isOffered, means), context, embedding)
}

async function drive<T>(
  asking: Generator<Question, T, readonly FoundPattern[]>,
  context: LoopContext,
  embedding: TaskEmbedding | undefined,
): Promise<T> {
  for (let asked = asking.next(); ; asked = asking.next(await answer(context, asked.value, embedding)))
    if (asked.done) return asked.value
}

async function answer({ journal, cache }: LoopContext, question: Question, embedding: TaskEmbedding | undefined) {
  const found = (cached: readonly CachedPattern[]) => cached.map((one) => ({ cached: one, score: 0, similar: 0 }))
  if (question.ask === 'page') return found(await cache.page(journal, question.state, question.page))
  if (question.ask === 'search') return cache.search(journal, question.text, question.limit)
  if (question.ask === 'believed') return cache.believed(journal, question.limit)
  return found(await cache.take(journal, embedding?.nearest(question.limit, question.from) ?? []))
}

/** A task's embedding, to compare with patterns singly or all together. */
interface TaskEmbedding extends Pick<AskedEmbedding, 'nearest'> {
  readonly cosineWith: CosineWith
}

/** Undefined without a task or a model. A wording that is not in the index yet is compared all the same, by the same bytes. */
async function askEmbedding(context: LoopContext, task: string | undefined): Promise<TaskEmbedding | undefined> {
  const embedder = task === undefined ? undefined : context.embedder()
  if (task === undefined || embedder === undefined) return undefined
  const index = await context.cache.embeddings(context.journal, embedder)
  const query = quantize(embedder.embed(task))
  const asked = index.ask(query)
  return {
    nearest: asked.nearest,
    cosineWith: (cached) => {
      const row = cached.embeddingRow?.(index) ?? asked.cosines.length
      const { pattern } = cached.record
      return asked.cosines[row] ?? embedder.similarity(query, quantize(embedder.embed(pattern.text)))
    },
  }
}
