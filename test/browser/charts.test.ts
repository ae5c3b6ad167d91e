import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBrowser } from './visit.ts'

const RUNS = 'Runs by how they ended'

/** The figure of a drawing, by its name. */
function figureOf(page: Page, name: string) {
  return page.locator('figure', { has: page.getByRole('slider', { name: `Values of ${name}` }) })
}

inBrowser('the drawings', 'demo', (visit) => {
  it('read their values with arrow keys, on every page that has one', async () => {
    const page = await visit.logIn()
    const read = new Map<string, readonly string[]>()
    const { items } = (await visit.run('pattern', 'list')) as { items: { pattern: { id: string } }[] }
    const pattern = `patterns/${items[0]!.pattern.id}`
    const session = 'sessions/0b6e4f1a-demo-claude-code'
    for (const path of ['', pattern, 'adapters/docker', 'agents/judge', 'skills/release', 'insights', session]) {
      await visit.goTo(page, path)
      const sliders = page.locator('main').getByRole('slider')
      await sliders.first().waitFor()
      if (path === '') await page.getByRole('slider', { name: `Values of ${RUNS}` }).waitFor()
      expect(await sliders.count(), path).toBe(await page.locator('main .chart svg').count())
      for (const slider of await sliders.all()) {
        await slider.focus()
        const heard: string[] = []
        for (const key of ['Home', 'ArrowRight', 'End']) {
          await page.keyboard.press(key)
          heard.push((await slider.getAttribute('aria-valuetext'))!)
        }
        const last = Number(await slider.getAttribute('aria-valuemax'))
        expect(await slider.getAttribute('aria-valuenow')).toBe(String(last))
        expect(await page.locator('.pointed').count()).toBe(1)
        expect(await page.locator('.readout', { hasText: heard[2]! }).count()).toBeGreaterThan(0)
        read.set(`${path} ${await slider.getAttribute('aria-label')}`, heard)
        if (last > 1) expect(heard[0], path).not.toBe(heard[2])
      }
    }
    const said = (name: string) => [...read].find(([key]) => key.includes(name))![1]
    expect(said('Mistakes prevented')[2]).toMatch(/20\d\d.* · [+-]?\d+ \([+-]?\d+ to [+-]?\d+\)/)
    expect(said(RUNS)[0]).toMatch(/: \d+ ended well, \d+ partly, \d+ failed, \d+ not observed$/)
    expect(said('Reliability of docker')[2]).toMatch(/ · 0\.\d\d · /)
    expect(said('Predicted against')[0]).toMatch(/^predicted \d+%, ended well \d+%, \d+ runs?$/)
    expect(said('How runs ended')[0]).toMatch(/^\w+ [\w-]+: \d+ runs, of which \d+ ended well/)
    expect(said('When each step')[0]).toMatch(/\d:\d\d:\d\d.* · /)
  }, 120_000)

  it('read the value under the pointer', async () => {
    const page = await visit.logIn()
    const figure = figureOf(page, RUNS)
    await figure.getByRole('slider').scrollIntoViewIfNeeded()
    const box = (await figure.getByRole('slider').boundingBox())!
    await page.mouse.move(box.x + 45, box.y + 30)
    const first = await figure.locator('.readout').textContent()
    await page.mouse.move(box.x + box.width - 20, box.y + 30)
    const last = await figure.locator('.readout').textContent()
    expect(first).toMatch(/ended well/)
    expect(last).not.toBe(first)
  })

  it('hide a part by its name in the legend, and show more of the past', async () => {
    const page = await visit.logIn()
    const figure = figureOf(page, RUNS)
    const failed = figure.getByRole('button', { name: 'failed' })
    await figure.locator('rect.tone-bad').first().waitFor()
    await failed.focus()
    await page.keyboard.press('Enter')
    await figure.locator('rect.tone-bad').first().waitFor({ state: 'detached' })
    expect(await failed.getAttribute('aria-pressed')).toBe('false')
    expect(await figure.locator('.readout').textContent()).not.toContain('failed')
    await page.keyboard.press('Space')
    await figure.locator('rect.tone-bad').first().waitFor()
    const slider = figure.getByRole('slider')
    const days = Number(await slider.getAttribute('aria-valuemax'))
    await figure.getByRole('button', { name: '52 weeks' }).click()
    await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('51')
    expect(days).toBe(55)
    const line = figureOf(page, 'Mistakes prevented, in points of a hundred runs')
    const all = Number(await line.getByRole('slider').getAttribute('aria-valuemax'))
    await line.getByRole('button', { name: '7 days' }).click()
    await expect
      .poll(async () => Number(await line.getByRole('slider').getAttribute('aria-valuemax')))
      .toBeLessThan(all)
  })
})
