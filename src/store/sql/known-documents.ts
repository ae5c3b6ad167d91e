import type { Projector } from '../../domain/document.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { DocumentDesk, type DocumentSource, foldBatch, type Link } from '../fold-batch.ts'
import type { HeadRow } from './documents.ts'

/** More than one batch of folding touches; callers that read long lists cache them themselves. */
const MOST_KNOWN = 4_096

/** The documents that this process has read, and those of events that are not folded in the tables yet. */
export class KnownDocuments {
  base: HeadRow
  readonly links: Link[] = []
  /** The position up to which events are folded into them. */
  position: number
  /** The events after that, if this process appended them itself. */
  readonly pending: StoredEvent[] = []
  readonly desk: DocumentDesk

  readonly #source: DocumentSource

  constructor(base: HeadRow, source: DocumentSource) {
    this.base = base
    this.#source = source
    this.position = base.folded
    this.desk = new DocumentDesk(source)
  }

  /** Whether the tables are unchanged since it was read: any change of a document there also moves the fold or begins another generation. */
  isOn(head: HeadRow): boolean {
    const { folded, generation, policyHash, journal } = this.base
    const isSame = generation === head.generation && policyHash === head.policyHash && journal === head.journal
    return isSame && folded === head.folded && this.reach <= head.position
  }

  /** Goes on in the transaction in which another begins, with what was used of late; that other one, if the tables hold something else by now. */
  goOn(fresh: KnownDocuments): KnownDocuments {
    if (!this.isOn(fresh.base)) return fresh
    this.desk.forgetUnused()
    this.desk.readFrom(fresh.#source)
    return this
  }

  get reach(): number {
    return this.pending.at(-1)?.position ?? this.position
  }

  /** Folds the next events. After an error this object must be discarded. */
  async take(events: readonly StoredEvent[], projector: Projector): Promise<void> {
    const readable = events.flatMap((event) => readEvent(event) ?? [])
    this.links.push(...(await foldBatch(readable, projector, this.desk)))
    this.position = events.at(-1)?.position ?? this.position
  }

  get isFull(): boolean {
    return this.desk.size > MOST_KNOWN
  }
}
