import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a checker of accessibility finds, of every rule and weight. Runs in the page. */
const AXE_FAULTS = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`

/** Tables of which a part is out of sight. Runs in the page. */
const CUT_TABLES = `[...document.querySelectorAll('.table-frame')]
  .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
  .map((frame) => frame.querySelector('caption').textContent)`

/** Words in drawings that reach over their edge. Runs in the page. */
const CUT_WORDS = `[...document.querySelectorAll('.chart svg text')].filter((text) => {
  const [word, all] = [text, text.closest('svg')].map((element) => element.getBoundingClientRect())
  return word.left < all.left - 0.5 || word.right > all.right + 0.5
}).map((text) => text.textContent)`

/** What makes a page hard to read for somebody: what axe says, and what reaches over its edge. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const [axe, tables, words] = (await Promise.all(
    [AXE_FAULTS, CUT_TABLES, CUT_WORDS].map((script) => page.evaluate(script)),
  )) as [string[], string[], string[]]
  return [
    ...axe,
    ...(isTooWide ? ['the page scrolls sideways'] : []),
    ...tables.map((name) => `the table ${name} scrolls sideways`),
    ...words.map((word) => `cut off: ${word}`),
  ]
}
