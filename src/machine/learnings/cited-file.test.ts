import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { citedFile } from './open-project-access.ts'

function project(): string {
  const root = temporaryFolder()
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src', 'a.ts'), 'one\r\ntwo\n')
  return root
}

describe('a cited file', () => {
  it('is read by its lines, from the root or by its whole path', () => {
    const root = project()
    expect(citedFile(root, 'src/a.ts')?.lines).toEqual(['one', 'two', ''])
    expect(citedFile(root, join(root, 'src', 'a.ts'))?.lines).toEqual(['one', 'two', ''])
  })

  it('is none outside of the project, whichever way it is named', () => {
    const [root, outside] = [project(), project()]
    symlinkSync(join(outside, 'src'), join(root, 'linked'))
    symlinkSync(join(outside, 'src', 'a.ts'), join(root, 'link.ts'))
    for (const file of [join(outside, 'src', 'a.ts'), '../a.ts', 'linked/a.ts', 'link.ts', '.'])
      expect(citedFile(root, file)).toBeUndefined()
  })

  it('is none of git or the journal, no folder, nothing too large, and nothing that is not there', () => {
    const root = project()
    mkdirSync(join(root, '.mettle'))
    writeFileSync(join(root, '.mettle', 'journal.db'), 'facts')
    writeFileSync(join(root, 'large.txt'), 'x'.repeat(1_048_577))
    for (const file of ['.mettle/journal.db', 'src', 'large.txt', 'gone.ts', '\0'])
      expect(citedFile(root, file)).toBeUndefined()
  })
})
