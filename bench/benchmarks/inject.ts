import { join } from 'node:path'
import { appendFacts } from '../../src/loop/append-facts.ts'
import type { LoopContext } from '../../src/loop/context.ts'
import { inject as injectVerb } from '../../src/loop/inject.ts'
import { PatternShelf } from '../../src/loop/pattern-shelf.ts'
import type { Journal } from '../../src/store/port.ts'
import { loadEmbedder } from '../../src/system/load-embedder.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'
import { contextOver, fillPatterns, openJournal } from '../world/journal.ts'
import { sentence } from '../world/prose.ts'
import { World } from '../world/world.ts'

/** What a block costs in a process that lives on: without a task, with one, by words alone, after a change, and with an empty shelf. */
export const inject: Benchmark = {
  name: 'inject',
  async run({ folder, quick, log }) {
    const sizes = quick ? [1_000, 5_000] : [1_000, 5_000, 100_000]
    const rounds = quick ? 20 : 200
    const opened: Subject[] = []
    for (const patterns of sizes) {
      log(`building a journal of ${patterns} patterns`)
      opened.push(await subject(folder, patterns))
    }
    const results = await interleaved(opened, rounds)
    for (const { close } of opened) await close()
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

interface Subject {
  readonly patterns: number
  readonly world: World
  readonly context: LoopContext
  /** Milliseconds that the last receipt took to append. */
  readonly receiptMs: () => number
  readonly close: () => Promise<void>
}

async function subject(folder: string, patterns: number): Promise<Subject> {
  const path = join(folder, `patterns-${patterns}.db`)
  const world = new World(patterns)
  await fillPatterns(path, world, patterns)
  const { store, journal } = await openJournal(path, world)
  let receiptMs = 0
  const timed = appendTimed(journal, (ms) => {
    receiptMs = ms
  })
  return {
    patterns,
    world,
    context: { ...contextOver(timed, () => world.now), embedder: () => MODEL },
    receiptMs: () => receiptMs,
    close: () => store.close(),
  }
}

/** The same under the classic profile. */
function byCounts(context: LoopContext): LoopContext {
  return { ...context, settings: { ...context.settings, profile: 'classic' } }
}

/** The journal itself, with a watch on its appends. */
function appendTimed(journal: Journal, tell: (ms: number) => void): Journal {
  const append: Journal['append'] = async (...facts) => {
    const start = performance.now()
    const appended = await journal.append(...facts)
    tell(performance.now() - start)
    return appended
  }
  return new Proxy(journal, {
    get(target, property) {
      if (property === 'append') return append
      const value = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function interleaved(subjects: readonly Subject[], rounds: number): Promise<Figure[]> {
  const samples = new Map<string, number[]>()
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    for (const subject of subjects) {
      for (const [asked, measure] of Object.entries(CASES)) {
        if (round % everyRound(subject, asked) !== 0) continue
        const { total, receipt, cpu } = await measure(subject)
        const name = `${subject.patterns} patterns, ${asked}`
        if (round < 0) continue
        push(samples, name, total)
        push(samples, `${name}: receipt alone`, receipt)
        push(samples, `${name}: CPU`, cpu)
      }
    }
  }
  return [...samples].map(([name, values]) => figure(name, 'ms', values))
}

const EMPTY_SHELF = 'task, empty shelf'

/** A shelf takes long to fill, and the larger journal is there for its size: both are asked less often. */
function everyRound({ patterns }: Subject, asked: string): number {
  return (patterns > 5_000 ? 5 : 1) * (asked === EMPTY_SHELF ? 10 : 1)
}

const MODEL = loadEmbedder()

const CASES = {
  'no task': (subject: Subject) => once(subject, subject.context),
  'task, words alone': (subject: Subject) =>
    once(subject, { ...subject.context, embedder: () => undefined }, sentence(subject.world.random, 20)),
  task: (subject: Subject) => once(subject, subject.context, sentence(subject.world.random, 20)),
  'task, by counts': (subject: Subject) =>
    once(subject, byCounts(subject.context), sentence(subject.world.random, 20)),
  'task, after a pattern changed': async (subject: Subject) => {
    await appendFacts(subject.context, [subject.world.newPattern()])
    return once(subject, subject.context, sentence(subject.world.random, 20))
  },
  [EMPTY_SHELF]: (subject: Subject) =>
    once(subject, { ...subject.context, shelf: new PatternShelf() }, sentence(subject.world.random, 20)),
}

async function once(subject: Subject, context: LoopContext, task?: string) {
  const before = process.cpuUsage()
  const start = performance.now()
  await injectVerb(context, { role: 'builder', ...(task === undefined ? {} : { task }) })
  const total = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { total, receipt: subject.receiptMs(), cpu: (user + system) / 1_000 }
}

function push(samples: Map<string, number[]>, name: string, value: number): void {
  const known = samples.get(name)
  if (known === undefined) samples.set(name, [value])
  else known.push(value)
}
