import { expect, it } from 'vitest'
import { loginLink } from '../../src/edges/cli/login-link.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { inBrowser } from './visit.ts'

inBrowser('who may do what', 'demo', (visit) => {
  it('shows a reader who they are and no button that decides, and keeps a deep link over the login', async () => {
    const words = ['token', 'create', '--role', 'read', '--name', 'rita', '--json']
    const setting = { cwd: visit.cwd, environment: { METTLE_HOME: visit.home }, now: Date.now() }
    const { token } = JSON.parse((await runCli(words, setting)).stdout) as { token: string }
    const page = await visit.open()
    await page.goto(`${visit.served.url}/#/errors`)
    await page.getByText('This browser is not logged in').waitFor()
    await page.goto(await loginLink({ url: visit.served.url, token }))
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
    await page.getByRole('table', { name: 'Open errors' }).waitFor()
    expect(await page.locator('main button').allTextContents()).toEqual([])
    await page.getByRole('link', { name: 'rita' }).click()
    await page.getByText('You can look at everything.').waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Log out' }).click()
    await page.getByText('This browser is not logged in').waitFor()
  })

  it('keeps what was typed when an action fails or is cancelled, and gives the focus back', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'errors')
    const resolve = page.getByRole('button', { name: 'Resolve', exact: true }).first()
    await resolve.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('a long story')
    await page.route('**/resolve', (route) => route.fulfill({ status: 503, body: '{}' }))
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('a long story')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => resolve.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
    await resolve.click()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('a long story')
    await page.route('**/resolve', (route) => route.fulfill({ status: 401, body: '{}' }))
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByRole('alert').waitFor()
    await page.reload()
    await resolve.click()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('a long story')
  })
})
