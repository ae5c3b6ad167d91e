import type { Vocabulary } from './vocabulary.ts'

/** What one model file holds. Row `id` of the table is `scales[id] x rows[id]`. */
export interface EmbeddingModel {
  readonly dims: number
  readonly vocabulary: Vocabulary
  readonly scales: Float32Array
  readonly rows: Int8Array
  /** SHA-256, in hex: of the training settings and package list, and of everything after the header. */
  readonly settingsHash: string
  readonly bodyHash: string
}

export const MODEL_VERSION = 1
export const HEADER_BYTES = 96
const MAGIC = 0x454c544d

/** Header, all numbers little endian: magic `MTLE`, version, dims, pieces, slots, units, 0, 0, settings hash, body hash. */
const [SETTINGS_AT, BODY_AT] = [32, 64]

/** Views over the bytes, without a copy when they are aligned. Bytes that are no model of this version are an error. */
export function readModel(given: Uint8Array): EmbeddingModel {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
  const [dims, pieces, slots, units] = sizesOf(bytes)
  const at = offsetsOf({ pieces, slots, units, dims })
  if (bytes.byteLength !== at.end)
    throw new Error(`The embedding model is ${bytes.byteLength} bytes, not ${at.end}.`)
  const { buffer, byteOffset } = bytes
  return {
    dims,
    vocabulary: {
      slots: new Uint16Array(buffer, byteOffset + at.slots, slots),
      offsets: new Uint32Array(buffer, byteOffset + at.offsets, pieces + 1),
      units: new Uint16Array(buffer, byteOffset + at.units, units),
    },
    scales: new Float32Array(buffer, byteOffset + at.scales, pieces),
    rows: new Int8Array(buffer, byteOffset + at.rows, pieces * dims),
    settingsHash: hex(bytes.subarray(SETTINGS_AT, BODY_AT)),
    bodyHash: hex(bytes.subarray(BODY_AT, HEADER_BYTES)),
  }
}

type Sizes = { dims: number; pieces: number; slots: number; units: number }

/** Where each table starts. Units are padded to four bytes, so that numbers stay aligned. */
export function offsetsOf({ dims, pieces, slots, units }: Sizes) {
  const offsets = HEADER_BYTES + slots * 2
  const unitsAt = offsets + (pieces + 1) * 4
  const scales = unitsAt + Math.ceil(units / 2) * 4
  const rows = scales + pieces * 4
  return { slots: HEADER_BYTES, offsets, units: unitsAt, scales, rows, end: rows + pieces * dims }
}

/** The header before the body: the counterpart of `readModel`. */
export function writeHeader(header: DataView, { dims, pieces, slots, units }: Sizes): void {
  const numbers = [MAGIC, MODEL_VERSION, dims, pieces, slots, units]
  for (const [index, value] of numbers.entries()) header.setUint32(index * 4, value, true)
}

function sizesOf(bytes: Uint8Array): [number, number, number, number] {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < HEADER_BYTES || header.getUint32(0, true) !== MAGIC)
    throw new Error('These bytes are not an embedding model of Mettle.')
  const version = header.getUint32(4, true)
  if (version !== MODEL_VERSION)
    throw new Error(`The embedding model has version ${version}; this release reads ${MODEL_VERSION}.`)
  return [8, 12, 16, 20].map((at) => header.getUint32(at, true)) as [number, number, number, number]
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
