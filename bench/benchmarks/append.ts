import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { appendFacts } from '../../src/loop/journal/append-facts.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { type Figure, figure, interleave, rounded, type Variant } from '../measure.ts'
import { batcher, openJournal } from '../world/journal.ts'
import type { BuiltJournal } from '../world/journals.ts'

const BATCHES = [1, 10, 100, 1_000]

/** The cost of recording a fact: alone and in batches, and in journals that grow a thousandfold. */
export const append: Benchmark = {
  name: 'append',
  async run({ journals, sizes, folder, quick, log }) {
    const sized: BuiltJournal[] = []
    for (const size of [sizes.tiny, sizes.small, sizes.medium, sizes.rebuilt, sizes.large]) {
      log(`building a journal of ${size} events`)
      sized.push(await journals.ofSize(size))
    }
    const bySize = sized.filter(({ events }) => events !== sizes.rebuilt)
    const rounds = quick ? 5 : 40
    const results = [
      ...(await growth(folder, bySize, { batch: 1, rounds: rounds * 5 })),
      ...(await growth(folder, bySize, { batch: 100, rounds })),
      ...(await batches(folder, sized[2]!, rounds / 2)),
      ...bySize.map(({ events, path }) => figure(`file size at ${events} events`, 'MB', [statSync(path).size / 1e6])),
    ]
    const ratio = (batch: number) => p50(results, caseOf(batch, sizes.large)) / p50(results, caseOf(batch, sizes.tiny))
    const cost = `cost per event at ${sizes.large} events over that at ${sizes.tiny}`
    return {
      settings: { durable: true, rounds, batches: BATCHES.join(' ') },
      results,
      goals: [atMost(`${cost}, one at a time`, 1.5, ratio(1)), atMost(`${cost}, 100 at a time`, 1.5, ratio(100))],
    }
  },
}

function caseOf(batch: number, events: number): string {
  return `${batch} at a time, per event, at ${events} events`
}

/** The same appends to journals of different sizes, turn by turn. */
async function growth(
  folder: string,
  journals: readonly BuiltJournal[],
  { batch, rounds }: { batch: number; rounds: number },
): Promise<Figure[]> {
  const opened = await Promise.all(
    journals.map((journal) => appender(folder, journal, batch, caseOf(batch, journal.events))),
  )
  const results = await interleave(opened, { rounds, warmUp: Math.ceil(rounds / 10) })
  for (const { close } of opened) await close()
  return results.map((result) => perEvent(result, batch))
}

/** Batches of different sizes into one journal, interleaved. */
async function batches(folder: string, journal: BuiltJournal, rounds: number): Promise<Figure[]> {
  const name = (batch: number) => `batch of ${batch}, per event`
  const opened = await Promise.all(BATCHES.map((batch) => appender(folder, journal, batch, name(batch))))
  const results = await interleave(opened, { rounds, warmUp: 2 })
  for (const { close } of opened) await close()
  return results.map((result, at) => perEvent(result, BATCHES[at]!))
}

async function appender(folder: string, { path, world, events }: BuiltJournal, batch: number, name: string) {
  const copy = join(folder, `append-${events}-${batch}-${name.length}.db`)
  copyFileSync(path, copy)
  const fork = world.fork(batch)
  const next = batcher(fork)
  const { store, context } = await openJournal(copy, fork)
  const variant: Variant = {
    case: name,
    async run() {
      const drafts = next(batch)
      const start = performance.now()
      await appendFacts(context, drafts)
      return performance.now() - start
    },
  }
  return { ...variant, close: () => store.close() }
}

function perEvent(result: Figure, batch: number): Figure {
  return { ...result, p50: rounded(result.p50 / batch), p95: rounded(result.p95 / batch) }
}
