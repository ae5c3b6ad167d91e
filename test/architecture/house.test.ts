import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileCycles } from './cycles.ts'
import { FIGURES, type Figures, figures } from './figures.ts'
import { ROOT, type SourceFile, sourceFiles } from './source-files.ts'

const bounds: Figures = JSON.parse(readFileSync(join(ROOT, 'test/architecture/bounds.json'), 'utf8'))
const measured = figures()

describe('the size of the house', () => {
  it.each(FIGURES)('does not grow: $says', ({ name }) => {
    expect(measured[name], `at most ${bounds[name]}; npm run house shows all figures`).toBeLessThanOrEqual(bounds[name])
  })

  it('has a bound for every figure, and a figure for every bound', () => {
    expect(Object.keys(bounds).sort()).toEqual(FIGURES.map(({ name }) => name).sort())
  })
})

describe('files that need each other', () => {
  it('do not exist, also where one is loaded when it is called for', () => {
    expect(fileCycles(sourceFiles())).toEqual([])
  })

  it('are found: two by imports, three by one that is loaded late, none by types', () => {
    const file = (path: string, ...to: { file: string; typeOnly?: boolean }[]): SourceFile => ({
      path: `src/${path}`,
      text: '',
      code: '',
      imports: to.map(({ file: name, typeOnly = false }) => ({ from: '', typeOnly, file: `src/${name}` })),
    })
    const files = [
      file('a.ts', { file: 'b.ts' }),
      file('b.ts', { file: 'a.ts' }, { file: 'c.ts' }),
      file('c.ts', { file: 'd.ts' }),
      file('d.ts', { file: 'e.ts' }),
      file('e.ts', { file: 'c.ts' }, { file: 'a.ts', typeOnly: true }),
    ]
    expect(fileCycles(files)).toEqual([
      ['src/c.ts', 'src/d.ts', 'src/e.ts'],
      ['src/a.ts', 'src/b.ts'],
    ])
  })
})
