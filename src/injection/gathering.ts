import { barsOf } from '../engine/bayes/bars.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { HIDDEN, SHOWABLE } from '../engine/standing.ts'
import { type Work, workText } from './surroundings.ts'

/** A pattern ready to be weighed: its record, its words, and whether what is on record lets it be shown. */
export interface ShelvedPattern {
  readonly id: string
  readonly record: PatternRecord
  readonly words: ReadonlySet<string>
  readonly isShowable: boolean
}

/** A pattern that the words of a question lead to, and how much of its odd words is spelt alike in it. */
export interface FoundPattern {
  readonly shelved: ShelvedPattern
  readonly alike: number
}

/** A pattern that may be shown for some work, and how like the task it is by letters and by meaning. */
export interface Gathered extends FoundPattern {
  readonly cosine: number | undefined
}

/** Whether a pattern is for whoever asks. */
export type MayShow = (record: PatternRecord) => boolean

/** What is asked of wherever patterns are kept. `nearest` is asked only of who can compare meanings. */
export type Question =
  | { readonly ask: 'page'; readonly state: string; readonly page: number }
  | { readonly ask: 'search'; readonly text: string; readonly limit: number }
  | { readonly ask: 'nearest'; readonly limit: number; readonly from: number }
  | { readonly ask: 'believed'; readonly limit: number }

/** How what was gathered will be weighed. */
export type Profile = 'classic' | 'bayes'

/** What meaning has to say of a pattern; undefined without a task or a model. */
export type CosineWith = (record: PatternRecord) => number

/** How many of the best are looked at before relevance speaks; more are taken while too few of them are eligible. */
export const PAGE = 64
export const MOST_PAGES = 5
const ENOUGH = 48
const FOUND_BY_SEARCH = 48
const FOUND_BY_MEANING = 32
const BELIEVED = 64

/**
 * Candidates for some work: the best by themselves, those that share words with it, and those that mean the same. It asks and is
 * answered, so that a journal and a file that was written ahead give the same choice. Under the bayes profile also what the classic one hides, and those that
 * are believed to help most.
 */
export function* gathering(
  work: Work,
  mayShow: MayShow,
  { cosineWith, profile }: { cosineWith: CosineWith | undefined; profile: Profile },
): Generator<Question, Gathered[], readonly FoundPattern[]> {
  const found = new Map<string, FoundPattern>()
  const keep = ({ shelved, alike }: FoundPattern): boolean => {
    const isOffered = profile === 'bayes' ? barsOf(shelved.record).length === 0 : shelved.isShowable
    if (!isOffered || !mayShow(shelved.record)) return false
    found.set(shelved.id, { shelved, alike: Math.max(alike, found.get(shelved.id)?.alike ?? 0) })
    return true
  }
  yield* byRank(keep, profile === 'bayes' ? [...SHOWABLE, HIDDEN] : SHOWABLE)
  if (profile === 'bayes') for (const one of yield { ask: 'believed', limit: BELIEVED }) keep(one)
  const text = workText(work)
  if (text !== '') for (const one of yield { ask: 'search', text, limit: FOUND_BY_SEARCH }) keep(one)
  if (cosineWith !== undefined) yield* byMeaning(keep)
  return [...found.values()].map(({ shelved, alike }) => ({
    shelved,
    alike,
    cosine: cosineWith?.(shelved.record),
  }))
}

/** Takes a pattern if it may be shown, and says whether it did. */
type Keep = (found: FoundPattern) => boolean
type Asking = Generator<Question, void, readonly FoundPattern[]>

function* byRank(keep: Keep, states: readonly string[]): Asking {
  for (const state of states) {
    for (let page = 0, kept = 0; page < MOST_PAGES && kept < ENOUGH; page++) {
      const found = yield { ask: 'page', state, page }
      for (const one of found) if (keep(one)) kept += 1
      if (found.length === 0) break
    }
  }
}

/** The likest of all patterns; further down while too few of them may be shown. */
function* byMeaning(keep: Keep): Asking {
  let kept = 0
  for (let page = 0; page < MOST_PAGES && kept < FOUND_BY_MEANING / 2; page++) {
    const found = yield { ask: 'nearest', limit: FOUND_BY_MEANING, from: page * FOUND_BY_MEANING }
    for (const one of found) if (keep(one)) kept += 1
    if (found.length === 0) break
  }
}
