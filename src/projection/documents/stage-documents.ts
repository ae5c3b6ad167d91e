import { type DocumentReader, defineDocument, makeDocument } from '../../domain/document.ts'
import type { Stage } from '../../engine/standing/standing.ts'

/** The way of a pattern through its stages. */
export const PATTERN_STAGES = defineDocument<StagesRecord>('pattern-stages')

export interface StageStep {
  readonly at: number
  readonly stage: Stage
}

export interface StagesRecord {
  readonly pattern: string
  /** Oldest first; the newest thirty. */
  readonly steps: readonly StageStep[]
  /** When it was last used before its last step; later uses have not moved it. */
  readonly usedAt: number
}

export const MOST_STEPS = 30

export function stagesRecord(read: DocumentReader, pattern: string): StagesRecord | undefined {
  return read.get(PATTERN_STAGES, pattern)?.body
}

/** Ordered by the last step, newest first. */
export function stagesDocument(record: StagesRecord) {
  const { at, stage } = record.steps.at(-1)!
  return makeDocument(PATTERN_STAGES, record.pattern, record, { state: stage, rank: at })
}
