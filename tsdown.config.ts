import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { defineConfig } from 'tsdown'
import { IN_COMMAND_LINE } from './scripts/third-party.mjs'
import { verbAddresses } from './scripts/verb-addresses.mjs'

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const

const names = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const

/** What the build puts into dist as a copy, by the names under which the library asks for it; see `scripts/third-party.mjs`. */
const COPIES = { zod: 'zod.js', 'zod/v4': 'zod.js', '@photostructure/sqlite': 'sqlite/dist/index.cjs' }

/** Has built files ask for the copies instead of the packages. `zod/v4/core`, which only types need, is a part of zod. */
const pointAtCopies = {
  name: 'point-at-copies',
  renderChunk(code: string, { fileName }: { fileName: string }, { dir }: { dir?: string }) {
    const pathOf = (copy: string) => {
      const path = relative(dirname(join(dir!, fileName)), resolve('dist', copy))
        .split(sep)
        .join('/')
      return path.startsWith('.') ? path : `./${path}`
    }
    return code
      .replace(/^import \* as ([\w$]+) from "zod\/v4\/core";$/gm, 'import { core as $1 } from "zod";')
      .replace(ASKS_FOR_PACKAGE, (found, before: string, name: string, after: string) =>
        name in COPIES ? `${before}"${pathOf(COPIES[name as keyof typeof COPIES])}"${after}` : found,
      )
  },
}

const ASKS_FOR_PACKAGE = /(^(?:import|export) [^\n;"]* from |createRequire\(import\.meta\.url\)\()"([@\w/]+)"(\)|;$)/gm

const ZOD = [/^zod(?:\/|$)/]

/** What the gate needs, in one file: agents wait for it. */
const GATE =
  '(?:engine/(?:governance/(?:adapter-of|base-policy|gate|tool-table)|shell/(?:command-line|program-launchers|shell-brackets))|machine/gate/policy-file|loop/governance/(?:gate|approvals))'

/** Where an agent waits for a block: opening the journal, and `inject`; and the verbs that people and agents call most. */
const AT_EVERY_START = [
  'src/open.ts',
  'src/loop/injection/inject.ts',
  'src/loop/reports/doctor.ts',
  'src/loop/reports/overview.ts',
  'src/loop/learning/record-learning.ts',
  'src/loop/patterns/patterns.ts',
  'src/loop/runs/record-outcome.ts',
  'src/store/sqlite/sqlite-store.ts',
  'src/machine/load-embedder.ts',
]

/** These files and all that they import at once; what they load when it is called for is left out. */
function importedAtOnce(entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = entries.map((entry) => resolve(entry))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
      waiting.push(resolve(dirname(file), path!))
  }
  return found
}

const STATIC_IMPORT = /^(?:import|export) (?!type )[^'"()]*'(\.[^']+\.ts)'/gm

const atOnce = importedAtOnce(AT_EVERY_START)

/** What every command needs before it knows which one it is. */
const starting = importedAtOnce(['src/edges/cli/entry/start.ts'])

/** Parts of the command line get what they ask for from `start-parts.ts`, where a module of Node need not be imported. */
const askedOfStart = {
  name: 'asked-of-start',
  transform: (code: string, file: string) =>
    file.endsWith('src/store/sqlite/engine.ts')
      ? code.replace("createRequire(import.meta.url)('@photostructure/sqlite')", "require('../sqlite/dist/index.cjs')")
      : undefined,
  renderChunk: (code: string) => code.replace(LATE_BUILTIN, 'Promise.resolve(require($1))'),
}

/** A client loads no definitions of verbs: their addresses are written out. */
const writtenAddresses = {
  name: 'written-addresses',
  async transform(code: string, file: string) {
    if (!file.endsWith('src/edges/client/addresses.ts')) return undefined
    const written = `export const ADDRESSES = ${JSON.stringify(await verbAddresses())} as`
    return code
      .replace(/^import \{ type Addressed, VERBS, type Verbs \}/m, 'import type { Addressed, Verbs }')
      .replace(/^export const ADDRESSES = [\s\S]*?^\) as/m, written)
  },
}

/** Errors are written in English, so the other fifty languages of zod are left out. */
const english = {
  name: 'english',
  load: (file: string) =>
    file.endsWith('zod/v4/locales/index.js') ? "export { default as en } from './en.js'" : undefined,
}

const LATE_BUILTIN = /\bimport\(("node:[a-z_/]+")\)/g

export default defineConfig([
  {
    ...shared,
    entry: { zod: 'scripts/zod-entry.ts' },
    clean: false,
    dts: true,
    plugins: [english],
    // The comments that silence the checker in the types of zod are lost.
    banner: { dts: '// @ts-nocheck' },
    deps: { onlyBundle: ['zod'] },
    minify: names,
  },
  {
    // The library: one file out for one file in, because package.json's `exports` name them.
    ...shared,
    entry: [
      'src/index.ts',
      'src/testing.ts',
      'src/compat/names/catalogue.ts',
      'src/edges/client/client.ts',
      'src/engine/{belief,governance,laws,standing}/*.ts',
      '!src/engine/**/*.test.ts',
      'src/store/*/*-store.ts',
    ],
    root: 'src',
    clean: ['dist'],
    unbundle: true,
    dts: true,
    plugins: [writtenAddresses, pointAtCopies],
    deps: { neverBundle: ZOD },
  },
  {
    // The command line: few files, since each one that is opened costs time at every start, and no comments in them. Names stay, for the
    // traces of faults. Left to itself the bundler makes a chunk for every module that two commands share. No modules in the sense of Node: V8 keeps what it
    // compiled of scripts alone (decision 6). `scripts/build.mjs` makes parts of them, and the file that starts them.
    ...shared,
    format: 'cjs',
    outExtensions: () => ({ js: '.cjs' }),
    entry: { start: 'src/edges/cli/entry/start.ts', 'keep-code': 'src/edges/hook/keep-code.ts' },
    outDir: 'dist/cli',
    clean: false,
    dts: false,
    plugins: [askedOfStart, english],
    deps: { alwaysBundle: IN_COMMAND_LINE, onlyBundle: IN_COMMAND_LINE },
    minify: names,
    outputOptions: {
      codeSplitting: {
        groups: [
          { name: 'zod', test: /node_modules\/zod\// },
          { name: 'yaml', test: /node_modules\/yaml\// },
          { name: 'start', test: (file) => starting.has(file) },
          { name: 'loop', test: (file) => atOnce.has(file) },
          {
            name: 'runner',
            test: /src\/edges\/cli\/(?!commands|entry\/bin|compute|fail-open|gate-safely|open-within|output\/(?:governance|insights|demo|report|why))/,
          },
          { name: 'gate', test: new RegExp(`src/${GATE}`) },
          { name: 'files', test: /src\/compat\// },
        ],
      },
    },
  },
])
