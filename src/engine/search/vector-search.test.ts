import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteRows, byteRows, plainRows, squareOf } from './byte-cosines.ts'
import { cosine } from './static-embedder.ts'
import { nearestRows, nearestRowsOnce, quantize, similaritiesTo } from './vector-search.ts'

const DIMS = 32
const unit = (vector: number[]) => {
  const norm = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => (norm === 0 ? 0 : value / norm))
}
const vectors = fc.array(
  fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: DIMS, maxLength: DIMS }).map(unit),
  { minLength: 1, maxLength: 300 },
)

function filled(block: ByteRows, rows: readonly Int8Array[]): ByteRows {
  for (const [at, row] of rows.entries()) block.bytes.set(row, at * row.length)
  block.squares.set(rows.map(squareOf))
  return block
}

const blockOf = (rows: readonly Float32Array[]) => {
  return filled(byteRows(rows.length, DIMS), rows.map(quantize))
}

describe('a search over vectors', () => {
  it('is within 0.02 of a search in float', () => {
    fc.assert(
      fc.property(vectors, fc.integer({ min: 0, max: 10 }), (rows, limit) => {
        const query = rows[0]!
        const similarities = similaritiesTo(blockOf(rows), quantize(query))
        for (const [at, row] of rows.entries())
          expect(Math.abs(similarities[at]! - cosine(query, row))).toBeLessThan(0.02)
        const hits = nearestRows(similarities, limit)
        const exact = rows.map((row) => cosine(query, row)).sort((a, b) => b - a)
        expect(hits).toHaveLength(Math.min(limit, rows.length))
        for (const [at, hit] of hits.entries()) expect(Math.abs(hit.similarity - exact[at]!)).toBeLessThan(0.02)
      }),
      { numRuns: 50 },
    )
  })

  it('is exactly the cosine of the bytes', () => {
    fc.assert(
      fc.property(vectors, (rows) => {
        const query = quantize(rows[0]!)
        const expected = rows.map((row) => cosine(query, quantize(row)))
        expect([...similaritiesTo(blockOf(rows), query)]).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('gives equal rows in their order, and nothing for an empty scope', () => {
    const row = unit([1, ...new Array(DIMS - 1).fill(0)])
    const similarities = similaritiesTo(blockOf([row, row, row]), quantize(row))
    expect(nearestRows(similarities, 2).map((hit) => hit.row)).toEqual([0, 1])
    expect(nearestRows(similaritiesTo(blockOf([]), quantize(row)), 5)).toEqual([])
  })

  it('finds nothing like a text without a known word', () => {
    const row = unit([1, ...new Array(DIMS - 1).fill(0)])
    expect([...similaritiesTo(blockOf([row]), new Int8Array(DIMS))]).toEqual([0])
  })
})

describe('byteRows', () => {
  it('compares as the plain loop does, to the last digit', () => {
    const byte = fc.constantFrom(-128, -3, 0, 0, 1, 2, 127)
    const row = fc.array(byte, { minLength: DIMS, maxLength: DIMS }).map((some) => Int8Array.from(some))
    fc.assert(
      fc.property(fc.array(row, { maxLength: 9 }), row, (rows, query) => {
        const [one, other] = [byteRows(rows.length, DIMS), plainRows(rows.length, DIMS)]
        expect([...filled(one, rows).cosines(query)]).toEqual([...filled(other, rows).cosines(query)])
      }),
    )
  })

  it('answers in dimensions that the kernel cannot read', () => {
    const rows = filled(byteRows(2, 2), [Int8Array.of(3, 4), Int8Array.of(4, 3)])
    expect([...rows.cosines(Int8Array.of(3, 4))]).toEqual([1, 0.96])
  })

  it('forgets the question before', () => {
    const rows = filled(byteRows(1, DIMS), [new Int8Array(DIMS).fill(1)])
    expect([...rows.cosines(new Int8Array(DIMS).fill(2))]).toEqual([1])
    expect([...rows.cosines(new Int8Array(DIMS))]).toEqual([0])
  })
})

describe('quantize', () => {
  it('uses the whole range of a byte', () => {
    expect([...quantize(Float32Array.of(0.5, -0.25, 0))]).toEqual([127, -63, 0])
    expect([...quantize(new Float32Array(2))]).toEqual([0, 0])
  })
})

describe('nearestRows', () => {
  it('is the head of a sort', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: -1, max: 20 }), (values, limit) => {
        const sorted = values.map((_, at) => at).sort((a, b) => values[b]! - values[a]! || a - b)
        const similarities = Float64Array.from(values)
        const found = nearestRows(similarities, limit).map(({ row }) => row)
        expect(found).toEqual(sorted.slice(0, Math.max(0, limit)))
        expect(nearestRowsOnce(similarities, limit)).toEqual(found)
      }),
    )
  })
})
