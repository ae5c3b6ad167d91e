import { grouped } from '../../domain/numbers.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Commit, Journal } from '../../store/port.ts'

/** How far a journal is known to have reached. One is kept outside of the project after every commit. */
export interface Watermark extends Commit {
  readonly at: number
  /** Identifies the state of the journal's file when it was last opened or closed. */
  readonly file?: string
  /** Why the known history starts here: a restore, for example. */
  readonly since?: string
}

export interface Reached {
  readonly newest: Watermark
  /** The newest commit that a power failure cannot take. */
  readonly onDisk?: Watermark
  /** The file as it was last left. */
  readonly file?: string
  readonly since?: string
}

/** Keeps how far the journals at one place, a file or a server, reached. */
export interface WatermarkKeeper {
  /** Undefined if nothing is known. Lines not signed with the user's key are ignored. */
  read(scope: Scope): Reached | undefined
  /** Never throws: a commit stays valid, though its loss may go unnoticed. */
  add(mark: Watermark): void
  /** Restarts the known history here; earlier knowledge no longer applies. */
  begin(mark: Watermark): void
}

/** The knowledge that a journal is compared with. */
export interface Known {
  /** Throws if the knowledge cannot be read. */
  reached(): Reached | undefined
  bootedAt(): number
}

/** The journal's current end. */
export interface JournalEnd {
  readonly journal: string
  readonly position: number
  /** The hash of the event at the requested position. */
  readonly hash?: string
}

/** How the journal differs from what it is known to have been. */
export interface Loss {
  readonly detail: string
  /** The machine crashed, and only commits not yet flushed to disk are missing. */
  readonly isPowerFailure: boolean
}

/** Undefined when the journal holds everything that it is known to have held. */
export function lossSince({ newest, onDisk }: Reached, end: JournalEnd, bootedAt: number): Loss | undefined {
  if (newest.position === 0) return undefined
  const reached = `event ${newest.position} on ${timeText(newest.at)}`
  if (end.journal !== newest.journal)
    return {
      detail:
        end.journal === ''
          ? `it holds nothing of this project, and the journal here reached ${reached}`
          : `it is a different journal from the one here, which reached ${reached}`,
      isPowerFailure: false,
    }
  if (end.position < newest.position) {
    const lost = newest.position - end.position
    return {
      detail: `${lost === 1 ? 'its newest event is' : `its newest ${grouped(lost)} events are`} gone: it reached ${reached} and now ends at event ${end.position}`,
      isPowerFailure: newest.at < bootedAt && (onDisk?.position ?? 0) <= end.position,
    }
  }
  if (end.hash !== newest.hash)
    return {
      detail: `event ${newest.position} is not the one that was recorded there on ${timeText(newest.at)}`,
      isPowerFailure: false,
    }
  return undefined
}

/** `2026-01-10 12:00 UTC`. */
export function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The same for a journal that is open. */
export async function lossOf(journal: Pick<Journal, 'head' | 'read'>, reached: Reached, bootedAt: number) {
  const { position } = reached.newest
  const head = await journal.head()
  const [event] = await journal.read({ after: position - 1, upTo: position, limit: 1 })
  const hash = event === undefined ? {} : { hash: event.hash }
  return lossSince(reached, { journal: head.journal, position: head.position, ...hash }, bootedAt)
}
