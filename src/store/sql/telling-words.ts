import {
  MOST_WEIGHED,
  type ToldWords,
  tellingWords,
  type WordSpread,
} from '../../engine/search/search-words.ts'
import type { SqlSession } from './driver.ts'

export interface WordQuestion {
  readonly words: readonly string[]
  readonly asked: readonly [organisation: string, project: string, generation: number, kind: string]
  /** Words that were found to be common among these documents; what is common stays so, and is not counted again. */
  readonly common: Set<string>
}

const MOST_COMMON = 2_000

/** The words that tell documents apart, and those that none holds. */
export async function toldWords(
  session: SqlSession,
  wordSpread: string,
  { words, asked, common }: WordQuestion,
): Promise<ToldWords> {
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
