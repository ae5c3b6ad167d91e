import {
  type Alike,
  beginningsOf,
  MOST_PROPOSED,
  mostAlike,
  oddWords,
  type Proposed,
  piecesOf,
} from '../alike-words.ts'
import { joinHits } from '../join-hits.ts'
import type { SearchHit } from '../port.ts'
import { type DocumentPlace, documentsByKey } from './documents.ts'
import type { SqlSession } from './driver.ts'
import { documentOf } from './rows.ts'
import { tellingWords } from './telling-words.ts'

/** Whose documents are searched. */
export interface SearchPlace extends DocumentPlace {
  readonly kind: string
  /** Nobody else has documents in the database. */
  readonly isAlone: boolean
  readonly common: Set<string>
}

export interface Question {
  readonly words: readonly string[]
  readonly limit: number
}

/** Documents by the words of a question, and by the letters of those words that no document holds. */
export async function searchDocuments(
  session: SqlSession,
  place: SearchPlace,
  { words, limit }: Question,
): Promise<SearchHit[]> {
  const { dialect, isAlone, common } = place
  const asked = [...place.owner, place.generation, place.kind] as const
  const { telling, unknown } = await tellingWords(session, dialect.wordSpread?.(isAlone), {
    words,
    asked,
    common,
  })
  const rows =
    telling.length === 0
      ? []
      : await session.all(dialect.search(isAlone), [...asked, dialect.searchQuery(telling), limit])
  const found = rows.map((row) => ({ document: documentOf(row), score: row.score as number, alike: 0 }))
  const odd = oddWords(unknown ?? unanswered(words, found))
  if (odd.length === 0) return found
  const { byWords, byLetters } = joinHits(found, await spelledAlike(session, place, odd), limit)
  return [...byWords, ...(await fetched(session, place, byLetters))]
}

/**
 * Documents with words like the odd ones. Words that begin alike are found fast where the word index tells them; the rest
 * is looked for by what stands anywhere in a text.
 */
async function spelledAlike(
  session: SqlSession,
  place: SearchPlace,
  odd: readonly string[],
): Promise<readonly Alike[]> {
  const { owner, generation, kind, dialect, isAlone } = place
  const ask = (sql: string, query: string) =>
    session.all(sql, [...owner, generation, kind, query, MOST_PROPOSED]) as Promise<unknown> as Promise<
      Proposed[]
    >
  const { beginning } = dialect
  const proposed = beginning ? await ask(beginning.sql(isAlone), beginning.query(beginningsOf(odd))) : []
  const { hits, missed } = mostAlike(proposed, odd)
  if (missed.length === 0) return hits
  const anywhere = await ask(dialect.holding(isAlone), dialect.holdingQuery(piecesOf(missed)))
  return anywhere.length === 0 ? hits : mostAlike([...unique(proposed, anywhere)], odd).hits
}

function unique(proposed: readonly Proposed[], more: readonly Proposed[]): Iterable<Proposed> {
  return new Map([...proposed, ...more].map((one) => [one.id, one])).values()
}

async function fetched(
  session: SqlSession,
  place: SearchPlace,
  hits: readonly Alike[],
): Promise<SearchHit[]> {
  const alike = new Map(hits.map((hit) => [hit.id, hit.alike]))
  const keys = hits.map(({ id }) => ({ kind: place.kind, id }))
  const documents = await documentsByKey(session, place, keys)
  return documents.map((document) => ({ document, score: 0, alike: alike.get(document.id)! }))
}

const LONGEST_ENDING = 3
const SHORTEST_STEM = 4

/** The words that no hit holds, be it with another ending, where the database does not tell which ones it knows. */
function unanswered(words: readonly string[], hits: readonly SearchHit[]): string[] {
  const texts = hits.map(({ document }) => document.text.toLowerCase())
  const stem = (word: string) => word.slice(0, Math.max(SHORTEST_STEM, word.length - LONGEST_ENDING))
  return words.filter((word) => !texts.some((text) => text.includes(stem(word))))
}
