import type { SeenFact } from '../../capture/session/missing-facts.ts'
import type { TranscriptFact } from '../../capture/session/transcript-facts.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Client, Spent } from '../../domain/values/session.ts'

export type { SeenFact }

/** A fact of a transcript as the loop records it. */
export type RecordableFact = TranscriptFact & {
  /** A command that failed is an error of the run as well. */
  readonly error?: PayloadOf<'error-recorded'>
}

/** The content of a client's transcript. */
export interface TranscriptReading {
  readonly client: string
  readonly hasCallIds: boolean
  /** Facts added since the last reading. */
  readonly facts: readonly RecordableFact[]
  /** Facts read before. */
  readonly seen: readonly SeenFact[]
  /** To be called before the first fact of a transcript is recorded: from then on hooks that come late are compared with it. */
  announce(): void
  /** Remembers how far it was read. */
  keep(seen: readonly SeenFact[]): void
}

/** A session with a client's record on this machine. */
export interface SessionOnDisk {
  readonly client: Client
  readonly run: string
  readonly startedAt: number
}

/** Access to clients' records of sessions in this repository. */
export interface TranscriptKeeper {
  /** Undefined if there is none, or it is not readable as this session's record. */
  read(run: string): Promise<TranscriptReading | undefined>
  /** The tokens it counts; empty without a record, or if it has no counts. */
  usage(run: string): Promise<readonly Spent[]>
  /** Whether facts of its transcript may be in the journal. */
  isAnnounced(run: string): boolean
  /** Sessions of this repository whose transcript has grown since it was read. */
  grown(): Promise<readonly string[]>
  /** The latest sessions of this repository that began since a time, whether or not they are on record. */
  onDisk(wanted: { readonly clients: readonly Client[]; readonly since: number }): Promise<readonly SessionOnDisk[]>
  /** Sessions with an unreadable transcript, and why. */
  problems(): readonly { readonly run: string; readonly problem: string }[]
}
