import type { LoopContext } from '../../src/loop/context.ts'
import { inject } from '../../src/loop/injection/inject.ts'
import { appendFacts } from '../../src/loop/journal/append-facts.ts'
import { PatternCache } from '../../src/loop/views/pattern-cache.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'
import type { Journal } from '../../src/store/port.ts'
import { type Figure, figure } from '../measure.ts'
import { contextOver, openJournal } from '../world/journal.ts'
import { filePath, sentence } from '../world/prose.ts'
import { oneOf } from '../world/random.ts'
import { LABELS, World } from '../world/world.ts'

/** A process's task: a journal, its settings, and the number of rounds. */
export interface Asked {
  readonly path: string
  readonly patterns: number
  readonly now: number
  readonly way: 'usual' | 'words alone' | 'by counts'
  readonly rounds: number
}

const { path, patterns, now, way, rounds } = JSON.parse(process.argv[2]!) as Asked
const world = new World(patterns + 1, now)
const { store, journal } = await openJournal(path, world)
const MODEL = loadEmbedder()
let receiptMs = 0
const context = contextOf(way)
const samples = new Map<string, number[]>()

if (way === 'usual') {
  await interleaved({ 'no task': () => inject(context, { role: 'builder' }), task: () => withTask(context) })
  await interleaved({ 'task, files and labels': () => withPlace(context) })
  await interleaved({ 'task, after a pattern changed': () => withTask(context) }, newPattern)
  await interleaved(
    { 'task, empty cache': () => withTask({ ...context, cache: new PatternCache() }) },
    undefined,
    Math.ceil(rounds / 10),
  )
} else await interleaved({ [`task, ${way}`]: () => withTask(context) })
await store.close()
console.log(JSON.stringify([...samples].map(([name, values]) => figure(name, 'ms', values)) satisfies Figure[]))

function contextOf(chosen: Asked['way']): LoopContext {
  const usual = contextOver(appendTimed(journal), () => world.now)
  if (chosen === 'words alone') return usual
  if (chosen === 'usual') return { ...usual, embedder: () => MODEL }
  return { ...usual, embedder: () => MODEL, settings: { ...usual.settings, profile: 'classic' } }
}

/** The journal, with timed appends. */
function appendTimed(timed: Journal): Journal {
  const append: Journal['append'] = async (...facts) => {
    const start = performance.now()
    const appended = await timed.append(...facts)
    receiptMs = performance.now() - start
    return appended
  }
  return new Proxy(timed, {
    get(target, property) {
      if (property === 'append') return append
      const value = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function withTask(asked: LoopContext) {
  return inject(asked, { role: 'builder', task: sentence(world.random, 20) })
}

/** Work with known files and labels. */
function withPlace(asked: LoopContext) {
  const files = [filePath(world.random), filePath(world.random)]
  const labels = [oneOf(world.random, LABELS)]
  return inject(asked, { role: 'builder', task: sentence(world.random, 20), files, labels })
}

async function newPattern(): Promise<void> {
  await appendFacts(context, [world.newPattern()])
}

/** Runs the cases interleaved. Twice as many warm-up rounds come first, because a long-lived process is warm, and V8 keeps compiling for hundreds of blocks. */
async function interleaved(
  cases: { readonly [name: string]: () => Promise<unknown> },
  before: () => Promise<void> = async () => undefined,
  times = rounds,
): Promise<void> {
  for (let round = -2 * times; round < times; round++)
    for (const [name, measured] of Object.entries(cases)) {
      await before()
      const { total, cpu } = await timed(measured)
      if (round < 0) continue
      push(name, total)
      push(`${name}: receipt alone`, receiptMs)
      push(`${name}: CPU`, cpu)
    }
}

async function timed(measured: () => Promise<unknown>): Promise<{ total: number; cpu: number }> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await measured()
  const total = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { total, cpu: (user + system) / 1_000 }
}

function push(name: string, value: number): void {
  const known = samples.get(name)
  if (known === undefined) samples.set(name, [value])
  else known.push(value)
}
