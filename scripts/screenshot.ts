// `npm run screenshot`: the pictures of the dashboard in docs/images, taken of the demo in both colour schemes.
// `npm run screenshot -- FOLDER [JOURNAL...]`: every page of five journals, at three widths in both schemes, into a folder. It
// prints what is wrong with them: what axe finds, and what reaches over its edge.
import './quiet-pipe.mjs'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { loginLink } from '../src/edges/cli/login-link.ts'
import { findChromium, LAUNCH_ARGUMENTS } from '../test/browser/chromium.ts'
import { addressesIn, JOURNALS, type JournalName, makeJournal, type Setting } from '../test/browser/journals.ts'
import { faultsOf } from '../test/browser/page-faults.ts'
import { serveDashboard } from '../test/browser/start-cli.ts'
import { runCli } from '../test/front-doors/run-cli.ts'
import { compileCli } from '../test/servers/cli-from-source.ts'

const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [1440, 1024, 390]
/** Time allowed for run names, which load after the page. */
const NAMES_MS = 300

const [into, ...chosen] = process.argv.slice(2)
const found = await findChromium()
if ('missing' in found) throw new Error(found.missing)
execFileSync(process.execPath, [resolve('scripts', 'build-dashboard.mjs')])
const removeCli = await compileCli()
const folder = mkdtempSync(join(tmpdir(), 'mettle-screenshot-'))
const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGUMENTS })
try {
  if (into === undefined) await takeForDocs(resolve('docs', 'images'))
  else for (const name of JOURNALS) if (chosen.length === 0 || chosen.includes(name)) await takeAll(name, resolve(into))
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  await removeCli()
}

async function takeForDocs(images: string): Promise<void> {
  await served('demo', async (logIn) => {
    for (const [index, file] of ['dashboard.png', 'dashboard-dark.png'].entries()) {
      const page = await logIn({ viewport: { width: 1280, height: 800 }, colorScheme: SCHEMES[index]! })
      await page.locator('.chart svg').first().waitFor()
      await page.locator('.live-live').waitFor()
      await take(page, join(images, file), false)
    }
  })
}

async function takeAll(name: JournalName, images: string): Promise<void> {
  await served(name, async (logIn, url) => {
    for (const colorScheme of SCHEMES)
      for (const width of WIDTHS) {
        const page = await logIn({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
        for (const [title, path] of await addressesIn(page)) {
          await page.goto(`${url}/#/${path}`)
          await page.locator('main h1').waitFor()
          await page.locator('.loading').first().waitFor({ state: 'detached' })
          await page.waitForTimeout(NAMES_MS)
          const file = join(images, name, `${title}-${width}-${colorScheme}.png`)
          await take(page, file, true)
          for (const fault of await faultsOf(page)) console.log(`${file}: ${fault}`)
        }
        await page.context().close()
      }
  })
}

type LogIn = (options: Parameters<Browser['newContext']>[0]) => Promise<Page>

/** A journal with its server, and browsers that may decide; those of the read-only journal may only look. */
async function served(name: JournalName, use: (logIn: LogIn, url: string) => Promise<void>): Promise<void> {
  const where = await makeJournal(name, join(folder, name))
  const token = await tokenIn(where, name === 'read-only' ? 'read' : 'approve')
  const server = await serveDashboard(where)
  try {
    await use(async (options) => {
      const page = await (await browser.newContext(options)).newPage()
      await page.goto(await loginLink({ url: server.url, token }))
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      return page
    }, server.url)
  } finally {
    await server.stop()
  }
}

/** Creates the token as a person, so that its browser may decide. */
async function tokenIn({ cwd, home }: Setting, role: string): Promise<string> {
  const words = ['token', 'create', '--role', role, '--name', userInfo().username, '--json']
  const { stdout } = await runCli(words, { cwd, environment: { METTLE_HOME: home }, now: Date.now() })
  return (JSON.parse(stdout) as { token: string }).token
}

async function take(page: Page, path: string, fullPage: boolean): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true })
  await page.screenshot({ path, fullPage })
  if (!fullPage) console.log(path)
}
