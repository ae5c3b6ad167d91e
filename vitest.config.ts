import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests that start programs spend more than half of their time waiting for a disk, a timer or a client.
const waiting = 2 * availableParallelism()

export default defineConfig({
  test: {
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
          sequence: { groupOrder: 1 },
          maxWorkers: waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          globalSetup: ['test/clients/global-setup.ts'],
          testTimeout: 300_000,
          // After all others: an agent that shares the machine with them is slow, and its hooks have deadlines.
          sequence: { groupOrder: 2 },
          // All five clients at the same time: a session of one takes about two seconds of the processor and five to fifteen of the clock.
          maxWorkers: Math.max(waiting, 5),
        },
      },
    ],
  },
})
