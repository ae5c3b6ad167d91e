import { join } from 'node:path'
import { inChild } from '../child.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import type { Figure } from '../measure.ts'
import { fillPatterns } from '../world/journal.ts'
import { World } from '../world/world.ts'
import type { Asked } from './inject-child.ts'

const WAYS = ['words alone', 'by counts', 'usual'] as const satisfies readonly Asked['way'][]

/**
 * The cost of a block in a long-lived process: without a task, with one, by words alone, by counts, with files and labels, after a change, and with an empty cache.
 * Each journal and each configuration has its own process, as in practice.
 */
export const inject: Benchmark = {
  name: 'inject',
  async run({ folder, quick, log }) {
    const sizes = quick ? [1_000, 5_000] : [1_000, 5_000, 100_000]
    const rounds = quick ? 20 : 200
    const results: Figure[] = []
    for (const patterns of sizes) {
      log(`building a journal of ${patterns} patterns`)
      results.push(...(await figuresOf(join(folder, `patterns-${patterns}.db`), patterns, rounds)))
    }
    const goals = sizes
      .filter((patterns) => patterns > 1_000)
      .flatMap((patterns) =>
        ['no task', 'task'].map((asked) =>
          atMost(
            `ms with ${patterns} patterns, ${asked}, receipt included`,
            patterns > 5_000 ? 10 : 2,
            p50(results, `${patterns} patterns, ${asked}`),
          ),
        ),
      )
    return { settings: { durable: true, rounds, role: 'builder', taskWords: 20 }, results, goals }
  },
}

async function figuresOf(path: string, patterns: number, rounds: number): Promise<Figure[]> {
  const world = new World(patterns)
  await fillPatterns(path, world, patterns)
  return WAYS.flatMap((way) => {
    const asked: Asked = { path, patterns, now: world.now, way, rounds }
    const figures = inChild<Figure[]>('inject-child.js', [JSON.stringify(asked)])
    return figures.map((figure) => ({ ...figure, case: `${patterns} patterns, ${figure.case}` }))
  })
}
