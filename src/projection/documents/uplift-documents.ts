import {
  type Document,
  type DocumentKey,
  type DocumentKind,
  type DocumentReader,
  defineDocument,
} from '../../domain/document.ts'
import { evidenceAbove, evidenceBelow } from '../../engine/belief/statistics.ts'
import { NO_TRIALS, type UpliftSums } from '../../engine/belief/uplift.ts'
import { rounded, SPEAKS } from './belief-documents.ts'

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
export function upliftDocument(
  key: DocumentKey<UpliftRecord>,
  record: UpliftRecord,
  least: number,
): Document {
  const { sums } = record
  const speaks = evidenceAbove(sums, 0) >= least || evidenceBelow(sums, 0) >= least
  return { ...key, state: speaks ? SPEAKS : '', rank: sums.runs, text: '', body: rounded(record) }
}
