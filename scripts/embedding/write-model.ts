import { createHash } from 'node:crypto'
import { HEADER_BYTES, MAGIC, MODEL_VERSION, offsetsOf, type Sizes } from '../../src/engine/search/model-file.ts'
import { packVocabulary } from './pack-vocabulary.ts'
import type { Rows } from './pca.ts'

/** The one file: header, vocabulary, a scale per row, rows in bytes. `settings` is what its hash is taken of. */
export function modelBytes(pieces: readonly string[], rows: Rows, settings: string): Uint8Array {
  const vocabulary = packVocabulary(pieces)
  const { slots, offsets, units } = vocabulary
  const sizes = { dims: rows.dims, pieces: pieces.length, slots: slots.length, units: units.length }
  const at = offsetsOf(sizes)
  const bytes = new Uint8Array(at.end)
  writeHeader(new DataView(bytes.buffer), sizes)
  new Uint16Array(bytes.buffer, at.slots, slots.length).set(slots)
  new Uint32Array(bytes.buffer, at.offsets, offsets.length).set(offsets)
  new Uint16Array(bytes.buffer, at.units, units.length).set(units)
  quantizeRows(
    rows,
    new Float32Array(bytes.buffer, at.scales, pieces.length),
    new Int8Array(bytes.buffer, at.rows, rows.data.length),
  )
  bytes.set(createHash('sha256').update(settings).digest(), 32)
  bytes.set(createHash('sha256').update(bytes.subarray(HEADER_BYTES)).digest(), 64)
  return bytes
}

/** `scale = max|value| / 127`, `byte = round(value / scale)`. */
function quantizeRows({ data, dims }: Rows, scales: Float32Array, rows: Int8Array): void {
  for (let id = 0; id < scales.length; id += 1) {
    const row = data.subarray(id * dims, (id + 1) * dims)
    const scale = row.reduce((top, value) => Math.max(top, Math.abs(value)), 0) / 127
    scales[id] = scale
    if (scale > 0) for (let d = 0; d < dims; d += 1) rows[id * dims + d] = Math.round(row[d]! / scale)
  }
}

/** The header before the body: the counterpart of `readModel`. */
function writeHeader(header: DataView, { dims, pieces, slots, units }: Sizes): void {
  const numbers = [MAGIC, MODEL_VERSION, dims, pieces, slots, units]
  for (const [index, value] of numbers.entries()) header.setUint32(index * 4, value, true)
}
