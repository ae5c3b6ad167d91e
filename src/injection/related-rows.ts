import type { Subject } from '../engine/command-subject.ts'
import { pathTokens, relevance } from '../engine/relevance.ts'
import type { AheadFile } from './ahead-file.ts'

/** The rows of patterns that share a word with a step. Mostly there is none, and nothing more is read. */
export function relatedRows(ahead: AheadFile, { files, tags }: Subject): Set<number> {
  const about = relevance({ summary: '', changedFiles: files, tags }).tags
  return ahead.holding(new Set([...about, ...files.flatMap(pathTokens)]))
}
