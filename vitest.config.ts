import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Tests that start programs spend more than half of their time waiting for a disk, a timer or a client.
const waiting = 2 * availableParallelism()

/** The browser's and the clients' tests, after all others: an agent that shares the machine with those is slow. Five workers, so that no client waits for another. */
const atTheEnd = { sequence: { groupOrder: 1 }, isolate: false, maxWorkers: Math.max(waiting, 5) }

/** What takes longest begins first, so that no core waits for one file at the end: the clients, and files that start many processes. */
const LONG = [
  'clients/',
  'browser/demo-history',
  'contract/kill',
  'contract/concurrent',
  'front-doors/requirements',
  'front-doors/demo',
  'package/package',
  'red-team/taint',
  'transcripts/lost-hooks',
  'browser/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((part) => moduleId.includes(`/test/${part}`))
      return found < 0 ? LONG.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Only what hangs may reach it: a busy machine is three times slower than a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['src/engine/**/*.ts'],
      reporter: ['text-summary'],
      thresholds: { lines: 95, branches: 90 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'gym/**/*.test.ts'],
          // Tests share no state between files, and loading every module again for each file took most of their time.
          isolate: false,
          maxWorkers: waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/clients/**', 'test/browser/**'],
          globalSetup: ['test/servers/global-setup.ts'],
          isolate: false,
          maxWorkers: waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/global-setup.ts'],
          ...atTheEnd,
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          globalSetup: ['test/clients/global-setup.ts'],
          testTimeout: 300_000,
          ...atTheEnd,
        },
      },
    ],
  },
})
