import { closeSync, fstatSync, readSync } from 'node:fs'
import { type Payload, recordInLine } from '../../edges/agents/payload.ts'
import { openRegularFile, readRegularText } from '../files/regular-file.ts'

const CHUNK = 1_048_576
/** A line contains one tool's output; longer ones are skipped. */
const LONGEST_LINE = 33_554_432
/** Larger than any session; such a file is not a transcript. */
const MOST_BYTES = 4_294_967_296
const NEWLINE = 0x0a

/** A parsed transcript line, and its offset. */
export interface TranscriptLine {
  readonly offset: number
  readonly line: Payload
}

/** The end of the last complete line, and the identity of the file. */
export interface FileEnd {
  readonly offset: number
  readonly inode: number
}

/** Reads a transcript's lines from an offset, one at a time. The client may be writing: a torn last line is left for next time. A JSON object over many lines, as some clients write, counts as one line. */
export function* transcriptLines(path: string, from: number): Generator<TranscriptLine, FileEnd> {
  if (path.endsWith('.json')) return yield* wholeFile(path)
  const { file, size } = openRegularFile(path, { mostBytes: MOST_BYTES, noFollow: true })
  try {
    const inode = fstatSync(file).ino
    let start = from
    let parts: Buffer[] = []
    let length = 0
    for (let at = start; at < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, size - at))
      const read = readSync(file, chunk, 0, chunk.length, at)
      if (read === 0) break
      for (let begin = 0; begin < read; ) {
        const end = chunk.subarray(0, read).indexOf(NEWLINE, begin)
        const piece = chunk.subarray(begin, end === -1 ? read : end)
        length += piece.length
        if (length <= LONGEST_LINE) parts.push(piece)
        begin += piece.length + 1
        if (end === -1) break
        const line = length <= LONGEST_LINE ? recordInLine(Buffer.concat(parts).toString('utf8')) : undefined
        if (line !== undefined) yield { offset: start, line }
        start = at + end + 1
        parts = []
        length = 0
      }
      at += read
    }
    const last = length > 0 && length <= LONGEST_LINE ? recordInLine(Buffer.concat(parts).toString('utf8')) : undefined
    if (last !== undefined) yield { offset: start, line: last }
    return { offset: start, inode }
  } finally {
    closeSync(file)
  }
}

function* wholeFile(path: string): Generator<TranscriptLine, FileEnd> {
  const line = recordInLine(readRegularText(path, { noFollow: true }))
  if (line !== undefined) yield { offset: 0, line }
  return { offset: 0, inode: 0 }
}
