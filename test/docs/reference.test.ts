import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withFigures } from '../../scripts/docs/readme-figures.ts'
import { referencePages } from '../../scripts/docs/reference.ts'
import { EVENT_TYPES } from '../../src/domain/events/catalogue.ts'
import { storedName } from '../../src/domain/events/stored-name.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { ADDRESSES } from '../../src/edges/client/addresses.ts'
import { LAWS } from '../../src/edges/compute/catalogue.ts'
import { CONFIG_NAMES } from '../../src/machine/config/keys.ts'
import { ROOT } from '../architecture/source-files.ts'

const pages = await referencePages()
const written = (name: string) => readFileSync(join(ROOT, 'docs', 'reference', name), 'utf8')

describe('reference pages', () => {
  it.each([...pages])('%s is what the code says; `npm run docs` writes it', (name, text) => {
    expect(written(name)).toBe(text)
  })

  it('have their figures from the last benchmarks in the README, too', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    expect(withFigures(readme)).toBe(readme)
  })

  it('document every command, event, setting, address and law', () => {
    for (const { name } of CATALOGUE) expect(written('commands.md')).toContain(`\n### mettle ${name}\n`)
    for (const type of EVENT_TYPES) expect(written('events.md')).toContain(`\n## ${storedName(type)}\n`)
    for (const name of CONFIG_NAMES) expect(written('settings.md')).toContain(`\n| \`${name}\` |`)
    for (const address of Object.values(ADDRESSES)) expect(written('http.md')).toContain(`\n### ${address}\n`)
    for (const { name } of LAWS) expect(written('laws.md')).toContain(`\n## ${name}\n`)
  })
})

const prose = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

describe.each(prose)('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8')

  it('links to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!)
    expect(links.filter((link) => !existsSync(resolve(dirname(join(ROOT, name)), link)))).toEqual([])
  })

  it('names commands that exist', () => {
    const names = CATALOGUE.map((entry) => entry.name)
    const typed = [...text.matchAll(/(?:^|[`$] ?)(?:npx )?mettle ([a-z][a-z-]*(?: [a-z]+)?)/gm)].map(
      (match) => match[1]!,
    )
    const unknown = typed.filter(
      (words) =>
        !names.some((known) => known === words || known.split(' ')[0] === words.split(' ')[0]) &&
        !['help', 'help all', 'version'].includes(words),
    )
    expect(unknown).toEqual([])
  })
})

it.each(prose)('%s names files and folders that exist', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8')
  const named = text.matchAll(/`((?:src|test|docs|bench|gym|fuzz|scripts|plugins|dashboard)\/[\w./-]*)`/g)
  expect([...named].map((match) => match[1]!).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
