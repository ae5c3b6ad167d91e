import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEADER_BYTES, readModel } from './model-file.ts'
import { cosine, createEmbedder } from './static-embedder.ts'

const bytes = readFileSync(new URL('../../../models/mettle-embed-v1.bin', import.meta.url))
const { id, dims, embed, similarity } = createEmbedder(bytes)
const similar = (a: string, b: string) => similarity(embed(a), embed(b))
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.string({ unit: 'grapheme' }))

describe('createEmbedder', () => {
  it('is named after its own bytes', () => {
    const hash = createHash('sha256').update(bytes.subarray(HEADER_BYTES)).digest('hex')
    expect(readModel(bytes).bodyHash).toBe(hash)
    expect(id).toBe(`mettle-embed-v1-${hash.slice(0, 8)}`)
  })

  it('gives a vector of length 1 or 0 for any string, the same each time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const vector = embed(text)
        const norm = Math.hypot(...vector)
        expect(vector).toHaveLength(dims)
        expect(norm === 0 || Math.abs(norm - 1) < 1e-5).toBe(true)
        expect(embed(text)).toEqual(vector)
      }),
    )
  })

  it('finds nothing alike with an empty text', () => {
    expect(embed('').every((value) => value === 0)).toBe(true)
    expect(similar('', '')).toBe(0)
    expect(similar('', 'close the file')).toBe(0)
  })

  it('is symmetric and bounded', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(similar(a, b)).toBe(similar(b, a))
        expect(Math.abs(similar(a, b))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('does not depend on where the bytes lie in memory', () => {
    const shifted = new Uint8Array(bytes.length + 1).subarray(1)
    shifted.set(bytes)
    expect(createEmbedder(shifted).embed('close the file')).toEqual(embed('close the file'))
  })

  it.each([
    ['never log passwords', 'keep credentials out of the logs', 'the log file is rotated every day'],
    ['retry failed requests with backoff', 'wait longer between attempts after an error', 'sort the list by name'],
    ['delete unused code', 'remove dead functions', 'render the page in dark mode'],
    ['run the tests before committing', 'execute the test suite prior to each commit', 'choose a font for the title'],
    ['getUserById throws on null', 'fetching a user by id fails when it is null', 'the theme has twelve colors'],
  ])('holds %j nearer to %j than to %j', (text, same, other) => {
    expect(similar(text, same)).toBeGreaterThan(similar(text, other) + 0.1)
  })
})

describe('cosine', () => {
  it('is 0.96 for (3, 4) and (4, 3), in floats and in bytes', () => {
    expect(cosine(Float32Array.of(3, 4), Float32Array.of(4, 3))).toBeCloseTo(0.96, 12)
    expect(cosine(Int8Array.of(3, 4), Float32Array.of(8, 6))).toBeCloseTo(0.96, 12)
  })
})

describe('readModel', () => {
  it('refuses bytes that are no model, of another version, or cut short', () => {
    const newer = Uint8Array.from(bytes)
    newer[4] = 9
    expect(() => readModel(new Uint8Array(10))).toThrow('not an embedding model')
    expect(() => readModel(new Uint8Array(200))).toThrow('not an embedding model')
    expect(() => readModel(newer)).toThrow('version 9')
    expect(() => readModel(bytes.subarray(0, -1))).toThrow(`is ${bytes.length - 1} bytes`)
  })
})
