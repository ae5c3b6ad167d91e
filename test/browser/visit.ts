import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest'
import { loginLink } from '../../src/edges/cli/login-link.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { LAUNCH_ARGUMENTS } from './chromium.ts'
import { cli, type Served, serveDashboard } from './start-cli.ts'

/** A project with a server of its own, and a browser to look at it with. */
export class Visit {
  readonly cwd: string
  readonly home: string
  /** What no page may do: ask another host, break the content policy, fail in a script. */
  readonly faults: string[] = []
  served!: Served
  #browser!: Browser

  constructor(folder: string) {
    this.cwd = join(folder, 'project')
    this.home = join(folder, 'home')
  }

  async start(browser: Browser): Promise<void> {
    this.#browser = browser
    this.served = await serveDashboard(this)
  }

  /** The same address after a pause; logins do not outlast their server. */
  async serveAgain(port: number): Promise<void> {
    this.served = await serveDashboard(this, port)
  }

  /** A command in a process of its own, while the server runs. */
  run(...argv: string[]) {
    return cli(argv, this)
  }

  /** A browser that has followed a fresh link. */
  async logIn(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open(options)
    this.token ||= await this.#personToken()
    await page.goto(await loginLink({ url: this.served.url, token: this.token }))
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    return page
  }

  /** Of the first login, with which the browser may decide; it is shown once, and kept here. */
  token = ''

  async #personToken(): Promise<string> {
    const words = ['token', 'create', '--role', 'approve', '--name', userInfo().username, '--json']
    const setting = { cwd: this.cwd, environment: { METTLE_HOME: this.home }, now: Date.now() }
    const { stdout } = await runCli(words, setting)
    return JSON.parse(stdout).token as string
  }

  /** A browser that nobody has logged in. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    page.on('pageerror', (error) => this.faults.push(error.message))
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.faults.push(message.text())
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin !== this.served.url && url.protocol !== 'data:') this.faults.push(`asked ${url.origin}`)
    })
    return page
  }

  async goTo(page: Page, path: string, heading?: string | RegExp): Promise<void> {
    await page.goto(`${this.served.url}/#/${path}`)
    await page.getByRole('heading', { level: 1, ...(heading === undefined ? {} : { name: heading }) }).waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
  }
}

/** Tests of one project in the browser: the demo's history, or an empty journal. Without a browser they are skipped. */
export function inBrowser(name: string, start: 'demo' | 'empty', tests: (visit: Visit) => void): void {
  const given = inject('browser')
  const about = 'missing' in given ? `${name} (skipped: ${given.missing})` : name
  describe.skipIf('missing' in given)(about, () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-visit-')))
    const visit = new Visit(folder)
    let browser: Browser | undefined
    beforeAll(async () => {
      if ('missing' in given) return
      cpSync(given[start], visit.cwd, { recursive: true })
      browser = await chromium.launch({ executablePath: given.path, args: LAUNCH_ARGUMENTS })
      await visit.start(browser)
    }, 120_000)
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close()
    })
    afterAll(async () => {
      await visit.served?.stop()
      await browser?.close()
      rmSync(folder, { recursive: true, force: true })
    })
    tests(visit)
  })
}
