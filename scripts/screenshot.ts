// `npm run screenshot`: the pictures of the dashboard in docs/images, taken of the demo in both colour schemes.
import './quiet-pipe.mjs'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, LAUNCH_ARGUMENTS } from '../test/browser/chromium.ts'
import { cli, serveDashboard } from '../test/browser/start-cli.ts'
import { compileCli } from '../test/servers/cli-from-source.ts'

const found = await findChromium()
if ('missing' in found) throw new Error(found.missing)
execFileSync(process.execPath, [resolve('scripts', 'build-dashboard.mjs')])
mkdirSync(resolve('docs', 'images'), { recursive: true })
const removeCli = await compileCli()
const folder = mkdtempSync(join(tmpdir(), 'mettle-screenshot-'))
const where = { cwd: join(folder, 'parcels'), home: join(folder, 'home') }
await cli(['demo', '--dir', where.cwd], { ...where, cwd: folder })
const served = await serveDashboard(where)
const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGUMENTS })
try {
  for (const [colorScheme, file] of [
    ['light', 'dashboard.png'],
    ['dark', 'dashboard-dark.png'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
    const { link } = await cli(['dashboard', '--no-open'], where)
    await page.goto(link)
    await page.locator('.chart svg').first().waitFor()
    await page.locator('.live-live').waitFor()
    await page.screenshot({ path: resolve('docs', 'images', file) })
    console.log(`docs/images/${file}`)
  }
} finally {
  await browser.close()
  await served.stop()
  rmSync(folder, { recursive: true, force: true })
  await removeCli()
}
