import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { openParts } from './files-of.ts'

describe('openParts', () => {
  it('reads a part of a file, and fewer bytes where it ends', () => {
    const path = join(temporaryFolder(), 'parts')
    writeFileSync(path, 'abcdef')
    const { readAt, close } = openParts(path)
    expect([readAt(1, 2), readAt(4, 10), readAt(9, 1)].map((bytes) => Buffer.from(bytes).toString())).toEqual([
      'bc',
      'ef',
      '',
    ])
    close()
  })

  it('makes no room for what a file merely says that it holds', () => {
    const path = join(temporaryFolder(), 'parts')
    writeFileSync(path, 'abcdef')
    const { readAt, close } = openParts(path)
    expect(readAt(0, 0xffff_ffff).buffer.byteLength).toBe(6)
    close()
  })
})
