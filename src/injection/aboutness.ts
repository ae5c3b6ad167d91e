import type { Subject } from '../engine/command-subject.ts'
import { isOutOfPlace } from '../engine/file-subject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { relevance } from '../engine/relevance.ts'

/** How much of what a pattern speaks of is what some work is about. */
interface Aboutness {
  readonly subject: Subject
  readonly byTags: number
  /** It speaks of another language than the files are written in. */
  readonly isOutOfPlace: boolean
}

/** What was last found of a pattern: it is weighed and then sorted by the same subject. */
const KNOWN = new WeakMap<PatternRecord, Aboutness>()

export function aboutness(record: PatternRecord, subject: Subject): Aboutness {
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
