import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadEmbedder } from './load-embedder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mettle-embedder-'))
  mkdirSync(join(root, 'dist', 'system'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

describe('loadEmbedder', () => {
  it('finds the model in the root of the package', () => {
    expect(loadEmbedder()?.id).toMatch(/^mettle-embed-v1-[0-9a-f]{8}$/)
  })

  it('is undefined outside of a package, without the file, and with a broken file', () => {
    const folder = join(root, 'dist', 'system')
    expect(loadEmbedder(folder)).toBeUndefined()
    writeFileSync(join(root, 'package.json'), '{}')
    expect(loadEmbedder(folder)).toBeUndefined()
    mkdirSync(join(root, 'models'))
    writeFileSync(join(root, 'models', 'mettle-embed-v1.bin'), 'torn')
    expect(loadEmbedder(folder)).toBeUndefined()
  })
})
