import { appendFacts, type Draft } from '../../src/loop/journal/append-facts.ts'
import { busyRun, shortRun } from './busy-run.ts'
import { openJournal } from './journal.ts'
import { World } from './world.ts'

/** About as long as a run of the world takes, so that the last one ends now. */
const RUN_MS = 94_500
const BATCH = 4_000

/** Patterns first, then runs: of the last third everything is on record, of the others what they were shown and how they ended. */
export async function buildJournal(path: string, runs: number): Promise<void> {
  const world = new World(7, Date.now() - runs * RUN_MS)
  const { store, context } = await openJournal(path, world, { durable: false })
  const patterns = Array.from({ length: runs / 10 - runs / 30 }, () => world.newPattern())
  let batch: Draft[] = patterns
  for (let run = 1; run <= runs; run++) {
    batch.push(...(run > (runs * 2) / 3 ? busyRun(world) : shortRun(world)))
    if (batch.length < BATCH && run < runs) continue
    await appendFacts(context, batch)
    batch = []
  }
  await store.close()
}
