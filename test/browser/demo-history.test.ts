import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { LoopReport } from '../../src/report/loop-report.ts'
import { addressesIn } from './journals.ts'
import { faultsOf } from './page-faults.ts'
import { inBrowser } from './visit.ts'

/** A run and a session of which more is known than of the latest. */
const RICH = [
  'runs/run-040',
  'adapters/docker',
  'sessions/0b6e4f1a-demo-claude-code',
  'tasks/0b6e4f1a-demo-claude-code/session.1',
]

/** Every page of the demo, those about one thing included. */
async function pagesOf(page: Page): Promise<string[]> {
  return [...(await addressesIn(page)).map(([, path]) => path), ...RICH]
}

/** Adds up by how much of the screen things have jumped. Runs in the page. */
const COUNT_SHIFTS = `window.shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** The newest session of which no prompt is known. Runs in the page. */
const UNNAMED = `fetch('/v1/sessions').then((answer) => answer.json())
  .then((sessions) => sessions.find(({ about }) => about === undefined).run)`

inBrowser('the history of the demo', 'demo', (visit) => {
  it.each([
    ['light', 1440],
    ['dark', 1280],
    ['light', 1024],
    ['dark', 390],
    ['light', 360],
  ] as const)(
    'has nothing against it for those who see or move less, in %s colours on %i pixels, and cuts nothing off',
    async (colorScheme, width) => {
      const page = await visit.logIn({ colorScheme, reducedMotion: 'reduce', viewport: { width, height: 844 } })
      const found: string[] = []
      for (const path of await pagesOf(page)) {
        await visit.goTo(page, path)
        found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`))
      }
      expect(found).toEqual([])
    },
    180_000,
  )

  it('keeps the heads of columns on one line beside the menu on a small screen', async () => {
    const page = await visit.logIn({ viewport: { width: 1024, height: 844 } })
    await visit.goTo(page, 'patterns')
    await page.getByRole('button', { name: 'Likely to help' }).waitFor()
    const heights = await page.evaluate("[...document.querySelectorAll('th .sort')].map((head) => head.offsetHeight)")
    expect(new Set(heights as number[]).size).toBe(1)
  })

  it('breaks no content policy, asks no other host, and fails in no script', async () => {
    const page = await visit.logIn()
    for (const path of await pagesOf(page)) await visit.goTo(page, path)
    expect(visit.faults).toEqual([])
  })

  it('does not jump while it loads', async () => {
    const page = await visit.logIn()
    await page.addInitScript(COUNT_SHIFTS)
    const jumps: string[] = []
    for (const path of await pagesOf(page)) {
      await page.goto('about:blank')
      await visit.goTo(page, path)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      const shift = (await page.evaluate('window.shift')) as number
      if (shift >= 0.02) jumps.push(`${path}: ${shift.toFixed(3)}`)
    }
    expect(jumps).toEqual([])
  }, 120_000)

  it('begins with how often known mistakes came back, with lessons and without', async () => {
    const page = await visit.logIn()
    const said = await page.locator('main .proof').textContent()
    expect(said).toMatch(/^Known mistakes came back in \d+% of \d+ runs with Mettle's lessons and in \d+% of \d+/)
    const { relapse, cost, sharp } = (await visit.run('report')) as Required<LoopReport>
    expect(said).toBe(relapse.words)
    await page.getByText(cost.words).waitFor()
    const rows = page.getByRole('table', { name: 'With and without lessons' }).locator('tbody tr')
    expect(await rows.allTextContents()).toEqual(
      sharp
        .filter(({ difference }) => difference !== undefined)
        .map((row) => [row.name, ...row.means, row.words].join('')),
    )
  })

  it('says that too little is known to tell whether patterns help', async () => {
    const page = await visit.logIn()
    const plot = page.getByRole('list', { name: 'Effect of showing patterns' })
    await plot
      .getByText(/not enough data yet/)
      .first()
      .waitFor()
    await visit.goTo(page, (await pagesOf(page)).find((path) => path.startsWith('patterns/'))!)
    await page.getByRole('list', { name: 'What showing this pattern changes' }).waitFor()
  })

  it('names a session without a prompt by what its run was about', async () => {
    const page = await visit.logIn()
    const run = (await page.evaluate(UNNAMED)) as string
    const { about } = (await visit.run('run', 'show', run)) as { about: string }
    await visit.goTo(page, 'sessions')
    await page.locator(`tr[data-key="${run}"]`).getByRole('link', { name: about }).waitFor()
    await visit.goTo(page, 'tasks')
    await page.locator(`tr[data-key^="${run} "]`).first().getByText(about).waitFor()
  })

  it('leads from a run to its session, and to what was learned from it', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'runs/0b6e4f1a-demo-claude-code')
    await page.getByRole('link', { name: 'session of claude-code' }).click()
    await page.getByRole('heading', { level: 1, name: 'show the delivery window' }).waitFor()
    await page.getByRole('cell', { name: 'Never log a parcel id in plain text here' }).waitFor()
    await page.getByText('Bash: npm run migrate', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Part 1 of the session' }).click()
    await page.getByRole('heading', { level: 1, name: 'Part 1 of the session' }).waitFor()
    await page.getByText('succeeded').first().waitFor()
  })

  it('tells the numbers of every drawing in a table, too', async () => {
    const page = await visit.logIn()
    for (const [path, head] of [
      ['', 'Value'],
      ['agents/judge', 'Value'],
    ]) {
      await visit.goTo(page, path!)
      if (path === '') await page.locator('.proof-chart svg').nth(1).waitFor()
      const drawings = await page.locator('main .chart svg[role=img]').count()
      expect(drawings).toBeGreaterThan(0)
      expect(await page.locator('main .as-table').count()).toBe(drawings)
      await page.getByText('As a table').first().click()
      await page.locator('.as-table').getByRole('columnheader', { name: head! }).first().waitFor()
      expect(await page.locator('.as-table tbody tr').count()).toBeGreaterThan(5)
    }
  })

  it('is walked with the keyboard alone', async () => {
    const page = await visit.logIn()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Patterns', exact: true }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Promote' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).fill('insi')
    await page.getByRole('option', { name: 'Insights' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Insights', exact: true }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor({ state: 'detached' })
  })
})
