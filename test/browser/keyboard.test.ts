import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addressesIn, findLesson, makeConflict } from './journals.ts'
import { inBrowser } from './visit.ts'

/** How often Tab is pressed before something counts as out of reach. */
const MOST_TABS = 150

/** The accessible name of what has the focus, with its kind. Runs in the page. */
const FOCUSED = `(() => {
  const { activeElement: at } = document
  const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent
  return at.tagName.toLowerCase() + (at.type === 'radio' || at.type === 'checkbox' ? ' ' + at.type : '') + ': ' + label.trim()
})()`

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, sought: string | RegExp): Promise<void> {
  for (let pressed = 0; pressed <= MOST_TABS; pressed++) {
    const at = (await page.evaluate(FOCUSED)) as string
    if (typeof sought === 'string' ? at === sought : sought.test(at)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${sought}`)
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Goes to a page of the menu by its letter. */
async function goBy(page: Page, key: string, heading: string): Promise<void> {
  await press(page, 'g', key)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached' })
}

/** Gives a reason in the open dialog and agrees. */
async function agree(page: Page, said: string): Promise<void> {
  await tabTo(page, /^input: Reason/)
  await page.keyboard.type('by keyboard')
  await press(page, 'Enter')
  await page.locator('.toast', { hasText: said }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** What can be used in the page and is not one of many rows or choices that arrows walk, and its names as Tab meets them. Run in the page. */
const USABLE = `[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
  .filter((one) => !one.disabled && one.checkVisibility() && one.type !== 'radio').length`

inBrowser('by the keyboard alone', 'demo', (visit) => {
  it('every page is walked from the first to the last of what can be used on it, each with a mark that shows it', async () => {
    const page = await visit.logIn()
    for (const [name, path] of await addressesIn(page)) {
      await visit.goTo(page, path)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      await page.evaluate('document.activeElement.blur(); window.met = new Set()')
      const all = Number(await page.evaluate(USABLE))
      const unmarked: string[] = []
      for (let pressed = 0; pressed < all + 5; pressed++) {
        await page.keyboard.press('Tab')
        const isMarked = await page.evaluate(`(() => {
          const at = document.activeElement
          if (at === document.body) return true
          met.add(at)
          return getComputedStyle(at).outlineStyle !== 'none' || at.matches('h1, main')
        })()`)
        if (isMarked !== true) unmarked.push((await page.evaluate(FOCUSED)) as string)
      }
      expect(unmarked, name).toEqual([])
      expect(Number(await page.evaluate('met.size')), name).toBeGreaterThanOrEqual(all)
    }
  }, 180_000)

  it('a step is allowed, and a lesson that was found is accepted', async () => {
    const found = await findLesson(visit)
    const page = await visit.logIn()
    await goBy(page, 'w', 'Approvals')
    await page.getByRole('link', { name: found }).waitFor()
    await tabTo(page, 'button: Allow')
    await press(page, 'Enter')
    await agree(page, 'Allowed.')
    await tabTo(page, 'button: Accept')
    await press(page, 'Enter')
    await page.locator('.toast', { hasText: 'It is your rule now.' }).waitFor()
    expect(await visit.run('approval', 'list')).toMatchObject({ total: 0 })
    expect((await visit.run('rule', 'list')).items).toContainEqual(expect.objectContaining({ text: found }))
  }, 120_000)

  it('a pattern is found, opened, promoted and retired, and Escape leaves a dialog', async () => {
    const page = await visit.logIn()
    await goBy(page, 'p', 'Patterns')
    await press(page, '/')
    await page.keyboard.type('clock skew')
    await page.locator('tbody tr', { hasText: 'Clock skew' }).first().waitFor()
    await tabTo(page, /^tr: .*Clock skew/)
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: /^Clock skew/ }).waitFor()
    await tabTo(page, 'button: Promote')
    await press(page, 'Enter', 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('button: Promote')
    await press(page, 'Enter')
    await agree(page, 'Promoted.')
    await page.locator('.page-head .chip', { hasText: 'proven' }).waitFor()
    await tabTo(page, 'button: Retire')
    await press(page, 'Enter')
    await agree(page, 'Retired.')
    await page.locator('.page-head .chip', { hasText: 'retired' }).waitFor()
    await page.getByRole('heading', { level: 1, name: /^Clock skew/ }).waitFor()
  })

  it('two patterns in conflict are compared, and one is kept', async () => {
    const [left, right] = await makeConflict(visit)
    const page = await visit.logIn()
    await page.locator('.needs li', { hasText: 'Two patterns conflict' }).first().waitFor()
    await tabTo(page, 'a: Compare')
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Compare two patterns' }).waitFor()
    await page.locator('.compare').nth(1).waitFor()
    await tabTo(page, 'button: Keep this, retire the other')
    await press(page, 'Enter')
    await agree(page, 'The other pattern is retired.')
    const statuses = await Promise.all(
      [left, right].map(async (id) => (await visit.run('pattern', 'show', id)).standing.status),
    )
    expect(statuses.filter((status) => status === 'retired')).toHaveLength(1)
  })

  it('two patterns are selected and compared, and a pattern is merged into one that is picked', async () => {
    const page = await visit.logIn()
    await goBy(page, 'p', 'Patterns')
    await press(page, 'j', 'x', 'j', 'x')
    await page.getByText('2 patterns selected').waitFor()
    await page.locator('tbody tr').first().focus()
    await press(page, ...Array.from({ length: 9 }, () => 'Shift+Tab'))
    await tabTo(page, 'a: Compare')
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Compare two patterns' }).waitFor()
    await page.locator('.compare').nth(1).waitFor()
    await tabTo(page, /^a: Every query|^a: Always|^a: Depot|^a: The browser|^a: Scan|^a: Never/)
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Merge' }).waitFor()
    await tabTo(page, 'button: Merge')
    await press(page, 'Enter')
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await tabTo(page, /^input radio: /)
    await press(page, 'ArrowDown', 'ArrowUp')
    await agree(page, 'Merged.')
  })

  it('a link within a row is followed once, and a long list is walked in parts', async () => {
    const page = await visit.logIn()
    await goBy(page, 'p', 'Patterns')
    const focused = async () => String(await page.evaluate(FOCUSED))
    for (let row = 0; row < 12 && !(await focused()).includes('Scan events'); row++) await press(page, 'j')
    await press(page, 'Enter')
    const events = page.locator('section', { has: page.getByRole('heading', { name: 'Every event behind it' }) })
    await events.getByText(/^1 to 15 of \d+$/).waitFor()
    const address = page.url()
    await tabTo(page, /^tr: .*at the start of a role/)
    await press(page, 'Tab')
    expect(await page.evaluate('document.activeElement.closest("td") !== null')).toBe(true)
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Patterns it was shown' }).waitFor()
    await page.goBack()
    await events.getByText(/^1 to 15 of \d+$/).waitFor()
    expect(page.url()).toBe(address)
    await tabTo(page, 'button: Next')
    await press(page, 'Enter')
    await events.getByText(/^16 to 30 of \d+$/).waitFor()
    expect(await events.locator('.facts li').count()).toBe(15)
    await tabTo(page, 'button: Previous')
  })

  it('errors are resolved together', async () => {
    const page = await visit.logIn()
    await goBy(page, 'e', 'Errors')
    await tabTo(page, /^tr: \d/)
    await press(page, 'x', 'j', 'x')
    await page.getByText(/\d errors selected/).waitFor()
    await page.locator('tbody tr').first().focus()
    await press(page, ...Array.from({ length: 12 }, () => 'Shift+Tab'))
    await tabTo(page, 'button: Resolve selected')
    await press(page, 'Enter')
    await agree(page, 'errors resolved.')
  })

  it('the theme is switched, and the login is ended', async () => {
    const page = await visit.logIn({ colorScheme: 'light' })
    await tabTo(page, 'select: Theme')
    await press(page, 'ArrowDown', 'ArrowDown')
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    const back = 'getComputedStyle(document.documentElement).backgroundColor'
    expect(await page.evaluate(back)).toBe('rgb(20, 22, 20)')
    await tabTo(page, 'button: Log out')
    await press(page, 'Enter')
    await page.getByText('This browser is not logged in').waitFor()
  })
})
