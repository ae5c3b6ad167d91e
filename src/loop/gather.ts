import { isForRepository } from '../domain/pattern-scope.ts'
import { quantize } from '../engine/embedding/vector-search.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { isEligible } from '../injection/eligible.ts'
import type { AskedMeaning } from '../injection/meaning-index.ts'
import { type InjectRequest, type Work, workText } from '../injection/surroundings.ts'
import { SHOWABLE } from '../projection/documents.ts'
import type { LoopContext } from './context.ts'
import type { ShelvedPattern } from './pattern-shelf.ts'

/** A pattern that may be shown for some work, and how like the task it is by letters and by meaning. */
export interface Gathered {
  readonly shelved: ShelvedPattern
  readonly alike: number
  readonly cosine: number | undefined
}

const FOUND_BY_SEARCH = 48
const FOUND_BY_MEANING = 32
const ENOUGH = 48
const MOST_PAGES = 5

/** Whether a pattern is for whoever asks. */
export type MayShow = (record: PatternRecord) => boolean

/** Patterns for a role, in the repository that it works in. */
export function forRole(context: LoopContext, { role, repository }: InjectRequest): MayShow {
  const isHere = forRepository(context, repository)
  return (record) => isEligible(record, role) && isHere(record)
}

/** Where nobody names the repository, it is looked up for the first pattern that is not for every one. */
export function forRepository({ repository: around }: LoopContext, named: string | undefined): MayShow {
  return ({ pattern }) => pattern.repositories === undefined || isForRepository(pattern, named ?? around?.())
}

/** Candidates for some work: the best by themselves, those that share words with it, and those that mean the same. */
export async function gather(context: LoopContext, request: Work, mayShow: MayShow): Promise<Gathered[]> {
  const meaning = await askMeaning(context, request.task)
  const found = new Map<string, { shelved: ShelvedPattern; alike: number }>()
  const keep: Keep = (shelved, alike = 0) => {
    if (!shelved.isShowable || !mayShow(shelved.record)) return false
    found.set(shelved.id, { shelved, alike: Math.max(alike, found.get(shelved.id)?.alike ?? 0) })
    return true
  }
  await byRank(context, keep)
  await bySearch(context, request, keep)
  if (meaning !== undefined) await byMeaning(context, meaning, keep)
  return [...found.values()].map(({ shelved, alike }) => ({
    shelved,
    alike,
    cosine: meaning?.cosineWith(shelved.record),
  }))
}

/** Takes a pattern if it may be shown, and says whether it did. */
type Keep = (shelved: ShelvedPattern, alike?: number) => boolean

async function byRank({ journal, shelf }: LoopContext, keep: Keep): Promise<void> {
  for (const state of SHOWABLE) {
    for (let page = 0, kept = 0; page < MOST_PAGES && kept < ENOUGH; page++) {
      const shelved = await shelf.page(journal, state, page)
      for (const pattern of shelved) if (keep(pattern)) kept += 1
      if (shelved.length === 0) break
    }
  }
}

async function bySearch({ journal, shelf }: LoopContext, request: Work, keep: Keep): Promise<void> {
  const text = workText(request)
  if (text === '') return
  for (const { shelved, alike } of await shelf.search(journal, text, FOUND_BY_SEARCH)) keep(shelved, alike)
}

/** The likest of all patterns; further down while too few of them may be shown. */
async function byMeaning({ journal, shelf }: LoopContext, meaning: TaskMeaning, keep: Keep): Promise<void> {
  let kept = 0
  for (let page = 0; page < MOST_PAGES && kept < FOUND_BY_MEANING / 2; page++) {
    const ids = meaning.nearest(FOUND_BY_MEANING, page * FOUND_BY_MEANING)
    for (const shelved of await shelf.take(journal, ids)) if (keep(shelved)) kept += 1
    if (ids.length === 0) break
  }
}

/** What a task means, to be compared with patterns one by one or all at once. */
interface TaskMeaning extends Pick<AskedMeaning, 'nearest'> {
  cosineWith(record: PatternRecord): number
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
    cosineWith: ({ pattern: { id, text, textHash } }) =>
      asked.cosine(id, textHash) ?? embedder.similarity(query, quantize(embedder.embed(text))),
  }
}
