import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inChild } from '../child.ts'
import { atMost, type Benchmark } from '../harness.ts'
import { figure } from '../measure.ts'
import type { BuiltJournal } from '../world/journals.ts'
import type { Undid } from './undo-child.ts'

/** An undo reads the journal, folds it with and without the run to report changes, and folds it again into the store. */
const MOST_REBUILDS = 4

/** The cost of undoing one run in the middle of the journal. Each undo has its own process. */
export const undo: Benchmark = {
  name: 'undo',
  async run({ journals, sizes, folder, quick, log }) {
    const small = await journals.ofSize(sizes.small)
    log(`building a journal of ${sizes.medium} events`)
    const medium = await journals.ofSize(sizes.medium)
    const rounds = quick ? 2 : 3
    const results = []
    const ratios: number[] = []
    for (const [size, journal] of [
      [sizes.small, small],
      [sizes.medium, medium],
    ] as const) {
      const runs = Array.from({ length: rounds }, () => undoOnce(folder, journal))
      ratios.push(Math.min(...runs.map(({ cpuMs, rebuildCpuMs }) => cpuMs / rebuildCpuMs)))
      results.push(
        figure(
          `undo of a run, ${size} events`,
          'ms',
          runs.map(({ ms }) => ms),
        ),
        figure(
          `CPU time of it, ${size} events`,
          'ms',
          runs.map(({ cpuMs }) => cpuMs),
        ),
        figure(
          `peak memory, ${size} events`,
          'MB',
          runs.map(({ peakMb }) => peakMb),
        ),
      )
    }
    return {
      settings: { durable: true, rounds },
      results,
      goals: [atMost('rebuilds that an undo costs, by CPU time', MOST_REBUILDS, Math.max(...ratios))],
    }
  },
}

function undoOnce(folder: string, { path }: BuiltJournal): Undid {
  const copy = join(folder, 'undo.db')
  copyFileSync(path, copy)
  return inChild<Undid>('undo-child.js', [copy])
}
