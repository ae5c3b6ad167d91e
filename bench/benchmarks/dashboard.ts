import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { findChromium, LAUNCH_ARGUMENTS } from '../../test/browser/chromium.ts'
import { plainEnvironment } from '../child.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { figure } from '../measure.ts'
import { fill, fillPatterns, SCOPE } from '../world/journal.ts'
import { World } from '../world/world.ts'

/** The runs of the world reach up to now. */
const SPAN_MS = 12 * 86_400_000

/** How soon a page of the dashboard can be used, in a real browser from this machine, over a long history. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  async run({ folder, quick, log }) {
    const found = await findChromium()
    if ('missing' in found) throw new Error(`There is no browser to measure with: ${found.missing}.`)
    const [patterns, events] = quick ? [1_000, 10_000] : [10_000, 100_000]
    const rounds = quick ? 3 : 15
    const path = join(folder, 'journal.db')
    log(`building a journal of ${patterns} patterns and ${events} events`)
    const world = new World(patterns, Date.now() - SPAN_MS)
    await fillPatterns(path, world, patterns)
    await fill(path, world, events)
    const server = await serve(folder, path)
    const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGUMENTS })
    const samples = new Map<string, number[]>()
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(server.link)
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      for (let round = 0; round < rounds; round++)
        for (const [name, path, ready] of PAGES)
          push(samples, name, await untilUsable(page, `${new URL(server.link).origin}/#/${path}`, ready))
    } finally {
      await browser.close()
      server.child.kill('SIGTERM')
      await once(server.child, 'close')
    }
    const results = [...samples].map(([name, values]) => figure(name, 'ms', values))
    const goals = results.map(({ case: name }) => atMost(`ms until usable: ${name}`, 1_000, p50(results, name)))
    return { settings: { patterns, events, rounds, width: 1280, height: 900 }, results, goals }
  },
}

/** What a page is opened for, and what is there once it can be used. */
const PAGES: readonly (readonly [string, string, string])[] = [
  ['overview', '', '.figures'],
  ['overview, with its charts', '', '.chart svg'],
  ['patterns', 'patterns', 'tbody tr'],
  ['runs', 'runs', 'tbody tr'],
]

/** A page that is opened afresh: script, style and data included. */
async function untilUsable(page: Page, url: string, ready: string): Promise<number> {
  await page.goto('about:blank')
  const start = performance.now()
  await page.goto(url)
  await page.locator(ready).first().waitFor()
  return performance.now() - start
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

function push(samples: Map<string, number[]>, name: string, value: number): void {
  samples.set(name, [...(samples.get(name) ?? []), value])
}
