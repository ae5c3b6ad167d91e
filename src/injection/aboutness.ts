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

/** How well the topics of a pattern match the subject of some work. */
interface Aboutness {
  readonly subject: Subject
  readonly byTags: number
  /** It is about another language than that of the files. */
  readonly isOutOfPlace: boolean
}

/** The last result for each pattern, because weighing and sorting ask about the same subject. */
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

/** The topics of a pattern, and the languages that it names. */
interface Said {
  readonly topics: PatternTopics
  readonly spoken: readonly Language[]
}

/** Cached: finding the words of a pattern costs more than the rest. */
const saidBy = onceFor(({ pattern }: PatternRecord): Said => {
  const { text, tags, labels } = pattern
  const topics = patternTopics(text, [...tags, ...labels])
  return { topics, spoken: languagesIn(new Set(topics.keywords)) }
})

const workOf = onceFor(({ files, tags }: Subject): { topics: WorkTopics; extensions: string[] } => {
  return { topics: workTopics(files, tags), extensions: knownExtensions(files) }
})

/** Computes a result once per object, and keeps it as long as the object. */
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
