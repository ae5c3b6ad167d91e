import { expect, it } from 'vitest'
import { PAGES } from '../../dashboard/src/pages.ts'
import { faultsOf } from './page-faults.ts'
import { inBrowser } from './visit.ts'

inBrowser('a first visit', 'empty', (visit) => {
  it('says that the journal is empty and what to type, on every page without a fault', async () => {
    const page = await visit.logIn()
    await page.getByText('The journal is empty.').waitFor()
    expect(await page.getByText('mettle demo').count()).toBe(1)
    for (const { path } of PAGES) {
      await visit.goTo(page, path)
      expect(await faultsOf(page), path).toEqual([])
    }
    await visit.goTo(page, 'patterns')
    await page.getByText('Agents are shown no pattern yet.').waitFor()
    await visit.goTo(page, 'patterns?search=nobody')
    await page.getByText('No pattern matches.').waitFor()
    await visit.goTo(page, 'patterns/nobody')
    await page.getByText("There is no pattern 'nobody'").waitFor()
    expect(visit.faults).toEqual([])
  })

  it('fills by itself when another process records a learning', async () => {
    const page = await visit.logIn()
    await page.getByText('The journal is empty.').waitFor()
    await visit.run(
      'learning',
      'record',
      '--lesson',
      'Always close the door <img src=x onerror=alert(1)> <u>behind</u> you, because of the cat',
    )
    await page.getByText('Needs you').waitFor()
    await visit.run('learn')
    await visit.goTo(page, 'patterns')
    await page.getByText('Always close the door ‹img src=x onerror=alert(1)> <u>behind</u> you').waitFor()
    expect(await page.locator('main img, main u').count()).toBe(0)
    expect(visit.faults).toEqual([])
  })

  it('refuses a link that was used, and lets nobody in without one', async () => {
    const { link } = await visit.run('dashboard', '--no-open')
    const first = await visit.open()
    await first.goto(link)
    await first.getByRole('heading', { name: 'Overview' }).waitFor()
    const second = await visit.open()
    await second.goto(link)
    await second.getByText('not valid, or no longer').waitFor()
    await second.goto(visit.served.url)
    await second.getByText('This browser is not logged in').waitFor()
  })

  it('refuses a token that nobody gave out', async () => {
    const page = await visit.open()
    await page.goto(`${visit.served.url}/login`)
    await page.getByLabel('Token').fill('not-a-token')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('not valid, or no longer').waitFor()
  })
})
