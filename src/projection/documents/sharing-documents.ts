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

/** The patterns that each journal has pushed; in the organisation's own journal, all that it holds. */
export const PUSHED = defineDocument<SharedPattern>('pushed')
/** The pattern here that another journal's pattern was joined to. */
export const ORIGIN = defineDocument<OriginRecord>('origin')
/** The project that a journal named when something first came from it. */
export const SOURCE = defineDocument<{ readonly project: string }>('source')

export type OriginRecord = Pick<PatternOrigin, 'pattern' | 'event' | 'pushedAt' | 'trust' | 'textHash'>

/** The id of one journal's pattern among all journals. */
export function originId(journal: string, pattern: string): string {
  return digest(`${journal}\n${pattern}`).slice(0, 32)
}

export function pushedDocument(shared: SharedPattern) {
  const id = originId(shared.journal, shared.pattern)
  return makeDocument(PUSHED, id, shared, { rank: shared.pushedAt })
}

/** The results of withholding, for each pattern and for the loop. */
export const UPLIFT = defineDocument<UpliftRecord>('uplift')
export const LOOP_UPLIFT = defineDocument<UpliftRecord>('loop-uplift')

/** For the loop: the effect of one line, in all runs and in those of a context; and that of all lines. */
export const ONE_LINE = 'line'
export const ALL_LINES = 'whole'

export interface UpliftRecord {
  readonly sums: UpliftSums
  /** The context of its runs, if not all count. */
  readonly context?: string
}

export function upliftSums(read: DocumentReader, kind: DocumentKind<UpliftRecord>, id: string): UpliftSums {
  return read.get(kind, id)?.body.sums ?? NO_TRIALS
}

/** Ranked by the number of runs with evidence. Documents with an e-value of at least `least` are found without reading the rest. */
export function upliftDocument(key: DocumentKey<UpliftRecord>, record: UpliftRecord, least: number): Document {
  const { sums } = record
  const speaks = evidenceAbove(sums, 0) >= least || evidenceBelow(sums, 0) >= least
  return { ...key, state: speaks ? SPEAKS : '', rank: sums.runs, text: '', body: rounded(record) }
}
