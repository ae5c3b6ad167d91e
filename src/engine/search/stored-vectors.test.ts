import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byLoops, nearnessTo, type StoredVectors } from './stored-vectors.ts'
import { squareOf } from './vector-search.ts'

function stored(vectors: readonly (readonly number[])[], dims: number): StoredVectors {
  const bytes = new Uint8Array(vectors.length * dims)
  for (const [row, vector] of vectors.entries()) bytes.set(vector, row * dims)
  const squares = vectors.map((vector) => squareOf(Int8Array.from(vector)))
  return {
    rows: vectors.length,
    dims,
    squares: Int32Array.from(squares),
    read: (from, into) => into.set(bytes.subarray(from * dims, from * dims + into.length)),
  }
}

const byte = fc.constantFrom(-127, -3, 0, 0, 1, 2, 127)
const question = fc.constantFrom(32, 64, 24).chain((dims) => {
  const vector = fc.array(byte, { minLength: dims, maxLength: dims })
  return fc.tuple(fc.constant(dims), vector, fc.array(vector, { maxLength: 40 }), fc.nat(50))
})

it('compares as plain loops do, to the last digit and among equals', () => {
  fc.assert(
    fc.property(question, ([dims, asked, vectors, limit]) => {
      const [query, rows] = [Int8Array.from(asked), stored(vectors, dims)]
      const [one, other] = [nearnessTo(query, rows), byLoops(query, rows)]
      expect(one.nearest(limit)).toEqual(other.nearest(limit))
      for (const row of vectors.keys()) expect(one.similarity(row)).toBe(other.similarity(row))
    }),
  )
})

it('reads more rows than it has room for at a time', () => {
  const vectors = Array.from({ length: 12_000 }, (_, n) => Array.from({ length: 32 }, (_, d) => (n * d) % 97))
  const rows = stored(vectors, 32)
  const query = Int8Array.from({ length: 32 }, (_, d) => d)
  expect(nearnessTo(query, rows).nearest(100)).toEqual(byLoops(query, rows).nearest(100))
})
