import { readFileSync, statSync } from 'node:fs'
import { orElse } from '../../domain/sets.ts'

const WAL_HEADER = 32
const FRAME_HEADER = 24
const TRIES = 5
/** Reading a larger log would make opening the journal slow. */
const MOST_BYTES = 64_000_000

/** The shared knowledge of a journal's processes about its write-ahead log. */
interface WalIndex {
  readonly pageSize: number
  /** The number of valid frames in the log. */
  readonly frames: number
  /** How many of them are already in the main file. */
  readonly moved: number
  readonly salts: Buffer
  readonly header: Buffer
}

/** The problem, if any, of the write-ahead log of a journal that is open elsewhere, or that a killed process left behind. SQLite compares the checksums of a log only when it recovers one: a process that joins others reads damaged frames as they are. Formats: https://sqlite.org/fileformat2.html#the_write_ahead_log and https://sqlite.org/walformat.html#the_wal_index_file_format */
export function walProblem(path: string, bootedAt: number): string | undefined {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const index = readIndex(`${path}-shm`, bootedAt)
    if (index === undefined || index.moved >= index.frames) return undefined
    const problem = problemOf(index, fileAt(`${path}-wal`))
    if (problem === undefined) return undefined
    // Others may be writing: a problem is only damage if the index stays the same.
    if (readIndex(`${path}-shm`, bootedAt)?.header.equals(index.header)) return problem
  }
  return undefined
}

/** An index from before the machine started is a remainder of a power failure, and SQLite creates it again. */
function readIndex(path: string, bootedAt: number): WalIndex | undefined {
  const file = fileAt(path)
  if (file === undefined || file.length < 136) return undefined
  const header = file.subarray(0, 48)
  const isWhole = header[12] === 1 && header.equals(file.subarray(48, 96))
  if (!isWhole || (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < bootedAt) return undefined
  const word = (at: number) => new DataView(file.buffer, file.byteOffset).getUint32(at, IS_LITTLE)
  const size = new DataView(file.buffer, file.byteOffset).getUint16(14, IS_LITTLE)
  return {
    pageSize: size === 1 ? 65_536 : size,
    frames: word(16),
    moved: word(96),
    salts: header.subarray(32, 40),
    header,
  }
}

function problemOf(index: WalIndex, log: Buffer | undefined): string | undefined {
  const { frames, pageSize } = index
  const name = 'the write-ahead log (-wal)'
  if (log === undefined || log.length === 0) return `${name} is gone, and it held ${frames} pages`
  if (log.length < WAL_HEADER + frames * (FRAME_HEADER + pageSize)) return `${name} was cut: it held ${frames} pages`
  if (!log.subarray(16, 24).equals(index.salts)) return `${name} is not the one that was written`
  const damaged = frames * pageSize > MOST_BYTES ? undefined : firstDamagedFrame(log, index)
  return damaged === undefined ? undefined : `${name} is damaged from page ${damaged} of ${frames} on`
}

/** Checksums chain the frames, so all frames after a damaged one are worthless. */
function firstDamagedFrame(log: Buffer, { frames, pageSize }: WalIndex): number | undefined {
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  const view = new DataView(log.buffer, log.byteOffset, log.length)
  let [a, b] = [0, 0]
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 8) {
      a = (a + view.getUint32(at, !isBigEndian) + b) >>> 0
      b = (b + view.getUint32(at + 4, !isBigEndian) + a) >>> 0
    }
  }
  const matches = (at: number) => view.getUint32(at) === a && view.getUint32(at + 4) === b
  add(0, 24)
  if (!matches(24)) return 1
  for (let frame = 0; frame < frames; frame++) {
    const at = WAL_HEADER + frame * (FRAME_HEADER + pageSize)
    add(at, at + 8)
    add(at + FRAME_HEADER, at + FRAME_HEADER + pageSize)
    if (!matches(at + 16)) return frame + 1
  }
  return undefined
}

const IS_LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

function fileAt(path: string): Buffer | undefined {
  return orElse(() => readFileSync(path), undefined)
}
