import { appendFacts, type Draft } from '../../src/loop/journal/append-facts.ts'
import { busyRun, shortRun } from './busy-run.ts'
import { openJournal } from './journal.ts'
import { World } from './world.ts'

/** The approximate duration of one of the world's runs, so that the last one ends now. */
const RUN_MS = 94_500
const BATCH = 4_000

/** Adds patterns, then runs: the last third with all facts, the others only with receipt and outcome. */
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
