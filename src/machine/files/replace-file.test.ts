import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { replaceFile } from './replace-file.ts'

let folder = ''
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = realpathSync(temporaryFolder())
  writeFileSync(at('secret'), 'untouched')
})

describe('a file that is replaced', () => {
  it('is the new one, and what was there is kept beside it', async () => {
    writeFileSync(at('AGENTS.md'), 'old')
    expect(await replaceFile(at('AGENTS.md'), ['n', 'ew'])).toEqual({
      path: at('AGENTS.md'),
      bytes: 3,
      backup: at('AGENTS.md.bak'),
    })
    expect([readFileSync(at('AGENTS.md'), 'utf8'), readFileSync(at('AGENTS.md.bak'), 'utf8')]).toEqual(['new', 'old'])
  })

  it('is the one behind a link, as where CLAUDE.md is AGENTS.md', async () => {
    mkdirSync(at('docs'))
    writeFileSync(at('docs/AGENTS.md'), 'old')
    symlinkSync(at('docs/AGENTS.md'), at('CLAUDE.md'))
    await replaceFile(at('CLAUDE.md'), ['new'])
    expect(readFileSync(at('docs/AGENTS.md'), 'utf8')).toBe('new')
  })

  it.each(['AGENTS.md.bak', `AGENTS.md.${process.pid}.tmp`])(
    'writes through no link that stands at %s',
    async (name) => {
      writeFileSync(at('AGENTS.md'), 'old')
      symlinkSync(at('secret'), at(name))
      await replaceFile(at('AGENTS.md'), ['new'])
      expect(readFileSync(at('secret'), 'utf8')).toBe('untouched')
      expect(readFileSync(at('AGENTS.md'), 'utf8')).toBe('new')
    },
  )
})
