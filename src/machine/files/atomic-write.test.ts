import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { createFileAtomically, writeFileAtomically } from './atomic-write.ts'

describe('writeFileAtomically', () => {
  it('replaces the text and keeps nothing beside it', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a'), 'old, and longer')
    writeFileAtomically(join(folder, 'a'), 'new')
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['a'])
  })

  it('keeps a secret to its owner', () => {
    const path = join(temporaryFolder(), 'key')
    writeFileAtomically(path, 'secret', 0o600)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('cleans up after itself when it cannot write', () => {
    const folder = temporaryFolder()
    expect(() => writeFileAtomically(join(folder, 'no', 'a'), 'text')).toThrow(/ENOENT/)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('createFileAtomically', () => {
  it('lets only the first one in', () => {
    const path = join(temporaryFolder(), 'a')
    expect([createFileAtomically(path, 'first'), createFileAtomically(path, 'second')]).toEqual([true, false])
    expect(readFileSync(path, 'utf8')).toBe('first')
  })
})
