import type { Projector } from '../../domain/document.ts'
import type { StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Acceptable } from '../../sharing/sift.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import type { SharedPlace } from '../exchange/shared-place.ts'
import type { ArchiveKeeper } from './archive.ts'
import type { SealKeeper } from './seal.ts'
import type { Known } from './watermark.ts'

export type { TokenKeeper } from '../../store/port.ts'

export type VerbContext = LoopContext & Keepers

/** A journal in memory that more facts can be taken into, as they are. */
export interface MemoryCopy {
  readonly journal: Journal
  take(more: readonly StoredEvent[]): Promise<void>
}

export type Settled = Pick<LoopContext, 'projector' | 'policy' | 'settings' | 'embedder'>

export interface Keepers {
  readonly seals: SealKeeper
  /** How far the journal is known to have reached; left out where nobody keeps it. */
  readonly known?: Known
  /** Asked for when something is archived or brought back. */
  readonly archives: () => Promise<ArchiveKeeper>
  /** Where the organisation shares its patterns; asked for when something is pushed or pulled. */
  readonly shared: () => Promise<SharedPlace>
  /** A test of what a person on this machine accepted, word for word. */
  readonly accepted: () => (content: Acceptable) => boolean
  /** A journal beside the journal, out of facts of it: the past, or what would have been. Nothing that is done to it lasts. */
  readonly beside: (scope: Scope, facts: readonly StoredEvent[], projector: Projector) => Promise<MemoryCopy>
  /** The documents that follow from events, for what is too much for memory. */
  readonly aside: (
    scope: Scope,
    pages: AsyncIterable<readonly StoredEvent[]>,
    projector: Projector,
  ) => Promise<{ readonly journal: Pick<Journal, 'list'>; close(): Promise<void> }>
  /** What would follow from the settings with those of a file in their place. */
  readonly settledBy: (file: string) => Promise<Settled>
}
