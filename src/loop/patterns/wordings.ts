import type { Document } from '../../domain/document.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN, WORDING } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'

/** A few at first, for there are seldom more. */
const FIRST_PAGE = 16
const PAGE = 500

/** Patterns that got other words: their documents page by page, and up to where they are complete. */
export interface Reworded {
  readonly upTo: number
  readonly pages: AsyncIterable<readonly Document<PatternRecord>[]>
}

/** Which patterns got other words after a position: at most so many, the oldest change first. */
export async function rewordedAfter(journal: Journal, position: number, most: number): Promise<Reworded> {
  const found: Document[] = []
  for (let limit = FIRST_PAGE; ; limit = PAGE) {
    const page = await journal.list(WORDING, { states: [''], limit, offset: found.length })
    const fresh = page.filter(({ rank }) => rank > position)
    found.push(...fresh)
    if (fresh.length < limit) break
  }
  const until = found.at(-most)?.rank ?? Number.POSITIVE_INFINITY
  const reworded = found.filter(({ rank }) => rank <= until).reverse()
  return { upTo: reworded.at(-1)?.rank ?? position, pages: pagesOf(journal, reworded) }
}

async function* pagesOf(journal: Journal, reworded: readonly Document[]) {
  for (let at = 0; at < reworded.length; at += PAGE)
    yield journal.documents(reworded.slice(at, at + PAGE).map(({ id }) => ({ kind: PATTERN, id })))
}
