import { constants, fstatSync, openSync, read } from 'node:fs'

const CHUNK = 65_536
/** More than any client sends. */
const MOST_BYTES = 33_554_432
const RETRY_MS = 2

/**
 * What comes on stdin: until it ends, or until it is a whole JSON object, for some clients leave it open; rejected at the deadline. The stream of stdin would take longer to load than all the
 * rest of a hook takes.
 */
export function readPayload(deadlineMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const file = readableFile()
    const chunks: Buffer[] = []
    let bytes = 0
    let isOver = false
    const late = setTimeout(() => {
      isOver = true
      reject(new Error(`no whole payload within ${deadlineMs} ms`))
    }, deadlineMs)
    const end = (text: string) => {
      clearTimeout(late)
      resolve(text)
    }
    const next = () =>
      read(file, Buffer.alloc(CHUNK), 0, CHUNK, null, (error, count, buffer) => {
        if (isOver) return
        if (error?.code === 'EAGAIN') return void setTimeout(next, RETRY_MS)
        if (error !== null && error.code !== 'EOF') return reject(error)
        if (error !== null || count === 0) return end(Buffer.concat(chunks).toString('utf8'))
        chunks.push(buffer.subarray(0, count))
        bytes += count
        if (bytes > MOST_BYTES) return reject(new Error(`a payload of more than ${MOST_BYTES} bytes`))
        if (isBrace(buffer, count)) {
          const text = Buffer.concat(chunks).toString('utf8')
          if (isWhole(text)) return end(text)
        }
        next()
      })
    next()
  })
}

/** A read of a pipe cannot be given up, and would keep the process from ending; one that does not wait can. */
function readableFile(): number {
  try {
    if (fstatSync(0).isFIFO()) return openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    // As it is, then.
  }
  return 0
}

function isBrace(buffer: Buffer, count: number): boolean {
  const last = buffer
    .subarray(Math.max(0, count - 8), count)
    .toString('latin1')
    .trimEnd()
  return last.endsWith('}')
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
