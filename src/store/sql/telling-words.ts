import type { SqlSession } from './driver.ts'

/**
 * How many documents one search may weigh, which is what it costs. A word that stands in more of them is found without
 * counting to the end.
 */
export const MOST_WEIGHED = 100

/** What the words of a question are good for. */
export interface ToldWords {
  readonly telling: readonly string[]
  /** Words that no document holds; left out where the database does not tell. */
  readonly unknown?: readonly string[]
}

/** The words of a question, and of whom it is asked. */
export interface WordQuestion {
  readonly words: readonly string[]
  readonly asked: readonly [organisation: string, project: string, generation: number, kind: string]
  /** Words that were found to be common among these documents; what is common stays so, and is not counted again. */
  readonly common: Set<string>
}

const MOST_COMMON = 2_000

/**
 * The words of a question that tell documents apart: the rarest first, for as long as few documents hold them. Words that
 * nearly every document holds would have nearly all of them weighed, and say little. If there are no others, all are taken.
 */
export async function tellingWords(
  session: SqlSession,
  wordSpread: string | undefined,
  { words, asked, common }: WordQuestion,
): Promise<ToldWords> {
  if (wordSpread === undefined) return { telling: words }
  if (common.size > MOST_COMMON) common.clear()
  const uncounted = words.filter((word) => !common.has(word))
  const spread = [
    ...(await session.all(wordSpread, [MOST_WEIGHED, ...asked, JSON.stringify(uncounted)])),
    ...words.filter((word) => common.has(word)).map((word) => ({ word, documents: MOST_WEIGHED })),
  ]
  const found = spread
    .map(({ word, documents }) => ({ word: word as string, documents: documents as number }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents)
  for (const { word, documents } of found) if (documents >= MOST_WEIGHED) common.add(word)
  let weighed = 0
  const telling = found.filter(({ documents }) => {
    weighed += documents
    return weighed < MOST_WEIGHED
  })
  const known = new Set(found.map(({ word }) => word))
  return {
    telling: (telling.length > 0 ? telling : found).map(({ word }) => word),
    unknown: words.filter((word) => !known.has(word)),
  }
}
