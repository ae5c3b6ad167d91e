import type { BasePolicy } from '../domain/base-policy.ts'
import type { Projector } from '../domain/document.ts'
import type { Origin } from '../domain/event.ts'
import type { NextId } from '../domain/id.ts'
import type { Holdout } from '../engine/belief/holdout.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { Retention } from '../engine/laws/retention.ts'
import type { Place } from '../engine/safety/path-segments.ts'
import type { Embedder } from '../engine/search/static-embedder.ts'
import type { Journal } from '../store/port.ts'
import type { Metrics } from './journal/metrics.ts'
import type { VerifiedChain } from './journal/verify.ts'
import type { ProjectAccess } from './learning/project-access.ts'
import type { FailureLog, SpoolKeeper } from './sessions/spool.ts'
import type { TranscriptKeeper } from './sessions/transcripts.ts'
import type { OverlayKeeper } from './views/active-overlays.ts'
import type { PatternCache } from './views/pattern-cache.ts'
import type { PrecomputedKeeper } from './views/precompute.ts'

/** The dependencies of every verb. Time, ids and the journal come from outside. */
export interface LoopContext {
  /** How long to wait for other writers; omitted: the store's own limit. */
  readonly waitMs?: number
  readonly journal: Journal
  readonly projector: Projector
  /** Folds new events instead of `projector`, so that an option of one call affects only what that call reads. */
  readonly folding?: Projector | undefined
  /** Folds the journal under changed settings, and returns the projector to use from now on. */
  readonly refold?: ((journal: Journal) => Promise<Projector>) | undefined
  readonly policy: Policy
  readonly settings: LoopSettings
  readonly now: () => number
  readonly nextId: NextId
  readonly origin: Origin
  readonly cache: PatternCache
  /** How far this process has verified the journal; absent in processes that verify only once. */
  readonly chain?: VerifiedChain
  /** The embedding model, loaded on first use; undefined if there is none or it is switched off. */
  readonly embedder: () => Embedder | undefined
  /** People's policy for adapters; read each time, so that a change takes effect immediately. */
  readonly basePolicy: () => Promise<BasePolicy>
  /** The policies that every step must pass, the file's first; omitted: only the file's. */
  readonly policies?: () => Promise<readonly BasePolicy[]>
  /** The folders in which steps run, for the gate's safety rules. */
  readonly place?: Place
  readonly overlays: OverlayKeeper
  /** The repository's public name, looked up on first use. */
  readonly repository?: () => string
  /** Queued hook events; absent where there are no hooks, as in memory. */
  readonly spool?: SpoolKeeper
  /** Records queued hook events. The one who opens the journal gives it, so that appending does not depend on ingesting. */
  readonly ingest?: (context: LoopContext) => Promise<unknown>
  /** Clients' transcripts; absent if there are none, or a person does not want them read. */
  readonly transcripts?: TranscriptKeeper
  /** Data precomputed for hooks; absent if there are none. */
  readonly precomputed?: PrecomputedKeeper
  /** The log of the journal's own failures. */
  readonly failures?: Pick<FailureLog, 'add'>
  /** The repository and the folder of learnings; absent in memory, for example. */
  readonly workshop?: () => Promise<ProjectAccess>
  /** The receiver of metrics. Undefined: nothing is measured. */
  readonly metrics?: Metrics
}

export interface LoopSettings {
  /** How patterns are weighed. */
  readonly profile: 'classic' | 'bayes'
  readonly holdout: Holdout
  /** Runs before nothing is withheld: a project's first runs are too few to measure, and need every lesson. */
  readonly holdoutAfterRuns: number
  readonly retention: Retention
  /** Those that a person set; the rest are defaults. */
  readonly retentionSet?: readonly (keyof Retention)[]
  /** Doctor reports a component that has been silent for this long. */
  readonly quietDays: number
  /** How long a person's answer to the gate holds. */
  readonly approvalMinutes: number
  /** Safety rules of the gate that a person turned off. */
  readonly safetyOff?: readonly string[]
  /** Sources whose pulled patterns may be shown immediately, and how many patterns a journal may bring. */
  readonly share: { readonly trusted: readonly string[]; readonly maxPerSource: number }
}
