import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'dashboard')
const MOST_BYTES = 150_000

describe.skipIf('missing' in inject('browser'))('the first load', () => {
  it('weighs at most 150 kB with all its script and style, compressed', () => {
    const files = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length)
    expect(bytes.length).toBeGreaterThanOrEqual(4)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
  })
})
