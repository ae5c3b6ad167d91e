import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { libraryPage } from '../../scripts/docs/library-page.ts'
import { MADE } from '../../scripts/docs/reference.ts'
import { ROOT } from '../architecture/source-files.ts'
import { run } from '../package/packed.ts'
import { git } from '../repositories/repository.ts'

const page = readFileSync(join(ROOT, 'docs', 'how-to', 'library.md'), 'utf8')
/** Each example with what it prints. */
const EXAMPLES = [...page.matchAll(/^## (.+)\n[^#]*?```ts\n([\s\S]*?)```\n[^#`]*```text\n([\s\S]*?)```/gm)].map(
  ([, title, code, printed]) => ({ title: title!, code: code!, printed: printed! }),
)
const SOURCES = { "'mettle'": 'src/index.ts', "'mettle/testing'": 'src/testing.ts' }

const folder = mkdtempSync(join(tmpdir(), 'mettle-library-'))
git(folder, 'init', '-q')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the page about the library', () => {
  it('has four examples', () => expect(EXAMPLES).toHaveLength(4))

  it.each(EXAMPLES)('$title: prints what the page says', async ({ code, printed }) => {
    const file = join(folder, 'example.mts')
    const source = Object.entries(SOURCES).reduce(
      (text, [name, path]) => text.replaceAll(name, `'${pathToFileURL(join(ROOT, path))}'`),
      code,
    )
    writeFileSync(file, source)
    const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs')
    const { stdout } = await run(process.execPath, [tsx, file], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, METTLE_HOLDOUT_SHARE: '0' },
    })
    expect(stdout).toBe(printed)
  })

  it('is followed by a reference that is what the types say; `npm run docs` writes it', () => {
    expect(readFileSync(join(ROOT, 'docs', 'reference', 'library.md'), 'utf8')).toBe(libraryPage(MADE))
  }, 120_000)
})
