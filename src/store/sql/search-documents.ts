import {
  type Alike,
  beginningsOf,
  MOST_PROPOSED,
  mostAlike,
  oddWords,
  type Proposed,
  piecesOf,
} from '../../engine/search/alike-words.ts'
import { type JoinedHit, joinHits } from '../../engine/search/ordered-lists.ts'
import type { SearchHit } from '../port.ts'
import { type DocumentPlace, documentsByKey } from './documents.ts'
import type { SqlSession } from './driver.ts'
import { documentOf } from './rows.ts'
import { toldWords } from './telling-words.ts'

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
): Promise<SearchHit<never>[]> {
  const { dialect, isAlone, common } = place
  const asked = [...place.owner, place.generation, place.kind] as const
  const { telling, unknown } = await toldWords(session, dialect.wordSpread(isAlone), {
    words,
    asked,
    common,
  })
  const rows =
    telling.length === 0
      ? []
      : await session.all(dialect.search(isAlone), [...asked, dialect.searchQuery(telling), limit])
  const found = rows.map((row) => ({ document: documentOf(row), score: row.score as number, alike: 0 }))
  const odd = oddWords(unknown)
  if (odd.length === 0) return found
  const hits = joinHits(
    found.map(({ document, score }) => ({ id: document.id, score })),
    await spelledAlike(session, place, odd),
    limit,
  )
  return withDocuments(session, place, { hits, found })
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

/** The hits with their documents; those that were found by letters alone are fetched. */
async function withDocuments(
  session: SqlSession,
  place: SearchPlace,
  { hits, found }: { readonly hits: readonly JoinedHit[]; readonly found: readonly SearchHit<never>[] },
): Promise<SearchHit<never>[]> {
  const known = new Map(found.map(({ document }) => [document.id, document]))
  const missing = hits.filter(({ id }) => !known.has(id)).map(({ id }) => ({ kind: place.kind, id }))
  for (const document of await documentsByKey(session, place, missing)) known.set(document.id, document)
  return hits.flatMap(({ id, score, alike }) => {
    const document = known.get(id)
    return document === undefined ? [] : [{ document, score, alike }]
  })
}
