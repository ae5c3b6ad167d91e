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

/** What a client's own record of a session holds. */
export interface TranscriptReading {
  readonly client: string
  readonly hasCallIds: boolean
  /** What has been added since it was last read. */
  readonly facts: readonly RecordableFact[]
  /** What was read before. */
  readonly seen: readonly SeenFact[]
  /** To be called before the first fact of a transcript is recorded: from then on hooks that come late are compared with it. */
  announce(): void
  /** Remembers how far it was read. */
  keep(seen: readonly SeenFact[]): void
}

/** A session of which a client keeps a record on this machine. */
export interface SessionOnDisk {
  readonly client: Client
  readonly run: string
  readonly startedAt: number
}

/** Where the clients on this machine keep their records of the sessions in this repository. */
export interface TranscriptKeeper {
  /** Undefined where there is none, or none that can be read as the record of this very session. */
  read(run: string): Promise<TranscriptReading | undefined>
  /** The tokens that it counts; none where there is no such record, or it does not count them. */
  usage(run: string): Promise<readonly Spent[]>
  /** Whether facts of its transcript may be in the journal. */
  isAnnounced(run: string): boolean
  /** Sessions of this repository whose transcript has grown since it was read. */
  grown(): Promise<readonly string[]>
  /** The latest sessions of this repository that began since a time, whether or not they are on record. */
  onDisk(wanted: { readonly clients: readonly Client[]; readonly since: number }): Promise<readonly SessionOnDisk[]>
  /** The sessions whose transcript is there and could not be read, and why. */
  problems(): readonly { readonly run: string; readonly problem: string }[]
}
