import type { BasePolicy } from '../../src/domain/base-policy.ts'
import type { JournalEvent, Origin } from '../../src/domain/event.ts'
import type { EventType, PayloadOf } from '../../src/domain/events/catalogue.ts'
import { readEvent } from '../../src/domain/events/lift-event.ts'
import { ORGANISATION_PROJECT } from '../../src/domain/scope.ts'
import { BASE_POLICY } from '../../src/engine/governance/gate.ts'
import type { ActiveOverlay } from '../../src/engine/governance/overlay.ts'
import { POLICY, type Policy } from '../../src/engine/laws/policy.ts'
import { RETENTION, type Retention } from '../../src/engine/laws/retention.ts'
import type { Embedder } from '../../src/engine/search/static-embedder.ts'
import type { LoopContext } from '../../src/loop/context.ts'
import { type SharedPlace, sharedJournal } from '../../src/loop/exchange/shared-place.ts'
import type { Archive, ArchiveKeeper } from '../../src/loop/journal/archive.ts'
import type { Settled } from '../../src/loop/journal/keepers.ts'
import type { Metrics } from '../../src/loop/journal/metrics.ts'
import type { Seal, SealKeeper } from '../../src/loop/journal/seal.ts'
import { createLoop, type Loop } from '../../src/loop/loop.ts'
import type { OverlayKeeper } from '../../src/loop/views/active-overlays.ts'
import { PatternCache } from '../../src/loop/views/pattern-cache.ts'
import { foldedAside } from '../../src/open-store.ts'
import { createProjector } from '../../src/projection/projector.ts'
import type { Acceptable } from '../../src/sharing/sift.ts'
import { journalInMemory, openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { ArchivedPayload, Store } from '../../src/store/port.ts'
import { DAY_ZERO } from './any-event.ts'

const DAY_MS = 86_400_000

export interface TestLoopOptions {
  readonly surface?: Origin['surface']
  readonly workshop?: LoopContext['workshop']
  readonly store?: Store
  readonly policy?: Policy
  readonly holdoutShare?: number
  readonly holdoutRunShare?: number
  readonly quietDays?: number
  readonly profile?: LoopContext['settings']['profile']
  readonly project?: string
  readonly seals?: SealKeeper
  readonly retention?: Retention
  readonly archives?: ArchiveKeeper
  /** Off if left out, so that scores can be told from words alone. */
  readonly embedder?: Embedder
  readonly basePolicy?: Partial<BasePolicy>
  readonly overlays?: OverlayKeeper
  readonly metrics?: Metrics
  readonly failures?: LoopContext['failures']
  /** Tells the ids of one loop from those of another on the same journal. */
  readonly name?: string
  readonly shared?: SharedPlace
  /** What a person accepted of others; everything if left out. */
  readonly accepted?: (content: Acceptable) => boolean
  /** The settings that a backtest tries, whatever its file is called; the present ones if left out. */
  readonly tried?: (context: LoopContext) => Settled
  readonly share?: Partial<LoopContext['settings']['share']>
}

/** A loop whose clock stands still until it is moved, and whose ids count up. */
export interface TestLoop extends Loop {
  readonly context: LoopContext
  pass(days: number): void
  events<T extends EventType>(type: T): Promise<JournalEvent<PayloadOf<T>>[]>
}

export function testLoop(options: TestLoopOptions = {}): TestLoop {
  const {
    store = openMemoryStore(),
    policy = POLICY,
    holdoutShare = 0,
    holdoutRunShare = 0,
    project = 'world',
    name = 'e',
    retention = RETENTION,
    archives = archivesInMemory(),
  } = options
  const shared = () => options.shared ?? sharedInMemory(store)
  let now = DAY_ZERO
  let ids = 0
  const context: LoopContext = {
    journal: store.journal({ organisation: 'local', project }),
    projector: createProjector(policy),
    policy,
    settings: {
      profile: options.profile ?? 'classic',
      holdoutAfterRuns: 0,
      holdout: { share: holdoutShare, runShare: holdoutRunShare },
      retention,
      quietDays: options.quietDays ?? 14,
      approvalMinutes: 30,
      share: { trusted: [], maxPerSource: 1_000, ...options.share },
    },
    now: () => now,
    nextId: () => `${name}${++ids}`,
    origin: { surface: options.surface ?? 'library' },
    ...(options.workshop === undefined ? {} : { workshop: options.workshop }),
    cache: new PatternCache(),
    embedder: () => options.embedder,
    basePolicy: async () => ({ ...BASE_POLICY, ...options.basePolicy }),
    overlays: options.overlays ?? overlaysInMemory(),
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    ...(options.failures === undefined ? {} : { failures: options.failures }),
  }
  return {
    ...createLoop(context, {
      seals: options.seals ?? sealsInMemory(),
      archives: async () => archives,
      shared: async () => shared(),
      accepted: () => options.accepted ?? (() => true),
      beside: journalInMemory,
      aside: foldedAside,
      settledBy: async () => options.tried?.(context) ?? context,
    }),
    context,
    pass(days) {
      now += days * DAY_MS
    },
    async events<T extends EventType>(type: T) {
      const stored = await context.journal.read({ types: [type], limit: 10_000 })
      return stored.flatMap((event) => readEvent(event) ?? []) as unknown as JournalEvent<PayloadOf<T>>[]
    },
  }
}

/** What the organisation holds, in its own journal of a store. */
export function sharedInMemory(store: Store = openMemoryStore()): SharedPlace {
  const journal = store.journal({ organisation: 'local', project: ORGANISATION_PROJECT })
  const how = { location: 'the store', now: () => DAY_ZERO, origin: { surface: 'library' } as const }
  return sharedJournal(journal, createProjector(POLICY), how)
}

/** Overlays that are kept as long as the test runs. */
export function overlaysInMemory(): OverlayKeeper {
  let kept: readonly ActiveOverlay[] | undefined
  return {
    read: () => kept,
    keep: (overlays) => {
      kept = overlays
    },
  }
}

/** Seals that are signed by saying so. */
export function sealsInMemory(): SealKeeper {
  const seals = new Map<string, Seal>()
  return {
    sign: (text) => `signed ${text}`,
    isSigned: (text, signature) => signature === `signed ${text}`,
    last: (journal) => seals.get(journal),
    keep: (seal) => void seals.set(seal.journal, seal),
    remove: (journal) => void seals.delete(journal),
  }
}

export function archivesInMemory(): ArchiveKeeper {
  const kept = new Map<string, readonly ArchivedPayload[]>()
  const archiveOf = (name: string): Archive => ({ name, path: name, bytes: 0, writtenAt: 0 })
  return {
    async write(name, pages) {
      const all: ArchivedPayload[] = []
      for await (const page of pages) all.push(...page)
      kept.set(name, all)
      return archiveOf(name)
    },
    list: () => [...kept.keys()].sort().map(archiveOf),
    async *read(name) {
      yield kept.get(name) ?? []
    },
    remove: (name) => void kept.delete(name),
  }
}

/** A lesson that nobody would call junk. */
export const LESSON = 'Always close the database handle before the temp folder is removed'

/** Learns one lesson and gives the id of its pattern. */
export async function taught(loop: TestLoop, lesson = LESSON, more: object = {}): Promise<string> {
  const { learning } = await loop.recordLearning({ agent: 'builder', lesson, run: 'r0', ...more })
  await loop.learn()
  const sightings = await loop.events('pattern-sighted')
  return sightings.find(({ payload }) => payload.learning === learning)!.payload.pattern
}
