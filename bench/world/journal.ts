import { randomBytes } from 'node:crypto'
import { createIds } from '../../src/domain/id.ts'
import { NO_HOLDOUT } from '../../src/engine/belief/holdout.ts'
import { BASE_POLICY } from '../../src/engine/governance/gate.ts'
import { POLICY } from '../../src/engine/laws/policy.ts'
import { RETENTION } from '../../src/engine/laws/retention.ts'
import type { LoopContext } from '../../src/loop/context.ts'
import { appendFacts, type Draft } from '../../src/loop/journal/append-facts.ts'
import { PatternCache } from '../../src/loop/views/pattern-cache.ts'
import { createProjector } from '../../src/projection/projector.ts'
import type { Journal, Store } from '../../src/store/port.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { World } from './world.ts'

export const SCOPE = { organisation: 'local', project: 'repo-0123456789abcdef0123' }

const PROJECTOR = createProjector(POLICY)

/** A journal in a real file, and the loop's context over it, as `open.ts` makes them; the clock is the world's. */
export interface OpenJournal {
  readonly store: Store
  readonly journal: Journal
  readonly context: LoopContext
}

export async function openJournal(
  path: string,
  world: { readonly now: number },
  { durable = true } = {},
): Promise<OpenJournal> {
  const store = await openSqliteStore({ path, durable })
  const journal = store.journal(SCOPE, () => PROJECTOR)
  return { store, journal, context: contextOver(journal, () => world.now) }
}

export function contextOver(journal: Journal, now: () => number): LoopContext {
  return {
    journal,
    projector: PROJECTOR,
    policy: POLICY,
    settings: {
      profile: 'bayes',
      holdoutAfterRuns: 0,
      quietDays: 14,
      holdout: NO_HOLDOUT,
      retention: RETENTION,
      approvalMinutes: 30,
      share: { trusted: [], maxPerSource: 1_000 },
    },
    now,
    nextId: createIds(now, randomBytes),
    origin: { surface: 'hook', client: 'claude-code' },
    cache: new PatternCache(),
    embedder: () => undefined,
    basePolicy: async () => BASE_POLICY,
    overlays: { read: () => undefined, keep: () => undefined },
  }
}

/** The world's facts in batches of exactly this size, regardless of run boundaries. */
export function batcher(world: World): (size: number) => Draft[] {
  let waiting: Draft[] = []
  return (size) => {
    while (waiting.length < size) waiting.push(...world.run())
    const batch = waiting.slice(0, size)
    waiting = waiting.slice(size)
    return batch
  }
}

/** Fills a journal with the runs of a world, up to a number of events. */
export async function fill(path: string, world: World, events: number): Promise<void> {
  const { store, journal, context } = await openJournal(path, world, { durable: false })
  const next = batcher(world)
  for (let { position } = await journal.head(); position < events; ) {
    const batch = next(Math.min(1_000, events - position))
    await appendFacts(context, batch)
    position += batch.length
  }
  await store.close()
}

/** Adds sessions that run a command, as every repository has a test command. */
export async function runCommand(path: string, world: World, command: string): Promise<void> {
  const { store, context } = await openJournal(path, world, { durable: false })
  const used = { tool: 'Bash', kind: 'shell' as const, command, ended: 'passed' as const }
  const drafts = ['session-1', 'session-2'].map((run) => ({
    type: 'tool-used' as const,
    stream: `run/${run}`,
    run,
    payload: { ...used, call: 'call-1' },
  }))
  await appendFacts(context, drafts)
  await store.close()
}

const MOST_RUNS = 500

/** Fills a journal with patterns, each sighted once, and then with runs that make use of them. */
export async function fillPatterns(path: string, world: World, patterns: number): Promise<void> {
  const { store, context } = await openJournal(path, world, { durable: false })
  while (world.patterns < patterns) {
    const size = Math.min(1_000, patterns - world.patterns)
    await appendFacts(
      context,
      Array.from({ length: size }, () => world.newPattern()),
    )
  }
  for (let run = 0; run < Math.min(MOST_RUNS, patterns / 10); run++) await appendFacts(context, world.run())
  await store.close()
}
