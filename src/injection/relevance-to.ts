import type { Subject } from '../engine/command-subject.ts'
import { isOutOfPlace } from '../engine/file-subject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { combinedRelevance, relevance } from '../engine/relevance.ts'

/** How much a pattern has to do with some work. */
export interface RelevanceTo {
  /** By what the pattern and the work are about, without the task. */
  readonly byTags: number
  /** With the likeness to the task: the number that surfaces sort by. */
  readonly whole: number
  /** It speaks of another language than the files are written in. */
  readonly isOutOfPlace: boolean
}

/** The one place where relevance is computed for a surface. */
export function relevanceTo(
  { pattern }: PatternRecord,
  { files, tags }: Subject,
  similarity: number | undefined,
): RelevanceTo {
  if (files.length + tags.length === 0)
    return { byTags: 0, whole: combinedRelevance(0, similarity), isOutOfPlace: false }
  const context = [...pattern.tags, ...pattern.labels]
  const law = relevance({ summary: pattern.text, context, changedFiles: files, tags })
  return {
    byTags: law.score,
    whole: combinedRelevance(law.score, similarity),
    isOutOfPlace: isOutOfPlace(new Set(law.keywords), files),
  }
}
