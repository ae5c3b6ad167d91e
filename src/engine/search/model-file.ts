import type { Vocabulary } from './vocabulary.ts'

/** The content of a model file. Row `id` of the table is `scales[id] x row(id)`. */
export interface EmbeddingModel {
  readonly dims: number
  readonly vocabulary: Vocabulary
  readonly scales: Float32Array
  readonly row: (id: number) => Int8Array
  /** SHA-256, in hex: of the training settings and package list, and of everything after the header. */
  readonly settingsHash: string
  readonly bodyHash: string
}

export const MODEL_VERSION = 1
export const HEADER_BYTES = 96
export const MAGIC = 0x454c544d

/** Header, all numbers little endian: magic `MTLE`, version, dims, pieces, slots, units, 0, 0, settings hash, body hash. */
const [SETTINGS_AT, BODY_AT] = [32, 64]

/** Views of the bytes, without a copy if they are aligned. Throws if the bytes are not a model of this version. */
export function readModel(given: Uint8Array): EmbeddingModel {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
  const { end } = offsetsOf(sizesOf(bytes))
  if (bytes.byteLength !== end) throw new Error(`The embedding model is ${bytes.byteLength} bytes, not ${end}.`)
  return readModelAt((from, length) => bytes.subarray(from, from + length))
}

/** The same, for a file that is read in parts: its rows, most of it, one by one on request. */
export function readModelAt(readAt: (from: number, bytes: number) => Uint8Array): EmbeddingModel {
  const sizes = sizesOf(readAt(0, HEADER_BYTES))
  const { dims, pieces, slots, units } = sizes
  const at = offsetsOf(sizes)
  const tables = readAt(0, at.rows)
  const { buffer, byteOffset } = tables
  return {
    dims,
    vocabulary: {
      slots: new Uint16Array(buffer, byteOffset + at.slots, slots),
      offsets: new Uint32Array(buffer, byteOffset + at.offsets, pieces + 1),
      units: new Uint16Array(buffer, byteOffset + at.units, units),
    },
    scales: new Float32Array(buffer, byteOffset + at.scales, pieces),
    row: (id) => {
      const row = readAt(at.rows + id * dims, dims)
      return new Int8Array(row.buffer, row.byteOffset, dims)
    },
    get settingsHash() {
      return hex(tables.subarray(SETTINGS_AT, BODY_AT))
    },
    bodyHash: hex(tables.subarray(BODY_AT, HEADER_BYTES)),
  }
}

export type Sizes = { dims: number; pieces: number; slots: number; units: number }

/** Where each table starts. Units are padded to four bytes, so that numbers stay aligned. */
export function offsetsOf({ dims, pieces, slots, units }: Sizes) {
  const offsets = HEADER_BYTES + slots * 2
  const unitsAt = offsets + (pieces + 1) * 4
  const scales = unitsAt + Math.ceil(units / 2) * 4
  const rows = scales + pieces * 4
  return { slots: HEADER_BYTES, offsets, units: unitsAt, scales, rows, end: rows + pieces * dims }
}

function sizesOf(bytes: Uint8Array): Sizes {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < HEADER_BYTES || header.getUint32(0, true) !== MAGIC)
    throw new Error('These bytes are not an embedding model of Mettle.')
  const version = header.getUint32(4, true)
  if (version !== MODEL_VERSION)
    throw new Error(`The embedding model has version ${version}; this release reads ${MODEL_VERSION}.`)
  return {
    dims: header.getUint32(8, true),
    pieces: header.getUint32(12, true),
    slots: header.getUint32(16, true),
    units: header.getUint32(20, true),
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
