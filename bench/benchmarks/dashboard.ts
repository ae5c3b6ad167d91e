import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { appendFacts, type Draft } from '../../src/loop/journal/append-facts.ts'
import { findChromium, LAUNCH_ARGUMENTS } from '../../test/browser/chromium.ts'
import { plainEnvironment } from '../child.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { figure } from '../measure.ts'
import { busyRun, shortRun } from '../world/busy-run.ts'
import { openJournal, SCOPE } from '../world/journal.ts'
import { World } from '../world/world.ts'

/** About as long as a run of the world takes, so that the last one ends now. */
const RUN_MS = 94_500
const BATCH = 4_000
const MOST_NODES = 3_000
/** What a page that could not be read counts as. */
const FAILED_MS = 60_000

/** How soon each page of the dashboard can be used and how many nodes it has, in a real browser, over a long history. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  async run({ folder, quick, data, log }) {
    const found = await findChromium()
    if ('missing' in found) throw new Error(`There is no browser to measure with: ${found.missing}.`)
    const runs = quick ? 2_000 : 100_000
    const rounds = quick ? 1 : 2
    const path = join(data ?? folder, 'journal.db')
    if (!existsSync(path)) {
      log(`building a journal of ${runs} runs; with --data FOLDER it is kept and used again`)
      await build(path, runs)
    }
    const server = await serve(folder, path)
    const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGUMENTS })
    const times = new Map<string, number[]>()
    const nodes = new Map<string, number[]>()
    const busy = new Map<string, number[]>()
    let settings = { runs, patterns: 0, events: 0 }
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(server.link)
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      const origin = new URL(server.link).origin
      settings = await sizeOf(page)
      const pages = [...PAGES, ...(await examples(page))]
      for (let round = 0; round < rounds; round++)
        for (const [name, path] of pages) {
          const before = cpuMs(server.child.pid)
          const { ms, count, failed } = await visit(page, `${origin}/#/${path}`)
          if (failed !== '') log(`${name} failed: ${failed}`)
          push(times, name, failed === '' ? ms : FAILED_MS)
          push(busy, name, cpuMs(server.child.pid) - before)
          push(nodes, name, count)
        }
    } finally {
      await browser.close()
      server.child.kill('SIGTERM')
      await once(server.child, 'close')
    }
    const usable = [...times].map(([name, values]) => figure(`${name}, until usable`, 'ms', values))
    const served = [...busy].map(([name, values]) => figure(`${name}, CPU of the server`, 'ms', values))
    const counted = [...nodes].map(([name, values]) => figure(`${name}, nodes`, 'nodes', values))
    const goals = [
      ...usable.map(({ case: name }) => atMost(name, 1_000, p50(usable, name))),
      ...counted.map(({ case: name }) => atMost(name, MOST_NODES, p50(counted, name))),
    ]
    return {
      settings: { ...settings, rounds, width: 1280, height: 900 },
      results: [...usable, ...served, ...counted],
      goals,
    }
  },
}

/** Patterns first, then runs: of the last third everything is on record, of the others what they were shown and how they ended. */
async function build(path: string, runs: number): Promise<void> {
  const world = new World(7, Date.now() - runs * RUN_MS)
  const { store, context } = await openJournal(path, world, { durable: false })
  const patterns = Array.from({ length: runs / 10 - runs / 30 }, () => world.newPattern())
  let batch: Draft[] = patterns
  for (let run = 1; run <= runs; run++) {
    batch.push(...(run > (runs * 2) / 3 ? busyRun(world) : shortRun(world)))
    if (batch.length < BATCH && run < runs) continue
    await appendFacts(context, batch)
    batch = []
  }
  await store.close()
}

/** A name and the address behind `#/`. */
type Visited = readonly [name: string, path: string]

const PAGES: readonly Visited[] = [
  ['overview', ''],
  ['patterns', 'patterns'],
  ['patterns, worst first', 'patterns?all=true&sort=helps&reverse=true'],
  ['patterns, searched', 'patterns?search=database%20migration'],
  ['runs', 'runs'],
  ['runs that failed', 'runs?result=failure'],
  ['sessions', 'sessions'],
  ['tasks', 'tasks'],
  ['deliberations', 'deliberations'],
  ['policy', 'policy'],
  ['approvals', 'approvals'],
  ['errors', 'errors'],
  ['goals', 'goals'],
  ['insights', 'insights'],
  ['organisation', 'organisation'],
  ['health', 'health'],
  ['settings', 'settings'],
]

/** One of each thing that has a page of its own: of the patterns the one shown most. */
async function examples(page: Page): Promise<Visited[]> {
  const firstOf = (path: string) =>
    page.evaluate(async (url) => {
      const answer = (await (await fetch(url)).json()) as { items?: unknown[] } | unknown[]
      return (Array.isArray(answer) ? answer : (answer.items ?? [])) as Record<string, never>[]
    }, `/v1/${path}`)
  const patterns = (await firstOf('patterns?limit=2')) as unknown as { pattern: { id: string } }[]
  const [run] = (await firstOf('runs?limit=1')) as unknown as { id: string }[]
  const [session] = (await firstOf('sessions?limit=1')) as unknown as { run: string }[]
  const [receipt] = (await firstOf('receipts?limit=1')) as unknown as { receipt: string }[]
  const [first, second] = patterns.map(({ pattern }) => pattern.id)
  return [
    ['pattern', `patterns/${first}`],
    ['compare', `compare/${first}/${second}`],
    ['run', `runs/${run?.id}`],
    ['session', `sessions/${session?.run}`],
    ['receipt', `receipts/${receipt?.receipt}`],
  ]
}

async function sizeOf(page: Page): Promise<{ runs: number; patterns: number; events: number }> {
  const { runs, patterns, events } = (await page.evaluate(async () => (await fetch('/v1/status')).json())) as {
    runs: number
    patterns: { all: number }
    events: number
  }
  return { runs, patterns: patterns.all, events }
}

/** A page that is opened afresh, script, style and data included, until its heading is there and nothing on it is still loading. */
async function visit(page: Page, url: string): Promise<{ ms: number; count: number; failed: string }> {
  await page.goto('about:blank')
  const start = performance.now()
  await page.goto(url)
  await page.locator('main h1').first().waitFor()
  await page.locator('main .loading').first().waitFor({ state: 'detached', timeout: 60_000 })
  const ms = performance.now() - start
  const failed = (await page.locator('main .state-failed').allTextContents()).join(' ')
  return { ms, failed, count: await page.evaluate("document.querySelectorAll('*').length") }
}

async function serve(folder: string, path: string): Promise<{ child: ChildProcess; link: string }> {
  const home = join(folder, 'home')
  mkdirSync(home)
  const child = spawn(
    process.execPath,
    [resolve('dist', 'cli', 'bin.js'), 'dashboard', '--no-open', '--json', '--port', '0'],
    {
      cwd: folder,
      env: {
        ...plainEnvironment(),
        METTLE_HOME: home,
        METTLE_PROJECT: SCOPE.project,
        METTLE_STORE_PATH: path,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, link: (JSON.parse(line) as { link: string }).link }
}

/** The CPU time of a process so far, which other work on the machine does not change; 0 where the system does not say. */
function cpuMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}

const TICK_MS = 10

function push(samples: Map<string, number[]>, name: string, value: number): void {
  samples.set(name, [...(samples.get(name) ?? []), value])
}
