import { hasTrait } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import type { SharedFact } from './fact-print.ts'

/** Something that a transcript holds. */
export type TranscriptFact = SharedFact & {
  /** The same whenever it is read. */
  readonly id: string
  readonly at: number
}

/** Under which key a fact of a transcript is recorded. */
export function transcriptKey(run: string, id: string): string {
  return `transcript/${run}/${id}`
}

/** Whether a fact was read from a transcript, not reported by a hook. */
export function isFromTranscript({ key }: Pick<KnownEvent, 'key'>): boolean {
  return key.startsWith('transcript/')
}

/** A fact on record that both hooks and transcripts report. */
export type KnownShared = KnownEvent & SharedFact

export function isShared(fact: KnownEvent): fact is KnownShared {
  return hasTrait(fact.type, 'in-transcripts')
}
