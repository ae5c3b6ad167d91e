import { grouped } from '../../domain/numbers.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Commit, Journal } from '../../store/port.ts'

/** How far a journal is known to have reached. One is kept outside of the project after every commit. */
export interface Watermark extends Commit {
  readonly at: number
  /** Names the state of the journal's file, where it was looked at or left. */
  readonly file?: string
  /** Why the journal is known from here on only: a restore, for example. */
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
  /** Undefined where nothing is known. What was not written with the user's key does not count. */
  read(scope: Scope): Reached | undefined
  /** Never throws: what was committed stays committed, though it may be noticed less when it is lost. */
  add(mark: Watermark): void
  /** Knows the journal from here on only; whatever was known before does not count any more. */
  begin(mark: Watermark): void
}

/** What a journal is compared with. */
export interface Known {
  /** Throws where what is known cannot be read. */
  reached(): Reached | undefined
  bootedAt(): number
}

/** What a journal holds now, as far as it matters here. */
export interface JournalEnd {
  readonly journal: string
  readonly position: number
  /** The hash of the event at the position that was asked for. */
  readonly hash?: string
}

/** How the journal differs from what it is known to have been. */
export interface Loss {
  readonly detail: string
  /** The machine went down, and only commits that did not wait for the disk are gone: nothing else happened to the journal. */
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
