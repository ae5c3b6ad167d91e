import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteDots, loopDots } from './byte-dots.ts'
import { largest } from './largest.ts'
import { cosine } from './static-embedder.ts'
import { packVectors, quantize, searchVectors, vectorBlock } from './vector-search.ts'

const DIMS = 32
const unit = (vector: number[]) => {
  const norm = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => (norm === 0 ? 0 : value / norm))
}
const vectors = fc.array(
  fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: DIMS, maxLength: DIMS }).map(unit),
  { minLength: 1, maxLength: 300 },
)

describe('searchVectors', () => {
  it('finds what a search in float finds', () => {
    fc.assert(
      fc.property(vectors, fc.integer({ min: 0, max: 10 }), (rows, limit) => {
        const query = rows[0]!
        const hits = searchVectors(vectorBlock(packVectors(rows, DIMS), DIMS), {
          query,
          limit,
          vectorOf: (row) => rows[row]!,
        })
        const exact = rows.map((row) => cosine(query, row)).sort((a, b) => b - a)
        expect(hits).toHaveLength(Math.min(limit, rows.length))
        for (const [at, hit] of hits.entries()) expect(hit.similarity).toBeCloseTo(exact[at]!, 5)
      }),
      { numRuns: 50 },
    )
  })

  it('gives equal rows in their order, and nothing for an empty scope', () => {
    const row = unit([1, ...new Array(DIMS - 1).fill(0)])
    const block = vectorBlock(packVectors([row, row, row], DIMS), DIMS)
    const rows = searchVectors(block, { query: row, limit: 2, vectorOf: () => row }).map((hit) => hit.row)
    expect(rows).toEqual([0, 1])
    const empty = vectorBlock(new Int8Array(0), DIMS)
    expect(searchVectors(empty, { query: row, limit: 5, vectorOf: () => row })).toEqual([])
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
