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
  record: PatternRecord,
  subject: Subject,
  similarity: number | undefined,
): RelevanceTo {
  if (subject.files.length + subject.tags.length === 0)
    return { byTags: 0, whole: combinedRelevance(0, similarity), isOutOfPlace: false }
  const { byTags, isOutOfPlace } = aboutness(record, subject)
  return { byTags, whole: combinedRelevance(byTags, similarity), isOutOfPlace }
}

type Aboutness = Pick<RelevanceTo, 'byTags' | 'isOutOfPlace'> & { readonly subject: Subject }

/** What was last found of a pattern: it is weighed and then sorted by the same subject. */
const KNOWN = new WeakMap<PatternRecord, Aboutness>()

function aboutness(record: PatternRecord, subject: Subject): Aboutness {
  const known = KNOWN.get(record)
  if (known?.subject === subject) return known
  const { text, tags, labels } = record.pattern
  const { files: changedFiles, tags: asked } = subject
  const law = relevance({ summary: text, context: [...tags, ...labels], changedFiles, tags: asked })
  const found = {
    subject,
    byTags: law.score,
    isOutOfPlace: isOutOfPlace(new Set(law.keywords), changedFiles),
  }
  KNOWN.set(record, found)
  return found
}
