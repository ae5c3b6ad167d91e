import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'AGENTS.md']
  .concat(readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)))
  .filter((name) => name.endsWith('.md'))

/** The anchors of a page's headings, as GitHub and the site make them. */
function anchorsOf(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)
  const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
  return new Set([...headings].map(([, text = '']) => slug(text).trim().replaceAll(' ', '-')))
}

it.each(PAGES)('%s links to files and headings that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const dead = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, file = '', anchor]) => {
    const path = file === '' ? join(ROOT, page) : join(ROOT, dirname(page), file)
    const isDead = !existsSync(path) || (anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).has(anchor))
    return isDead ? [link] : []
  })
  expect(dead).toEqual([])
})

it('the README compares Mettle as the page with the sources does', () => {
  const tableOf = (page: string) => /^\| \| nothing [\s\S]*?\n\n/m.exec(readFileSync(join(ROOT, page), 'utf8'))?.[0]
  expect(tableOf('README.md')?.replaceAll('(docs/', '(')).toBe(tableOf('docs/comparison.md'))
})
