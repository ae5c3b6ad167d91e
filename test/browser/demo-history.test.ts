import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { LoopReport } from '../../src/report/loop-report.ts'
import { inBrowser, type Visit } from './visit.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LISTS = [
  '',
  'patterns',
  'runs',
  'sessions',
  'tasks',
  'deliberations',
  'policy',
  'approvals',
  'errors',
  'goals',
  'insights',
  'organisation',
  'health',
  'settings',
]

/** Every page of the demo, those about one thing included. */
async function pagesOf(visit: Visit): Promise<string[]> {
  const { items: patterns } = (await visit.run('pattern', 'list', '--limit', '2')) as {
    items: { pattern: { id: string } }[]
  }
  const { receiptList } = (await visit.run('run', 'show', 'run-040')) as {
    receiptList: { receipt: string }[]
  }
  return [
    ...LISTS,
    `patterns/${patterns[0]!.pattern.id}`,
    `compare/${patterns.map(({ pattern }) => pattern.id).join('/')}`,
    'runs/run-040',
    `receipts/${receiptList[0]!.receipt}`,
    'adapters/docker',
    'agents/judge',
    'skills/migrations',
    'sessions/0b6e4f1a-demo-claude-code',
    'tasks/0b6e4f1a-demo-claude-code/session.1',
  ]
}

/** What a checker of accessibility calls serious or worse. Runs in the page. */
const SERIOUS = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => id + ': ' + nodes[0].html))`

/** Adds up by how much of the screen things have jumped. Runs in the page. */
const COUNT_SHIFTS = `window.shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** Tables of which a part is out of sight. Runs in the page. */
const CUT_TABLES = `[...document.querySelectorAll('.table-frame')]
  .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
  .map((frame) => frame.querySelector('caption').textContent)`

/** Words in drawings that reach over their edge. Runs in the page. */
const CUT_WORDS = `[...document.querySelectorAll('.chart svg text')].filter((text) => {
  const [word, all] = [text, text.closest('svg')].map((element) => element.getBoundingClientRect())
  return word.left < all.left - 0.5 || word.right > all.right + 0.5
}).map((text) => text.textContent)`

inBrowser('the history of the demo', 'demo', (visit) => {
  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it('has nothing serious against it for those who see or move less', async () => {
      const page = await visit.logIn({ colorScheme, reducedMotion: 'reduce' })
      const found: string[] = []
      for (const path of await pagesOf(visit)) {
        await visit.goTo(page, path)
        await page.evaluate(AXE)
        found.push(...((await page.evaluate(SERIOUS)) as string[]).map((fault) => `${path}: ${fault}`))
      }
      expect(found).toEqual([])
    }, 180_000)
  })

  it.each([390, 1024])('fits a screen of %i pixels: neither a page nor a table scrolls sideways', async (width) => {
    const page = await visit.logIn({ viewport: { width, height: 844 } })
    const tooWide: string[] = []
    for (const path of await pagesOf(visit)) {
      await visit.goTo(page, path)
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) tooWide.push(path)
      const cut = (await page.evaluate(CUT_TABLES)) as string[]
      tooWide.push(...cut.map((table) => `${path}: ${table}`))
    }
    expect(tooWide).toEqual([])
  })

  it('keeps the heads of columns on one line beside the menu on a small screen', async () => {
    const page = await visit.logIn({ viewport: { width: 1024, height: 844 } })
    await visit.goTo(page, 'patterns')
    await page.getByRole('button', { name: 'Likely to help' }).waitFor()
    const heights = await page.evaluate("[...document.querySelectorAll('th .sort')].map((head) => head.offsetHeight)")
    expect(new Set(heights as number[]).size).toBe(1)
  })

  it('cuts no words off a drawing on a narrow screen', async () => {
    const page = await visit.logIn({ viewport: { width: 360, height: 800 } })
    const cut: string[] = []
    for (const path of await pagesOf(visit)) {
      await visit.goTo(page, path)
      const found = (await page.evaluate(CUT_WORDS)) as string[]
      cut.push(...found.map((word) => `${path}: ${word}`))
    }
    expect(cut).toEqual([])
  }, 120_000)

  it('breaks no content policy, asks no other host, and fails in no script', async () => {
    const page = await visit.logIn()
    for (const path of await pagesOf(visit)) await visit.goTo(page, path)
    expect(visit.faults).toEqual([])
  })

  it('does not jump while it loads', async () => {
    const page = await visit.logIn()
    await page.addInitScript(COUNT_SHIFTS)
    const jumps: string[] = []
    for (const path of await pagesOf(visit)) {
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
    await visit.goTo(page, (await pagesOf(visit)).find((path) => path.startsWith('patterns/'))!)
    await page.getByRole('list', { name: 'What showing this pattern changes' }).waitFor()
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
