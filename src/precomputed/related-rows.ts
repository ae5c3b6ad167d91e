import type { Subject } from '../engine/shell/command-subject.ts'
import { wordsWithFiles } from '../injection/relevance-to.ts'
import type { AheadFile } from './precomputed-file.ts'

/** The rows of patterns that share a word with a step. */
export function relatedRows(ahead: AheadFile, subject: Subject): Set<number> {
  return ahead.holding(wordsOf(subject))
}

/** Whether there are any; mostly there is none. */
export function hasRelated(ahead: AheadFile, subject: Subject): boolean {
  return wordsOf(subject).some((word) => ahead.holders('word', word).count > 0)
}

/** The words by which patterns would speak of a step. */
function wordsOf(subject: Subject): readonly string[] {
  return subject.files.length === 0 ? subject.tags : wordsWithFiles(subject)
}
