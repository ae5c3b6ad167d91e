import {
  type PatternTopics,
  patternTopics,
  topicRelevance,
  type WorkTopics,
  workTopics,
} from '../engine/laws/relevance.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import { knownExtensions, languagesIn, speaksOfOthers } from '../engine/shell/file-subject.ts'
import type { Language } from '../engine/shell/languages.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

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
  const { topics, spoken } = saidBy(record)
  const work = workOf(subject)
  const found = {
    subject,
    byTags: topicRelevance(topics, work.topics),
    isOutOfPlace: speaksOfOthers(spoken, work.extensions),
  }
  KNOWN.set(record, found)
  return found
}

/** What a pattern is about, and which languages it speaks of. */
interface Said {
  readonly topics: PatternTopics
  readonly spoken: readonly Language[]
}

/** To find its words costs more than all the rest. */
const saidBy = onceFor(({ pattern }: PatternRecord): Said => {
  const { text, tags, labels } = pattern
  const topics = patternTopics(text, [...tags, ...labels])
  return { topics, spoken: languagesIn(new Set(topics.keywords)) }
})

const workOf = onceFor(({ files, tags }: Subject): { topics: WorkTopics; extensions: string[] } => {
  return { topics: workTopics(files, tags), extensions: knownExtensions(files) }
})

/** Works something out once for as long as the thing is kept. */
function onceFor<Thing extends object, Found extends object>(work: (thing: Thing) => Found) {
  const known = new WeakMap<Thing, Found>()
  return (thing: Thing): Found => {
    const kept = known.get(thing)
    if (kept !== undefined) return kept
    const found = work(thing)
    known.set(thing, found)
    return found
  }
}
