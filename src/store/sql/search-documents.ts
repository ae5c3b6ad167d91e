import { MOST_PROPOSED, mostAlike, oddWords, type Proposed, piecesOf } from '../alike-words.ts'
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
  const { dialect, isAlone } = place
  const asked = [...place.owner, place.generation, place.kind] as const
  const { telling, unknown } = await tellingWords(session, dialect.wordSpread?.(isAlone), asked, words)
  const rows =
    telling.length === 0
      ? []
      : await session.all(dialect.search(isAlone), [...asked, dialect.searchQuery(telling), limit])
  const found = rows.map((row) => ({ document: documentOf(row), score: row.score as number, alike: 0 }))
  const odd = oddWords(unknown ?? unanswered(words, found))
  return odd.length === 0
    ? found
    : joinHits(found, await spelledAlike(session, place, { words: odd, limit }), limit)
}

async function spelledAlike(
  session: SqlSession,
  place: SearchPlace,
  { words, limit }: Question,
): Promise<SearchHit[]> {
  const { owner, generation, kind, dialect, isAlone } = place
  const query = dialect.holdingQuery(piecesOf(words))
  const proposed = await session.all(dialect.holding(isAlone), [
    ...owner,
    generation,
    kind,
    query,
    MOST_PROPOSED,
  ])
  const alike = mostAlike(proposed as unknown as Proposed[], words, limit)
  const byId = new Map(alike.map((hit) => [hit.id, hit.alike]))
  const documents = await documentsByKey(
    session,
    place,
    alike.map(({ id }) => ({ kind, id })),
  )
  return documents.map((document) => ({ document, score: 0, alike: byId.get(document.id)! }))
}

const LONGEST_ENDING = 3
const SHORTEST_STEM = 4

/** The words that no hit holds, be it with another ending, where the database does not tell which ones it knows. */
function unanswered(words: readonly string[], hits: readonly SearchHit[]): string[] {
  const texts = hits.map(({ document }) => document.text.toLowerCase())
  const stem = (word: string) => word.slice(0, Math.max(SHORTEST_STEM, word.length - LONGEST_ENDING))
  return words.filter((word) => !texts.some((text) => text.includes(stem(word))))
}
