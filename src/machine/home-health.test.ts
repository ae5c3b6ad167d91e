import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/repositories/repository.ts'
import { holdersOf } from './home-health.ts'

/** A folder as Linux has it at /proc, with processes and the files that they have open. */
function procWith(open: Readonly<Record<string, readonly string[]>>): string {
  const proc = temporaryFolder()
  for (const [pid, files] of Object.entries({ self: [], ...open })) {
    mkdirSync(join(proc, pid, 'fd'), { recursive: true })
    writeFileSync(join(proc, pid, 'cmdline'), `node\0program-${pid}\0`)
    for (const [number, file] of files.entries()) symlinkSync(file, join(proc, pid, 'fd', String(number)))
  }
  return proc
}

describe('who has a journal open', () => {
  let journal = ''
  beforeEach(() => {
    journal = join(temporaryFolder(), 'journal.db')
    writeFileSync(journal, '')
  })

  it('are the processes with the file itself or one beside it', () => {
    const proc = procWith({ 12: ['/dev/null', journal], 13: [`${journal}-wal`], 14: ['/dev/null'], net: [] })
    expect(holdersOf(journal, proc)?.map(({ pid, command }) => `${pid} ${command}`)).toEqual([
      '12 node program-12',
      '13 node program-13',
    ])
  })

  it('is nobody where nobody has, or there is no journal', () => {
    expect(holdersOf(journal, procWith({ 12: ['/dev/null'] }))).toEqual([])
    expect(holdersOf(`${journal}-none`, procWith({ 12: [journal] }))).toEqual([])
  })

  it('is not known on a system that does not tell', () => {
    expect(holdersOf(journal, temporaryFolder())).toBeUndefined()
  })
})
