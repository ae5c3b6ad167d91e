import type { ByteRows } from './byte-cosines.ts'

/** `byte = round(127 x value / max|value|)`: a vector of its own scale, since only its direction counts. */
export function quantize(vector: Float32Array): Int8Array {
  let top = 0
  for (const value of vector) top = Math.max(top, Math.abs(value))
  const bytes = new Int8Array(vector.length)
  if (top > 0) for (let d = 0; d < bytes.length; d += 1) bytes[d] = Math.round((127 * vector[d]!) / top)
  return bytes
}

/** The cosine of the query with every row. Within 0.02 of the cosine of the numbers before they became bytes. */
export function similaritiesTo(rows: ByteRows, query: Int8Array): Float64Array {
  return rows.cosines(query).slice()
}

/** The rows of the greatest similarities, best first; ties in the order of the rows. */
export function nearestRows(similarities: Float64Array, limit: number): { row: number; similarity: number }[] {
  if (limit <= 0) return []
  const best: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let row = 0; row < similarities.length; row += 1) {
    if (similarities[row]! <= least) continue
    let at = best.length < limit ? best.push(row) - 1 : limit - 1
    for (; at > 0 && similarities[best[at - 1]!]! < similarities[row]!; at -= 1) best[at] = best[at - 1]!
    best[at] = row
    if (best.length === limit) least = similarities[best[limit - 1]!]!
  }
  return best.map((row) => ({ row, similarity: similarities[row]! }))
}

/** The same rows as `nearestRows`, for a process that asks once. V8 would optimise a plain loop over thousands of rows, which costs more than the loop; this uses code compiled already. */
export function nearestRowsOnce(similarities: Float64Array, limit: number): number[] {
  const sorted = similarities.slice().sort()
  const rows: number[] = []
  for (let at = sorted.length - 1; at >= 0 && rows.length < limit; at -= 1) {
    const again = sorted[at] === sorted[at + 1] ? rows.at(-1)! + 1 : 0
    rows.push(similarities.indexOf(sorted[at]!, again))
  }
  return rows
}
