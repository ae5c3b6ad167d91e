import { type JoinedHit, joinHits } from '../../engine/search/ordered-lists.ts'
import { documentWords, MOST_WEIGHED, tellingWords, type WordSpread } from '../../engine/search/search-words.ts'
import {
  beginningsOf,
  MOST_PROPOSED,
  mostSimilar,
  oddWords,
  type Proposed,
  piecesOf,
} from '../../engine/search/similar-words.ts'
import { BM25, bestByWords } from '../../engine/search/word-index.ts'
import { wordStem } from '../../engine/search/word-stem.ts'
import type { SearchHit } from '../port.ts'
import { type DocumentPlace, documentsByKey } from './documents.ts'
import type { SqlRow, SqlSession } from './driver.ts'
import { documentOf } from './rows.ts'

interface WordQuestion {
  readonly words: readonly string[]
  readonly asked: readonly [organisation: string, project: string, generation: number, kind: string]
  /** Words that are known to be common among these documents; a common word stays common, and is not counted again. */
  readonly common: Set<string>
}

const MOST_COMMON = 2_000

/** The words that distinguish documents, and those that none contains. */
async function toldWords(session: SqlSession, wordSpread: string, { words, asked, common }: WordQuestion) {
  if (common.size > MOST_COMMON) common.clear()
  const uncounted = words.filter((word) => !common.has(word))
  const counted = await session.all(wordSpread, [MOST_WEIGHED, ...asked, JSON.stringify(uncounted)])
  const spread: WordSpread[] = [
    ...counted.map(({ word, documents }) => ({ word: word as string, documents: documents as number })),
    ...words.filter((word) => common.has(word)).map((word) => ({ word, documents: MOST_WEIGHED })),
  ]
  for (const { word, documents } of spread) if (documents >= MOST_WEIGHED) common.add(word)
  return tellingWords(spread)
}

export interface SearchPlace extends DocumentPlace {
  readonly kind: string
  /** The database has no other project's documents. */
  readonly isAlone: boolean
  readonly common: Set<string>
}

export interface Question {
  readonly words: readonly string[]
  readonly limit: number
}

/** Finds documents by the words of a question, and by the spelling of those words that no document contains. */
export async function searchDocuments(session: SqlSession, place: SearchPlace, { words, limit }: Question) {
  const { dialect, isAlone, common } = place
  const asked = [...place.owner, place.generation, place.kind] as const
  const { telling, unknown } = await toldWords(session, dialect.wordSpread(isAlone), { words, asked, common })
  const most = dialect.onlyProposes ? Math.max(limit, MOST_WEIGHED) : limit
  const rows =
    telling.length === 0
      ? []
      : await session.all(dialect.search(isAlone), [...asked, dialect.searchQuery(telling), most])
  const found = (dialect.onlyProposes ? ranked(rows, telling, limit) : rows).map((row) => ({
    document: documentOf(row),
    score: row.score as number,
    similar: 0,
  }))
  const odd = oddWords(unknown)
  if (odd.length === 0) return found
  const hits = joinHits(
    found.map(({ document, score }) => ({ id: document.id, score })),
    await spelledSimilarly(session, place, odd),
    limit,
  )
  return withDocuments(session, place, { hits, found })
}

/** The best of the proposed rows by `bestByWords`, over the project's own documents: other projects in the database must not change an order. The proposed rows' mean length is used for all. */
function ranked(rows: readonly SqlRow[], words: readonly string[], limit: number): SqlRow[] {
  const texts = rows.map(({ text }) => documentWords(text as string).map(wordStem))
  const holders = words.map((word) => {
    const stem = wordStem(word)
    const by = texts.flatMap((text, row) => {
      const times = text.filter((other) => other === stem).length
      return times === 0 ? [] : [row, times]
    })
    return { held: by.length / 2, by }
  })
  const documents = Number(rows[0]?.documents ?? 0)
  const best = bestByWords(
    holders,
    {
      documents,
      words: (documents * texts.reduce((sum, text) => sum + text.length, 0)) / texts.length,
      lengthOf: (row) => texts[row]!.length,
      isBefore: (a, b) => (rows[a]!.id as string) < (rows[b]!.id as string),
    },
    limit,
  )
  // The database splits a few letters differently, so a word may match there and not here.
  const known = new Set(best.map(({ document }) => document))
  const rest = rows.filter((_, row) => !known.has(row)).map((row) => ({ ...row, score: BM25.leastRarity }))
  return [...best.map(({ document, score }) => ({ ...rows[document]!, score })), ...rest].slice(0, limit)
}

/** Documents with words spelt like the odd ones. Where the word index can find words by their beginnings, that is fast; the rest is searched for anywhere in a text. */
async function spelledSimilarly(session: SqlSession, place: SearchPlace, odd: readonly string[]) {
  const { owner, generation, kind, dialect, isAlone } = place
  const ask = (sql: string, query: string) =>
    session.all(sql, [...owner, generation, kind, query, MOST_PROPOSED]) as Promise<unknown> as Promise<Proposed[]>
  const { beginning } = dialect
  const proposed = beginning ? await ask(beginning.sql(isAlone), beginning.query(beginningsOf(odd))) : []
  const { hits, missed } = mostSimilar(proposed, odd)
  if (missed.length === 0) return hits
  const anywhere = await ask(dialect.holding(isAlone), dialect.holdingQuery(piecesOf(missed)))
  const all = new Map([...proposed, ...anywhere].map((one) => [one.id, one]))
  return anywhere.length === 0 ? hits : mostSimilar([...all.values()], odd).hits
}

/** Adds the documents to the hits; fetches those that were found by letters alone. */
async function withDocuments(
  session: SqlSession,
  place: SearchPlace,
  { hits, found }: { readonly hits: readonly JoinedHit[]; readonly found: readonly SearchHit<never>[] },
): Promise<SearchHit<never>[]> {
  const known = new Map(found.map(({ document }) => [document.id, document]))
  const missing = hits.filter(({ id }) => !known.has(id)).map(({ id }) => ({ kind: place.kind, id }))
  for (const document of await documentsByKey(session, place, missing)) known.set(document.id, document)
  return hits.flatMap(({ id, score, similar }) => {
    const document = known.get(id)
    return document === undefined ? [] : [{ document, score, similar }]
  })
}
