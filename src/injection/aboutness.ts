import type { Subject } from '../engine/command-subject.ts'
import { knownExtensions, languagesIn, speaksOfOthers } from '../engine/file-subject.ts'
import type { Language } from '../engine/languages.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import {
  type PatternTopics,
  patternTopics,
  topicRelevance,
  type WorkTopics,
  workTopics,
} from '../engine/relevance.ts'

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

/** Worked out once for as long as a record is kept: to find its words costs more than all the rest. */
const SAID = new WeakMap<PatternRecord, Said>()

function saidBy(record: PatternRecord): Said {
  const known = SAID.get(record)
  if (known !== undefined) return known
  const { text, tags, labels } = record.pattern
  const topics = patternTopics(text, [...tags, ...labels])
  const said = { topics, spoken: languagesIn(new Set(topics.keywords)) }
  SAID.set(record, said)
  return said
}

/** The same of the work, once for all patterns that are compared with it. */
interface AskedWork {
  readonly topics: WorkTopics
  readonly extensions: readonly string[]
}

const WORKS = new WeakMap<Subject, AskedWork>()

function workOf(subject: Subject): AskedWork {
  const known = WORKS.get(subject)
  if (known !== undefined) return known
  const { files, tags } = subject
  const work = { topics: workTopics(files, tags), extensions: knownExtensions(files) }
  WORKS.set(subject, work)
  return work
}
