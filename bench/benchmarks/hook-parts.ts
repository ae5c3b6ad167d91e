import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { openMettle } from '../../src/open.ts'
import { PrecomputedFile } from '../../src/precomputed/precomputed-file.ts'
import { PrecomputedPatterns } from '../../src/precomputed/precomputed-patterns.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import type { Benchmark } from '../harness.ts'
import { environmentIn, PAYLOAD, type ProcessCost, projectWith, timedProcess } from '../hook-project.ts'
import { type Figure, figure } from '../measure.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SIZES = [50, 2_000, 10_000]
const BARE = 'node -e 0'
const REBUILDS = 5

/** What each part of the hook contributes: the built hook against the same without one part, interleaved. */
export const hookParts: Benchmark = {
  name: 'hook-parts',
  async run({ folder, quick, log }) {
    const rounds = quick ? 3 : Number(process.env.BENCH_ROUNDS ?? 60)
    process.env.BENCH_ROOT = ROOT
    const forms = await buildForms(join(folder, 'forms'))
    const results: Figure[] = []
    for (const size of quick ? SIZES.slice(0, 1) : SIZES) {
      log(`precomputing ${size} patterns`)
      const cwd = await projectWith(join(folder, String(size)), size)
      writeWords(cwd)
      cpSync(cwd, journalOf(cwd), { recursive: true })
      if (OTHER !== undefined) await precomputeBefore(cwd, OTHER)
      results.push(...(await timedRebuilds(cwd, size)))
      results.push(...runInTurns(cwd, forms, { size, rounds }))
    }
    return { settings: { rounds, nodes: NODES.map(nameOf).join(', '), prompt: PROMPT }, results, goals: [] }
  },
}

/** The words of the precomputed patterns in a database, row by row. */
function writeWords(cwd: string): void {
  const bytes = readFileSync(join(cwd, '.mettle', 'ahead', 'patterns.bin'))
  const file = new PrecomputedFile((at, count) => bytes.subarray(at, at + count))
  const rows = Array.from({ length: file.head.rows }, (_, row) => row)
  const Database = sqliteEngine()
  const database = new Database(join(cwd, '.mettle', 'ahead', 'words.db'), { timeout: 1_000 })
  database.exec("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  database.exec('BEGIN')
  for (const [row, { cached }] of new PrecomputedPatterns(file, { withFiles: false, agent: 'any' })
    .rows(rows)
    .entries())
    insert.run(row, cached.record.pattern.text ?? '')
  database.exec('COMMIT')
  database.close()
}

/** A copy of the project in which hooks leave no queued events for the next command. */
function journalOf(cwd: string): string {
  return `${cwd}-journal`
}

/** Another checkout to compare with: `BENCH_BEFORE=/path/to/it npm run bench -- hook-parts`. It precomputes for its own hook. */
const OTHER = process.env.BENCH_BEFORE
const BEFORE = 'before'

async function precomputeBefore(cwd: string, other: string): Promise<void> {
  const [place, script] = [`${cwd}-${BEFORE}`, join(other, '.cache', 'precompute.mjs')]
  cpSync(cwd, place, { recursive: true })
  rmSync(join(place, '.mettle', 'ahead', 'patterns.bin'))
  const contents = `import { openMettle } from './src/open.ts'
    const [cwd, HOME] = process.argv.slice(2)
    const mettle = await openMettle({ cwd, environment: { HOME } })
    await mettle.keepPrecomputed()
    await mettle.close()`
  const shared = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  } as const
  await build({ ...shared, stdin: { contents, resolveDir: other }, outfile: script })
  execFileSync(process.execPath, [script, place, resolve(cwd, '..', 'home')])
}

/** This Node, and others that were named: `BENCH_NODES=/path/to/node,... npm run bench -- hook-parts`. */
const NODES = [process.execPath, ...(process.env.BENCH_NODES?.split(',') ?? [])]

function nameOf(node: string): string {
  return `Node ${execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()}`
}

const PROMPT = 'add a retry with a timeout to the upload queue and test that the lock is released'
const STEP = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'ls -la' } }
/** The most expensive event and the most frequent one. */
const MOMENTS = {
  prompt: { event: 'UserPromptSubmit', payload: { prompt: PROMPT } },
  step: { event: 'PreToolUse', payload: STEP },
} as const
type Moment = keyof typeof MOMENTS

/** One build of the hook. */
interface Form {
  readonly name: string
  readonly file: string
  readonly moments: readonly Moment[]
  /** Other versions of Node are also tried. */
  readonly onAllNodes: boolean
}

const ON_ALL_NODES = ['as built', BEFORE, 'no WebAssembly', 'no kept code', 'node:crypto', 'words by SQLite']

async function buildForms(folder: string): Promise<Form[]> {
  const { bundleHook, asPart, FOR_CLIENTS, lightModules } = await bundler()
  const form = async (name: string, moments: readonly Moment[], replacing: readonly Plugin[]) => {
    const out = join(folder, name.replace(/\W+/g, '-'))
    mkdirSync(out, { recursive: true })
    await bundleHook(out, replacing)
    return { name, moments, file: join(out, 'hook.cjs'), onAllNodes: ON_ALL_NODES.includes(name) }
  }
  /** Replaces all parts that handle an event with one module. */
  const withMain = async (base: Form, name: string, entry: string, moments: readonly Moment[]) => {
    const out = join(folder, name.replace(/\W+/g, '-'))
    mkdirSync(out, { recursive: true })
    for (const file of readdirSync(join(base.file, '..'))) copyFileSync(join(base.file, '..', file), join(out, file))
    const { outputFiles } = await build({
      ...FOR_CLIENTS,
      entryPoints: [join(ROOT, entry)],
      write: false,
      format: 'cjs',
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, 'dist', 'index.js')).href) },
      plugins: entry.startsWith('bench') ? [] : [lightModules],
      ...(entry.startsWith('bench') ? { external: ['@opentelemetry/api', 'postgres'] } : {}),
    })
    for (const part of ['', '-prompt', '-before-tool'])
      writeFileSync(join(out, `hook-main${part}.cjs`), asPart(outputFiles![0]!.text))
    return { name, moments, file: join(out, 'hook.cjs'), onAllNodes: ON_ALL_NODES.includes(name) }
  }
  const asBuilt = await form('as built', ['prompt', 'step'], [])
  if (OTHER !== undefined) {
    const { bundleHook: bundleOther } = await bundler(OTHER)
    mkdirSync(join(folder, BEFORE))
    await bundleOther(join(folder, BEFORE))
  }
  const compiling = await form('no kept code', ['prompt', 'step'], [replaced('hook/kept-code.ts', NO_KEPT_CODE)])
  return [
    asBuilt,
    ...(OTHER === undefined ? [] : [{ ...asBuilt, name: BEFORE, file: join(folder, BEFORE, 'hook.cjs') }]),
    await form('no WebAssembly', ['prompt'], [replaced('search/cosine-kernel.ts', `export const COSINE_KERNEL = ''`)]),
    compiling,
    await withMain(asBuilt, 'one file', 'src/edges/hook/entry/main.ts', ['prompt', 'step']),
    await withMain(compiling, 'one file, no kept code', 'src/edges/hook/entry/main.ts', ['prompt', 'step']),
    await form('node:crypto', ['prompt', 'step'], [real('node:crypto')]),
    await form('node:path', ['step'], [real('node:path')]),
    await form('words by SQLite', ['prompt'], [moved('precomputed/search-rows.ts', 'words-by-sqlite.ts')]),
    await withMain(asBuilt, 'inject from the journal', 'bench/hook-forms/inject.ts', ['prompt']),
  ]
}

const NO_KEPT_CODE = 'export const keptCode = () => undefined; export const readKept = () => undefined'

/** Another text in the place of a module. */
function replaced(end: string, contents: string): Plugin {
  return {
    name: `replaced ${end}`,
    setup: ({ onLoad }) => {
      onLoad({ namespace: 'file', filter: new RegExp(`${end.replaceAll('.', '\\.')}$`) }, () => ({
        contents,
        loader: 'ts',
      }))
    },
  }
}

/** A module of this benchmark in the place of one of the hook. */
function moved(end: string, file: string): Plugin {
  const path = join(ROOT, 'bench', 'hook-forms', file)
  return replaced(end, `export * from ${JSON.stringify(path)}`)
}

/** Uses Node's own module, which the build replaces with a smaller one. */
function real(name: string): Plugin {
  return {
    name: `real ${name}`,
    setup: ({ onResolve }) => {
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, external: true }))
    },
  }
}

/** Imported at run time, because compiling the benchmarks would move it to another folder. */
async function bundler(root = ROOT): Promise<typeof import('../../scripts/bundle-hook.mjs')> {
  return import(pathToFileURL(join(root, 'scripts', 'bundle-hook.mjs')).href)
}

interface Turn {
  readonly name: string
  readonly node: string
  readonly moment: Moment
  /** Absent: a Node that does nothing. */
  readonly file?: string
}

function turnsOf(forms: readonly Form[]): Turn[] {
  return NODES.flatMap((node) => {
    const before = node === process.execPath ? '' : `${nameOf(node)}: `
    const bare: Turn = { name: `${before}${BARE}`, node, moment: 'step' }
    const tried = before === '' ? forms : forms.filter(({ onAllNodes }) => onAllNodes)
    const turns = tried.flatMap(({ name, file, moments }) =>
      moments.map((moment): Turn => ({ name: `${before}${moment}, ${name}`, node, moment, file })),
    )
    return [bare, ...turns]
  })
}

function runInTurns(
  cwd: string,
  forms: readonly Form[],
  { size, rounds }: { readonly size: number; readonly rounds: number },
): Figure[] {
  const turns = turnsOf(forms)
  for (const turn of turns) checkAnswer(cwd, turn)
  const samples = new Map(turns.map(({ name }) => [name, { cpu: [] as number[], wall: [] as number[] }]))
  for (let round = -2; round < rounds; round += 1)
    for (let at = 0; at < turns.length; at += 1) {
      const turn = turns[(at + round + 2) % turns.length]!
      const { cpuMs, wallMs } = timed(cwd, turn, `s${round + 2}.${at}`)
      if (round < 0) continue
      samples.get(turn.name)!.cpu.push(cpuMs)
      samples.get(turn.name)!.wall.push(wallMs)
    }
  return [...samples].flatMap(([name, { cpu, wall }]) => {
    const base = /, (?!as built)/.test(name) ? samples.get(name.replace(/, .*/, ', as built')) : undefined
    return [
      figure(`${name}, ${size} patterns, CPU`, 'ms', cpu),
      figure(`${name}, ${size} patterns, wall`, 'ms', wall),
      ...(base === undefined
        ? []
        : [
            figure(`${name}, ${size} patterns, CPU over as built`, 'times', ratios(cpu, base.cpu)),
            figure(`${name}, ${size} patterns, wall over as built`, 'times', ratios(wall, base.wall)),
          ]),
    ]
  })
}

/** Round by round: a busy minute slows both alike. */
function ratios(some: readonly number[], base: readonly number[]): number[] {
  return some.map((ms, round) => ms / base[round]!)
}

function timed(cwd: string, turn: Turn, session: string): ProcessCost {
  const place = placeOf(cwd, turn)
  return timedProcess(place, commandOf(place, turn, session))
}

function placeOf(cwd: string, { name }: Turn): string {
  if (name.endsWith(`, ${BEFORE}`)) return `${cwd}-${BEFORE}`
  return name.includes('from the journal') ? journalOf(cwd) : cwd
}

function commandOf(cwd: string, { node, moment, file }: Turn, session: string): string[] {
  const { event, payload } = MOMENTS[moment]
  const about = { session_id: session, transcript_path: '/t.jsonl', cwd, hook_event_name: event }
  writeFileSync(join(cwd, PAYLOAD), JSON.stringify({ ...about, ...payload }))
  return file === undefined ? [node, '-e', '0'] : [node, file, '--event', event]
}

/** Checks the answer, because a failing hook is fast. Hooks that cache compiled code do so here. */
function checkAnswer(cwd: string, turn: Turn): void {
  if (turn.moment !== 'prompt') return
  const place = placeOf(cwd, turn)
  const [node, ...args] = commandOf(place, turn, `check.${turn.name.replace(/\W+/g, '-')}`)
  const answer = execFileSync(node!, args, {
    cwd: place,
    input: JSON.stringify({
      session_id: `check.${turn.name.replace(/\W+/g, '-')}`,
      cwd: place,
      hook_event_name: MOMENTS.prompt.event,
      prompt: PROMPT,
    }),
    env: environmentIn(place),
    encoding: 'utf8',
  })
  if (!answer.includes('-learnings')) throw new Error(`${turn.name}: nothing was said`)
}

/** The cost of precomputing the patterns again after a change. */
async function timedRebuilds(cwd: string, size: number): Promise<Figure[]> {
  const file = join(cwd, '.mettle', 'ahead', 'patterns.bin')
  const mettle = await openMettle({ cwd, environment: { HOME: resolve(cwd, '..', 'home') } })
  const samples: number[] = []
  for (let round = 0; round < REBUILDS; round += 1) {
    rmSync(file)
    const start = performance.now()
    await mettle.keepPrecomputed()
    samples.push(performance.now() - start)
  }
  await mettle.close()
  return [figure(`precompute ${basename(file)}, ${size} patterns`, 'ms', samples)]
}
