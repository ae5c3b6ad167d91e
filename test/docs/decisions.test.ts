import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

const FOLDER = join(ROOT, 'docs', 'decisions')

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const records = readdirSync(FOLDER).filter((name) => name !== 'README.md')
const indexed = [...read('README.md').matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!)

describe('decision records', () => {
  it.each(records)('%s has a title with its number, a date and a status', (name) => {
    const [title, , date, status] = read(name).split('\n')
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`))
    expect(date).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/)
    expect(status).toMatch(/^- Status: (?:accepted|superseded by \[\d+\]\(\d{4}-[a-z0-9-]+\.md\))$/)
  })

  it('are each listed once in the index, which lists nothing else', () => {
    expect([...indexed].sort()).toEqual([...records].sort())
  })

  it('have one number each', () => {
    const numbers = records.map((name) => name.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it('are the only ones that any tracked file names', () => {
    const missing = trackedTexts().flatMap(({ path, text }) =>
      namedIn(path, text)
        .filter((known) => !known.exists)
        .map(({ named }) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })
})

/** Every mention of a record by file name, and in prose by number: `decision 45`, `decisions 20 and 23`. */
function namedIn(path: string, text: string) {
  const numbers = new Set(records.map((name) => Number(name.slice(0, 4))))
  const files = [...text.matchAll(/\b\d{4}-[a-z][a-z0-9-]+\.md\b/g)].map(([named]) => ({
    named,
    exists: records.includes(named),
  }))
  const cited = [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, list]) =>
    list!.split(/, | and /).map((number) => ({ named: `decision ${number}`, exists: numbers.has(Number(number)) })),
  )
  return path.endsWith('.md') || path.startsWith('src/') ? [...files, ...cited] : files
}

function trackedTexts() {
  const listed = execFileSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.tsx', '*.mjs', '*.wat'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed
    .split('\0')
    .filter((path) => path !== '' && !/^(?:bench\/|test\/(?:sessions|docs\/decisions))/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}
