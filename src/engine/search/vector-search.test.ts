import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteDots, loopDots } from './byte-dots.ts'
import { cosine } from './static-embedder.ts'
import { largest } from './top-values.ts'
import { nearestRows, quantize, similaritiesTo, squareOf, vectorBlock } from './vector-search.ts'

const DIMS = 32
const unit = (vector: number[]) => {
  const norm = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => (norm === 0 ? 0 : value / norm))
}
const vectors = fc.array(
  fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: DIMS, maxLength: DIMS }).map(unit),
  { minLength: 1, maxLength: 300 },
)

const blockOf = (rows: readonly Float32Array[]) => {
  const bytes = rows.map(quantize)
  return vectorBlock(Int8Array.from(bytes.flatMap((row) => [...row])), Int32Array.from(bytes, squareOf))
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
        for (const [at, hit] of hits.entries())
          expect(Math.abs(hit.similarity - exact[at]!)).toBeLessThan(0.02)
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

describe('byteDots', () => {
  it('is the plain loop, faster', () => {
    const bytes = (length: number) => fc.int8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }).chain((count) => fc.tuple(bytes(count * DIMS), bytes(DIMS))),
        ([block, query]) => {
          expect([...byteDots(block, DIMS)(query)]).toEqual([...loopDots(block, DIMS)(query)])
        },
      ),
    )
  })

  it('answers in dimensions that the kernel cannot read', () => {
    expect([...byteDots(Int8Array.of(1, 2, 3, 4), 2)(Int8Array.of(10, 1))]).toEqual([12, 34])
  })
})

describe('quantize', () => {
  it('uses the whole range of a byte', () => {
    expect([...quantize(Float32Array.of(0.5, -0.25, 0))]).toEqual([127, -63, 0])
    expect([...quantize(new Float32Array(2))]).toEqual([0, 0])
  })
})

describe('largest', () => {
  it('is the head of a sort', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 })),
        fc.integer({ min: -1, max: 20 }),
        (values, keep) => {
          const sorted = values.map((_, at) => at).sort((a, b) => values[b]! - values[a]! || a - b)
          const found = largest(Float32Array.from(values), keep).sort(
            (a, b) => values[b]! - values[a]! || a - b,
          )
          expect(found).toEqual(sorted.slice(0, Math.max(0, keep)))
        },
      ),
    )
  })
})
