import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { findChromium, LAUNCH_ARGUMENTS } from '../../test/browser/chromium.ts'
import { type Address, addressesIn } from '../../test/browser/journals.ts'
import { plainEnvironment } from '../child.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { figure } from '../measure.ts'
import { SCOPE } from '../world/journal.ts'
import { buildJournal } from '../world/long-history.ts'

const MOST_NODES = 3_000
/** The time counted for a page that failed to load. */
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
      await buildJournal(path, runs)
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
      const pages = [...(await addressesIn(page)), ...QUESTIONS]
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

/** Lists with other queries than from the menu. */
const QUESTIONS: readonly Address[] = [
  ['patterns, worst first', 'patterns?all=true&sort=helps&reverse=true'],
  ['patterns, searched', 'patterns?search=database%20migration'],
  ['runs that failed', 'runs?result=failure'],
]

async function sizeOf(page: Page): Promise<{ runs: number; patterns: number; events: number }> {
  const { runs, patterns, events } = (await page.evaluate(async () => (await fetch('/v1/status')).json())) as {
    runs: number
    patterns: { all: number }
    events: number
  }
  return { runs, patterns: patterns.all, events }
}

/** Opens a fresh page, including script, style and data, until its heading is there and nothing is loading. */
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

/** The CPU time of a process so far, which other load does not affect; 0 if the system does not report it. */
function cpuMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}

const TICK_MS = 10

function push(samples: Map<string, number[]>, name: string, value: number): void {
  samples.set(name, [...(samples.get(name) ?? []), value])
}
