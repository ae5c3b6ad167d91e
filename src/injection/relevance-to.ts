import { combinedRelevance } from '../engine/laws/relevance.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { aboutness } from './aboutness.ts'

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
  record: PatternRecord,
  subject: Subject,
  similarity: number | undefined,
): RelevanceTo {
  if (subject.files.length + subject.tags.length === 0)
    return { byTags: 0, whole: combinedRelevance(0, similarity), isOutOfPlace: false }
  const { byTags, isOutOfPlace } = aboutness(record, subject)
  return { byTags, whole: combinedRelevance(byTags, similarity), isOutOfPlace }
}
