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

export type VerbContext = LoopContext & JournalServices

export type Settled = Pick<LoopContext, 'projector' | 'policy' | 'settings' | 'embedder'>

export interface JournalServices {
  readonly seals: SealKeeper
  /** How far the journal is known to have reached; omitted if this is not kept. */
  readonly known?: Known
  /** Opened when something is archived or restored. */
  readonly archives: () => Promise<ArchiveKeeper>
  /** The organisation's shared patterns; opened to push or pull. */
  readonly shared: () => Promise<SharedPlace>
  /** Returns a test for whether a person on this machine accepted exactly this text. */
  readonly accepted: () => (content: Acceptable) => boolean
  /** A temporary in-memory journal built from facts of this one, to look at the past or at a hypothetical history; it takes more facts unchanged. */
  readonly beside: (
    scope: Scope,
    facts: readonly StoredEvent[],
    projector: Projector,
  ) => Promise<{ readonly journal: Journal; take(more: readonly StoredEvent[]): Promise<void> }>
  /** Folds events outside the journal, on disk, if they are too many for memory. */
  readonly aside: (
    scope: Scope,
    pages: AsyncIterable<readonly StoredEvent[]>,
    projector: Projector,
  ) => Promise<{ readonly journal: Pick<Journal, 'list'>; close(): Promise<void> }>
  /** The policy, settings and projector that would result if a file replaced the current settings. */
  readonly settledBy: (file: string) => Promise<Settled>
}
