import { digest } from '../../domain/digest.ts'
import {
  type Document,
  type DocumentKey,
  type DocumentKind,
  type DocumentReader,
  defineDocument,
  makeDocument,
} from '../../domain/document.ts'
import type { PatternOrigin } from '../../domain/pattern-pull.ts'
import type { SharedPattern } from '../../domain/shared-pattern.ts'
import { evidenceAbove, evidenceBelow } from '../../engine/belief/statistics.ts'
import { NO_TRIALS, type UpliftSums } from '../../engine/belief/uplift.ts'
import { rounded, SPEAKS } from './belief-documents.ts'

/** What each journal has pushed; in the organisation's own journal, all that it holds. */
export const PUSHED = defineDocument<SharedPattern>('pushed')
/** Which pattern here a pattern of another journal was joined to. */
export const ORIGIN = defineDocument<OriginRecord>('origin')
/** Which project a journal said it belongs to when something first came from it. */
export const SOURCE = defineDocument<SourceRecord>('source')

export type OriginRecord = Pick<PatternOrigin, 'pattern' | 'event' | 'pushedAt' | 'trust' | 'textHash'>

export interface SourceRecord {
  readonly project: string
}

/** A pattern of one journal among all journals. */
export function originId(journal: string, pattern: string): string {
  return digest(`${journal}\n${pattern}`).slice(0, 32)
}

export function pushedDocument(shared: SharedPattern) {
  const id = originId(shared.journal, shared.pattern)
  return makeDocument(PUSHED, id, shared, { rank: shared.pushedAt })
}

export function originDocument(id: string, record: OriginRecord) {
  return makeDocument(ORIGIN, id, record)
}

export function sourceDocument(journal: string, record: SourceRecord) {
  return makeDocument(SOURCE, journal, record)
}

/** What withholding has shown: of each pattern, and of the loop. */
export const UPLIFT = defineDocument<UpliftRecord>('uplift')
export const LOOP_UPLIFT = defineDocument<UpliftRecord>('loop-uplift')

/** Of the loop: one line more or less in all runs, and in those of a context; and all lines or none. */
export const ONE_LINE = 'line'
export const ALL_LINES = 'whole'

export interface UpliftRecord {
  readonly sums: UpliftSums
  /** Of which runs, where it is not all. */
  readonly context?: string
}

export function upliftSums(read: DocumentReader, kind: DocumentKind<UpliftRecord>, id: string): UpliftSums {
  return read.get(kind, id)?.body?.sums ?? NO_TRIALS
}

/** Ranked by the number of runs with evidence. Documents with an e-value of at least `least` are found without reading the rest. */
export function upliftDocument(key: DocumentKey<UpliftRecord>, record: UpliftRecord, least: number): Document {
  const { sums } = record
  const speaks = evidenceAbove(sums, 0) >= least || evidenceBelow(sums, 0) >= least
  return { ...key, state: speaks ? SPEAKS : '', rank: sums.runs, text: '', body: rounded(record) }
}
