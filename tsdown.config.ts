import { defineConfig } from 'tsdown'

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const

export default defineConfig([
  {
    // The library: one file out for one file in, because package.json's `exports` name them.
    ...shared,
    entry: [
      'src/index.ts',
      'src/testing.ts',
      'src/engine/*.ts',
      '!src/engine/*.test.ts',
      'src/store/*/*-store.ts',
    ],
    root: 'src',
    clean: ['dist'],
    unbundle: true,
    dts: true,
  },
  {
    // The command line: few files, since each one that is opened costs time at every start.
    ...shared,
    entry: { bin: 'src/cli/bin.ts' },
    outDir: 'dist/cli',
    clean: false,
    dts: false,
  },
])
