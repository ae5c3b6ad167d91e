import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { loginLink } from '../../src/edges/cli/login-link.ts'
import { inBrowser, type Visit } from './visit.ts'

const STORY = 'it took a long time to type this'

interface Listed {
  readonly pattern: { readonly id: string; readonly text: string }
}

async function patternsIn(visit: Visit): Promise<Listed['pattern'][]> {
  const { items } = (await visit.run('pattern', 'list', '--all')) as { items: Listed[] }
  return items.map(({ pattern }) => pattern)
}

/** A dialog in which a reason was typed. */
async function typed(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(STORY)
  return dialog
}

const submit = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const reason = (page: Page) => page.getByRole('dialog').getByLabel('Reason')

inBrowser('what was typed', 'demo', (visit) => {
  it('is kept for the pattern that it was typed for, and never offered for another', async () => {
    const [one, other] = await patternsIn(visit)
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${one!.id}`, one!.text)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('New text').fill(STORY)
    // A dialog does not stay over another page.
    await visit.goTo(page, `patterns/${other!.id}`, other!.text)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit' }).click()
    expect(await page.getByLabel('New text').inputValue()).toBe(other!.text)
    await page.keyboard.press('Escape')
    await visit.goTo(page, `patterns/${one!.id}`, one!.text)
    await page.getByRole('button', { name: 'Edit' }).click()
    expect(await page.getByLabel('New text').inputValue()).toBe(STORY)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('This browser is not logged in').waitFor()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(STORY)
  })

  it('stays when the role does not suffice (403) or the journal says otherwise (409)', async () => {
    const [one, into, other] = await patternsIn(visit)
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${one!.id}`, one!.text)
    await page.route('**/deprecate', (route) =>
      route.fulfill({
        status: 403,
        body: JSON.stringify({ error: { code: 'role', message: 'This needs the role approve.', hint: '' } }),
      }),
    )
    const dialog = await typed(page, 'Retire')
    await submit(page, 'Retire')
    await dialog.getByRole('alert').getByText('This needs the role approve.').waitFor()
    expect(await reason(page).inputValue()).toBe(STORY)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await typed(page, 'Merge')
    await page.getByRole('searchbox').fill(into!.text)
    await page.getByRole('radio', { name: into!.text }).check()
    const merge = `fetch('/v1/patterns/${one!.id}/merge', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ into: '${other!.id}', reason: 'sooner' }) }).then(({ status }) => status)`
    expect(await page.evaluate(merge)).toBe(200)
    await submit(page, 'Merge')
    await dialog.getByRole('alert').waitFor()
    expect(await reason(page).inputValue()).toBe(STORY)
    expect(await page.getByRole('radio', { name: into!.text }).isChecked()).toBe(true)
  })

  it('can be sent once the network is back', async () => {
    const [one] = await patternsIn(visit)
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${one!.id}`)
    const dialog = await typed(page, 'Hold')
    await page.context().setOffline(true)
    await submit(page, 'Hold')
    await dialog.getByRole('alert').getByText('The server does not answer.').waitFor()
    expect(await reason(page).inputValue()).toBe(STORY)
    await page.context().setOffline(false)
    await submit(page, 'Hold')
    await page.getByText('Held.').waitFor()
  })

  it('can be sent after a new login in another tab, when the old one ended (401)', async () => {
    const one = (await patternsIn(visit))[1]!
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${one.id}`)
    const dialog = await typed(page, 'Hold')
    const other = await page.context().newPage()
    await other.goto(visit.served.url)
    await other.getByRole('button', { name: 'Log out' }).click()
    await submit(page, 'Hold')
    await dialog.getByRole('alert').waitFor()
    expect(await reason(page).inputValue()).toBe(STORY)
    await other.goto(await loginLink({ url: visit.served.url, token: visit.token }))
    await other.getByRole('heading', { level: 1 }).waitFor()
    await submit(page, 'Hold')
    await page.getByText('Held.').waitFor()
  })

  it('is there again after a restart of the server and a new login', async () => {
    const one = (await patternsIn(visit))[2]!
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${one.id}`)
    await typed(page, 'Hold')
    const { port } = new URL(visit.served.url)
    await visit.served.stop()
    await visit.serveAgain(Number(port))
    await page.getByText('This browser is not logged in').waitFor()
    const other = await page.context().newPage()
    await other.goto(await loginLink({ url: visit.served.url, token: visit.token }))
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await reason(page).waitFor()
    expect(await reason(page).inputValue()).toBe(STORY)
    await submit(page, 'Hold')
    await page.getByText('Held.').waitFor()
  })
})
