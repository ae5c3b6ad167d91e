import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    coverage: {
      include: ['src/engine/**/*.ts'],
      reporter: ['text-summary'],
      thresholds: { lines: 95, branches: 90 },
    },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/servers/global-setup.ts'],
        },
      },
    ],
  },
})
