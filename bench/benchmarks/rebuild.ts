import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inChild } from '../child.ts'
import { atLeast, atMost, type Benchmark } from '../harness.ts'
import { figure } from '../measure.ts'
import type { BuiltJournal } from '../world/journals.ts'
import type { Rebuilt } from './rebuild-child.ts'

const MOST_GROWTH_MB = 100

/** How fast the whole journal is folded again, and in how much memory. Each rebuild has a process of its own. */
export const rebuild: Benchmark = {
  name: 'rebuild',
  async run({ journals, sizes, folder, quick, log }) {
    for (const size of [sizes.tiny, sizes.small]) await journals.ofSize(size)
    const medium = await journals.ofSize(sizes.medium)
    const rebuilt = await journals.ofSize(sizes.rebuilt)
    log(`building a journal of ${sizes.large} events`)
    const large = await journals.ofSize(sizes.large)
    const rounds = quick ? 2 : 5
    const runs: Rebuilt[] = []
    for (let round = 0; round < rounds; round++) runs.push(rebuildOnce(folder, rebuilt))
    const [atMedium, atLarge] = [rebuildOnce(folder, medium), rebuildOnce(folder, large)]
    const speed = figure(
      `rebuild, ${sizes.rebuilt} events`,
      'events/s',
      runs.map(({ events, ms }) => (events / ms) * 1_000),
    )
    return {
      settings: { durable: true, rounds },
      results: [
        speed,
        figure(
          `rebuild, ${sizes.rebuilt} events, per second of CPU`,
          'events/s',
          runs.map(({ events, cpuMs }) => (events / cpuMs) * 1_000),
        ),
        figure(`rebuild, ${sizes.large} events`, 'events/s', [(atLarge.events / atLarge.ms) * 1_000]),
        figure(
          `rebuild over a bare read, ${sizes.rebuilt} events`,
          'times',
          runs.map((run) => run.ms / run.readMs),
        ),
        figure(`peak memory, ${sizes.medium} events`, 'MB', [atMedium.peakMb]),
        figure(`peak memory, ${sizes.large} events`, 'MB', [atLarge.peakMb]),
      ],
      goals: [
        atLeast(`events per second, ${sizes.rebuilt} events`, 100_000, speed.p50),
        atMost(
          `MB of peak memory that ${sizes.large} events take on top of ${sizes.medium}`,
          MOST_GROWTH_MB,
          atLarge.peakMb - atMedium.peakMb,
        ),
      ],
    }
  },
}

function rebuildOnce(folder: string, { path }: BuiltJournal): Rebuilt {
  const copy = join(folder, 'rebuild.db')
  copyFileSync(path, copy)
  return inChild<Rebuilt>('rebuild-child.js', [copy])
}
