import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeConflict } from './journals.ts'
import { inBrowser } from './visit.ts'

/** Puts the last visit an hour back. Runs in the page. */
const AN_HOUR_AGO = `for (const [name, text] of Object.entries(localStorage)) {
  if (!name.startsWith('mettle.visit.')) continue
  const kept = JSON.parse(text)
  kept.last.at -= 3_600_000
  localStorage.setItem(name, JSON.stringify(kept))
}`

const cells = (page: Page, column: number) => page.locator(`tbody tr td:nth-child(${column})`).allTextContents()

inBrowser('what a team lead decides', 'demo', (visit) => {
  it('goes from a conflict to both patterns side by side, keeps one, and takes that back', async () => {
    const [kept, retired] = await makeConflict(visit)
    const page = await visit.logIn()
    await page.locator('.needs li', { hasText: 'Two patterns conflict' }).first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Compare two patterns' }).waitFor()
    await visit.goTo(page, `compare/${kept}/${retired}`, 'Compare two patterns')
    expect(await page.locator('.compare').count()).toBe(2)
    await page.getByText('a person makes it proven').first().waitFor()
    expect(await page.locator('.compare').allTextContents()).not.toContainEqual(expect.stringContaining('mettle '))
    await page.locator('.compare').first().getByRole('button', { name: 'Keep this, retire the other' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('the image was renewed')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep this' }).click()
    await page.getByText('The other pattern is retired.').waitFor()
    expect((await visit.run('pattern', 'show', retired)).standing).toMatchObject({ status: 'retired' })
    expect((await visit.run('pattern', 'show', kept)).standing.status).not.toBe('retired')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    expect((await visit.run('pattern', 'show', retired)).standing.status).not.toBe('retired')
  })

  it('sorts patterns by a column, the best and the worst first', async () => {
    const page = await visit.logIn()
    await visit.goTo(page, 'patterns?all=true', 'Patterns')
    await page.getByRole('button', { name: 'Likely to help' }).click()
    await page.locator('th[aria-sort=descending]', { hasText: 'Likely to help' }).waitFor()
    await page.locator('.is-refreshing').waitFor({ state: 'detached' })
    const known = (all: readonly string[]) =>
      all.filter((cell) => cell !== '–').map((cell) => Number.parseInt(cell, 10))
    const best = known(await cells(page, 4))
    expect(best.length).toBeGreaterThan(5)
    expect(best).toEqual([...best].sort((a, b) => b - a))
    await page.getByRole('button', { name: 'Likely to help' }).click()
    await page.locator('th[aria-sort=ascending]', { hasText: 'Likely to help' }).waitFor()
    await page.locator('.is-refreshing').waitFor({ state: 'detached' })
    expect(known(await cells(page, 4))).toEqual([...best].sort((a, b) => a - b))
  })

  it('resolves all errors of a kind, and of several kinds, at once', async () => {
    for (const [at, message] of ['port 3001 is in use', 'port 3002 is in use', 'no space left on device'].entries())
      await visit.run('error', 'record', '--run', `busy-${at}`, '--message', message)
    const open = async () => ((await visit.run('error', 'list')) as { items: { message: string }[] }).items
    const before = (await open()).length
    const page = await visit.logIn()
    await visit.goTo(page, 'errors', 'Errors')
    const row = page.locator('tbody tr', { hasText: /port 300\d is in use/ })
    expect(await row.count()).toBe(1)
    await row.getByRole('checkbox').check()
    await page.locator('tbody tr', { hasText: 'no space left on device' }).getByRole('checkbox').check()
    await page.getByText('3 errors selected').waitFor()
    await page.getByRole('button', { name: 'Resolve selected' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('the machine was cleaned')
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('3 errors resolved.').waitFor()
    expect(await open()).toHaveLength(before - 3)
  })

  it('tells what happened since the last visit', async () => {
    const page = await visit.logIn()
    await page.getByRole('heading', { name: 'Needs you' }).waitFor()
    expect(await page.getByText('Since you last looked').count()).toBe(0)
    await page.evaluate(AN_HOUR_AGO)
    await visit.run('outcome', 'record', '--run', 'while-away', '--result', 'success', '--observed-by', 'test')
    await page.reload()
    const since = page.locator('section', { has: page.getByRole('heading', { name: 'Since you last looked' }) })
    await since.getByText('1 run active').waitFor()
    await visit.run('learning', 'record', '--lesson', 'Wipe the scanner lens before a night shift, because of the dust')
    await since.getByText('learned: Wipe the scanner lens').waitFor()
  })
})
