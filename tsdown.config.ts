import { defineConfig } from 'tsdown'

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const

/** What the gate needs, in one file: agents wait for it. */
const GATE =
  '(?:engine/(?:adapter-of|base-policy|command-line|gate|program-launchers|shell-brackets|tool-table)|system/policy-file|loop/(?:gate|approvals))'

/** The steps of `learn` and what they ask of the machine. */
const PIPELINE =
  '(?:sharing|system/(?:workshop|git-change|pending|run-command|collection|ask)|loop/(?:pipeline|acknowledge|start-iteration|record-build|goal|choose-goal))'

/** Verbs that are loaded when they are called, and what only they need. */
const CALLED_LATER =
  'capture|compute|demo|sharing|system/(?:shared-folder|folder-lock)|domain/(?:events|base-policy|votes|safe-id|nearest|shared-pattern)|store/(?:postgres|memory)|report/(?:governance|graph|markdown|insight|figure|pair|pass|recurring|reviews|sittings)' +
  `|${GATE}|${PIPELINE}` +
  '|loop/(?:archive|retain|check-base|measure-facts|metrics|governance|graph|consensus|correct|blame|decide|edit|erase|grade|insights|list-delib|merge|organisation|pull|push|query|read-shared|shared-place|record-delib|record-merge|restate|sight|store-pattern)'

export default defineConfig([
  {
    // The library: one file out for one file in, because package.json's `exports` name them.
    ...shared,
    entry: [
      'src/index.ts',
      'src/testing.ts',
      'src/names/catalogue.ts',
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
    // The command line: few files, since each one that is opened costs time at every start, and no comments in them. Names stay, for the
    // traces of faults. Left to itself the bundler makes a chunk for every module that two commands share.
    ...shared,
    entry: { bin: 'src/cli/bin.ts' },
    outDir: 'dist/cli',
    clean: false,
    dts: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    outputOptions: {
      advancedChunks: {
        groups: [
          {
            name: 'runner',
            test: /src\/cli\/(?!commands|bin|compute|fail-open|gate-safely|open-within|output\/(?:governance|insights|demo|report|why))/,
          },
          { name: 'loop', test: new RegExp(`src/(?!cli|${CALLED_LATER})`) },
          { name: 'gate', test: new RegExp(`src/${GATE}`) },
        ],
      },
    },
  },
])
