import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBrowser, type Visit } from './visit.ts'

interface Listed {
  readonly pattern: { readonly id: string; readonly text: string }
}

const SHOWN_LESSON = 'Scan events'

async function patternLike(visit: Visit, words: string): Promise<Listed['pattern']> {
  const { items } = (await visit.run('pattern', 'list', '--all')) as { items: Listed[] }
  return items.map(({ pattern }) => pattern).find(({ text }) => text.startsWith(words))!
}

/** Presses a button, gives a reason, and agrees. */
async function decide(page: Page, button: string, reason: string, agree = button): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: agree, exact: false }).last().click()
  await dialog.waitFor({ state: 'detached' })
}

inBrowser('what a person does', 'demo', (visit) => {
  it('retires a pattern, so that the next run is not shown it, and takes that back', async () => {
    const { id, text } = await patternLike(visit, SHOWN_LESSON)
    // A tenth of the lines is withheld at random, which is another reason not to be shown.
    const asked = ['--role', 'builder', '--task', 'sort scan events before merging them', '--set', 'holdout.share=0']
    const blockOf = async () => (await visit.run('inject', ...asked)).block
    expect(await blockOf()).toContain(text)
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${id}`)
    await decide(page, 'Retire', 'we have no such table any more')
    await page.getByText('Retired.').waitFor()
    expect(await blockOf()).not.toContain(text)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    expect(await blockOf()).toContain(text)
  })

  it('promotes a pattern with a reason that stands in its history', async () => {
    const { id } = await patternLike(visit, 'Clock skew')
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${id}`)
    await decide(page, 'Promote', 'it cost us a night')
    await page
      .getByText(/it cost us a night/)
      .first()
      .waitFor()
    expect((await visit.run('pattern', 'show', id)).standing).toMatchObject({ status: 'proven' })
  })

  it('edits the words of a pattern, and takes that back', async () => {
    const { id, text } = await patternLike(visit, 'Depot times')
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('New text').fill('Depot times have no zone, so join the depot table')
    await page.getByLabel('Reason').fill('shorter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Depot times have no zone' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: text }).waitFor()
  })

  it('merges a pattern into another, and parts them again', async () => {
    const [from, into] = [
      await patternLike(visit, 'Every query inside a loop'),
      await patternLike(visit, 'Scan events'),
    ]
    const page = await visit.logIn()
    await visit.goTo(page, `patterns/${from.id}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('dialog').getByRole('searchbox').fill('scan events out of order')
    await page.getByRole('radio', { name: into.text }).check()
    await page.getByLabel('Reason').fill('one lesson')
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('heading', { level: 1, name: into.text }).waitFor()
    expect((await visit.run('pattern', 'show', from.id)).pattern.mergedInto).toBe(into.id)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    expect((await visit.run('pattern', 'show', from.id)).pattern.mergedInto).toBeUndefined()
  })

  it('loosens the overlay of an adapter', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'adapters/docker')
    await decide(page, 'Loosen', 'the registry has moved')
    await page.getByText('docker is loosened.').waitFor()
    const { adapters } = await visit.run('policy', 'show')
    expect(adapters).toContainEqual(expect.objectContaining({ adapter: 'docker', tight: false }))
  })

  it('answers a step that waits', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'approvals')
    await decide(page, 'Refuse', 'not before the weekend')
    await page.getByText('No step needs your approval.').waitFor()
    expect(await visit.run('approval', 'list')).toMatchObject({ items: [], total: 0 })
  })

  it('sees what another process records, without asking', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'runs')
    await visit.run('outcome', 'record', '--run', 'from-afar', '--result', 'success', '--observed-by', 'test')
    await page.getByRole('link', { name: 'from-afar' }).waitFor()
  })

  it('sees new facts verified as they come, and has the whole journal verified on demand', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'health')
    await page.getByText('none altered').waitFor()
    await visit.run('outcome', 'record', '--run', 'verified', '--result', 'success', '--observed-by', 'test')
    await page.getByText('were verified before, all of it just now').waitFor()
    await page.getByRole('button', { name: 'Verify everything' }).click()
    await page.getByText('The whole journal was verified.').waitFor()
    await page.getByRole('button', { name: 'Verify everything' }).waitFor()
  })

  it('is shown a page although a connection broke while it was read', async () => {
    const page = await visit.logIn()
    const broken = new Set<string>()
    await page.route('**/v1/goals**', (route) => {
      const url = route.request().url()
      if (broken.has(url)) return route.continue()
      broken.add(url)
      return route.abort('connectionreset')
    })
    await visit.goTo(page, 'goals')
    await page.getByText('reduce-failures').first().waitFor()
    expect(broken.size).toBeGreaterThan(0)
    expect(await page.locator('main .state-failed').count()).toBe(0)
  })

  it('may read and decide on a pattern before its history is drawn', async () => {
    const { id } = await patternLike(visit, 'Never add a NOT NULL')
    const page = await visit.logIn()
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/history', (route) => held.then(() => route.continue()))
    await page.goto(`${visit.served.url}/#/patterns/${id}`)
    await page.getByRole('heading', { name: 'Where it was shown' }).waitFor()
    await page.getByRole('button', { name: 'Promote' }).waitFor()
    const place = () => page.getByRole('heading', { name: 'What showing it changes' }).boundingBox()
    const before = await place()
    answer()
    await page.getByRole('slider', { name: 'Values of Probability that it helps' }).waitFor()
    expect(await place()).toEqual(before)
  })

  it('is shown what happens while it happens faster than a busy server answers', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'errors')
    let [open, most, asked] = [0, 0, 0]
    await page.route('**/v1/errors?grouped=true**', async (route) => {
      most = Math.max(most, ++open)
      asked++
      await new Promise((resolve) => setTimeout(resolve, 400))
      open--
      await route.continue()
    })
    const abandoned: string[] = []
    page.on('requestfailed', (request) => abandoned.push(request.url()))
    const record = `(async () => {
      for (let at = 0; at < 40; at++) {
        await fetch('/v1/errors', { method: 'POST', headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message: 'the belt stopped at ' + 'abcdefghij'[at % 10] }) })
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      window.isOver = true
    })()`
    const recorded = page.evaluate(record)
    await page.getByText('the belt stopped at a').waitFor()
    expect(await page.evaluate('window.isOver === true')).toBe(false)
    await recorded
    await page.getByText('the belt stopped at j').waitFor()
    expect([most, abandoned]).toEqual([1, []])
    expect(asked).toBeLessThan(10)
  })

  it('is told when the server is gone, and when it is back', async () => {
    const page = await visit.logIn()
    const { port } = new URL(visit.served.url)
    await visit.served.stop()
    await page.getByText('The server does not answer, so what you see may be out of date').first().waitFor()
    await visit.serveAgain(Number(port))
    await page.getByText('This browser is not logged in').waitFor()
    expect(visit.faults).toEqual([])
  })
})
