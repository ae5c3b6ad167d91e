import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { readInput } from '../../src/edges/cli/input/read-input.ts'
import { GLOBAL_OPTIONS } from '../../src/edges/cli/input/tokens.ts'
import { locate } from '../../src/edges/cli/locate.ts'
import { ROOT } from '../architecture/source-files.ts'
import { mettleWords } from '../front-doors/shell-words.ts'

const PAGES = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('reference'))
    .map((name) => join('docs', name)),
]

/** The command lines of a page that begin with `mettle`, from its blocks for a shell; a line may go on after a backslash. */
function typedIn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/```(sh|bash|console)\n([\s\S]*?)```/g)].flatMap(([, language, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      // Beside what is typed, a console shows what was printed.
      .filter((line) => language !== 'console' || line.startsWith('$ '))
      .map((line) =>
        line
          .replace(/^\$ /, '')
          .replace(/\s+#.*$/, '')
          .replace(/ (?:[|<>]|\|\|) .*$/, '')
          .trim(),
      )
      .filter((line) => line.startsWith('mettle ')),
  )
}

const LINES = PAGES.flatMap((page) => [...new Set(typedIn(page))].map((line) => [page, line] as const))

describe('what the docs tell a reader to type', () => {
  it('is found in many pages', () => expect(LINES.length).toBeGreaterThan(60))

  it.each(LINES)('%s: %s', async (_, line) => {
    const request = locate(mettleWords(line), CATALOGUE)
    if (request.kind !== 'run') return
    const { command } = await request.entry.load()
    expect(() => readInput(command, GLOBAL_OPTIONS, request.args)).not.toThrow()
    expect(request.isOldName).toBeFalsy()
  })
})
