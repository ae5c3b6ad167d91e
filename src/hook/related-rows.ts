import type { Subject } from '../engine/command-subject.ts'
import { pathTokens, relevance } from '../engine/relevance.ts'
import type { AheadShelf } from '../injection/ahead-shelf.ts'

/** The rows of patterns that share a word with a step. Mostly there is none, and nothing more is read. */
export function relatedRows(shelf: AheadShelf, { files, tags }: Subject): Set<number> {
  const about = relevance({ summary: '', changedFiles: files, tags }).tags
  return shelf.holding(new Set([...about, ...files.flatMap(pathTokens)]))
}
