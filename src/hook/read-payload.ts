import { constants, fstatSync, openSync, read, readSync } from 'node:fs'

const CHUNK = 65_536
/** More than any client sends. */
const MOST_BYTES = 33_554_432
const RETRY_MS = 2

/**
 * What comes on stdin: until it ends, or until it is a whole JSON object, for some clients leave it open; rejected at the deadline. What lies in a pipe by then is taken,
 * however late a busy machine lets one look. The stream of stdin would take longer to load than all the rest of a hook takes.
 */
export function readPayload(deadlineMs: number): Promise<string> {
  const { file, waits } = readableFile()
  const began = performance.now()
  const isLate = () => performance.now() - began > deadlineMs
  return new Promise((resolve, reject) => {
    const payload = new Payload(resolve, reject)
    const giveUp = () => payload.end(new Error(`no whole payload within ${deadlineMs} ms`))
    if (waits) {
      const late = setTimeout(giveUp, deadlineMs)
      readLater(file, payload, () => clearTimeout(late))
    } else readNow(file, payload, { isLate, giveUp })
  })
}

/** What has come so far; settled once. */
class Payload {
  readonly #chunks: Buffer[] = []
  readonly #resolve: (text: string) => void
  readonly #reject: (error: Error) => void
  #bytes = 0
  isOver = false

  constructor(resolve: (text: string) => void, reject: (error: Error) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > MOST_BYTES) this.end(new Error(`a payload of more than ${MOST_BYTES} bytes`))
    else if (isBrace(chunk) && isWhole(this.#text())) this.end()
  }

  end(error?: Error): void {
    if (this.isOver) return
    this.isOver = true
    if (error === undefined) this.#resolve(this.#text())
    else this.#reject(error)
  }

  #text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

interface Deadline {
  isLate(): boolean
  giveUp(): void
}

/** Reads what is there, and looks again a little later where that is nothing. */
function readNow(file: number, payload: Payload, deadline: Deadline): void {
  try {
    while (!payload.isOver) {
      const chunk = Buffer.alloc(CHUNK)
      const count = readSync(file, chunk, 0, CHUNK, null)
      if (count === 0) payload.end()
      else payload.take(chunk.subarray(0, count))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EOF') payload.end()
    else if (code !== 'EAGAIN') payload.end(error as Error)
    else if (deadline.isLate()) deadline.giveUp()
    else setTimeout(() => readNow(file, payload, deadline), RETRY_MS)
  }
}

function readLater(file: number, payload: Payload, done: () => void): void {
  read(file, Buffer.alloc(CHUNK), 0, CHUNK, null, (error, count, buffer) => {
    if (error?.code === 'EAGAIN')
      return void (payload.isOver || setTimeout(() => readLater(file, payload, done), RETRY_MS))
    if (error !== null && error.code !== 'EOF') payload.end(error)
    else if (error !== null || count === 0) payload.end()
    else payload.take(buffer.subarray(0, count))
    if (payload.isOver) done()
    else readLater(file, payload, done)
  })
}

/** A read of a pipe cannot be given up, and would keep the process from ending; one that does not wait can. */
function readableFile(): { readonly file: number; readonly waits: boolean } {
  try {
    const flags = constants.O_RDONLY | constants.O_NONBLOCK
    if (fstatSync(0).isFIFO()) return { file: openSync('/dev/stdin', flags), waits: false }
  } catch {
    // As it is, then.
  }
  return { file: 0, waits: true }
}

function isBrace(chunk: Buffer): boolean {
  return chunk.subarray(-8).toString('latin1').trimEnd().endsWith('}')
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
