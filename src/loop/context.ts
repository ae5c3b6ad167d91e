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
import type { Workshop } from './learning/workshop.ts'
import type { FailureLog, SpoolKeeper } from './sessions/spool.ts'
import type { TranscriptKeeper } from './sessions/transcripts.ts'
import type { OverlayKeeper } from './views/active-overlays.ts'
import type { PatternCache } from './views/pattern-cache.ts'
import type { PrecomputedKeeper } from './views/precompute.ts'

/** What every verb of the loop works with. Time, ids and the journal come from outside. */
export interface LoopContext {
  /** How long to wait for others who write; left out, as long as the store was opened to wait. */
  readonly waitMs?: number
  readonly journal: Journal
  readonly projector: Projector
  /** Folds what is recorded, if not `projector`: an option of one call changes what that call reads, and nothing that stays. */
  readonly folding?: Projector | undefined
  /** Follows settings that changed since: folds the journal under them, and says what folds from now on. */
  readonly refold?: ((journal: Journal) => Promise<Projector>) | undefined
  readonly policy: Policy
  readonly settings: LoopSettings
  readonly now: () => number
  readonly nextId: NextId
  readonly origin: Origin
  readonly cache: PatternCache
  /** What this process has verified of the journal; absent where nobody asks twice. */
  readonly chain?: VerifiedChain
  /** The model behind similarity, read when it is first asked for; undefined when there is none or it is switched off. */
  readonly embedder: () => Embedder | undefined
  /** What people decided about adapters; read each time, so that a change holds at once. */
  readonly basePolicy: () => Promise<BasePolicy>
  /** The policies that each step has to pass, that of the file first; left out, only that one. */
  readonly policies?: () => Promise<readonly BasePolicy[]>
  /** Where steps happen, for the gate's safety rules. */
  readonly place?: Place
  readonly overlays: OverlayKeeper
  /** What others call the repository that the work happens in, looked up when it is first asked for. */
  readonly repository?: () => string
  /** Queued hook events; absent where there are no hooks, as in memory. */
  readonly spool?: SpoolKeeper
  /** Records queued hook events. The one who opens the journal gives it, so that appending does not depend on ingesting. */
  readonly ingest?: (context: LoopContext) => Promise<unknown>
  /** Clients' own records of sessions; absent where there are none, or a person does not want them read. */
  readonly transcripts?: TranscriptKeeper
  /** What is precomputed for hooks; absent where there are none. */
  readonly precomputed?: PrecomputedKeeper
  /** Where failures of the journal itself are counted. */
  readonly failures?: Pick<FailureLog, 'add'>
  /** The repository and the folder of learnings; absent where there is none, as in memory. */
  readonly workshop?: () => Promise<Workshop>
  /** Who listens to figures; undefined: nobody, and nothing is measured. */
  readonly metrics?: Metrics
}

export interface LoopSettings {
  /** How patterns are weighed. */
  readonly profile: 'classic' | 'bayes'
  readonly holdout: Holdout
  /** A project's first runs are shown everything: too few to measure with, and the worst time to hold a lesson back. */
  readonly holdoutAfterRuns: number
  readonly retention: Retention
  /** Which of them a person set; the rest are defaults. */
  readonly retentionSet?: readonly (keyof Retention)[]
  /** A part of the loop that is silent for so long is told of by doctor. */
  readonly quietDays: number
  /** How long a person's answer to the gate holds. */
  readonly approvalMinutes: number
  /** Safety rules of the gate that a person turned off. */
  readonly safetyOff?: readonly string[]
  /** Whose patterns may be shown at once when they are pulled, and how many a journal may bring. */
  readonly share: { readonly trusted: readonly string[]; readonly maxPerSource: number }
}
