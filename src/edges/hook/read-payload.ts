import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { textIn } from '../../domain/bytes-text.ts'
import { orElse } from '../../domain/sets.ts'
import { runningMs } from './process-facts.ts'

const CHUNK = 65_536
/** More than any client sends. */
const MOST_BYTES = 33_554_432
/** How long to sleep while no data is there: short at first, then longer, so as not to add to the load that makes the machine slow. */
const RETRY_MS = { first: 2, later: 10, afterMs: 200 }
/** `}` */
const BRACE = 0x7d

/** Reads stdin until it ends or is a complete JSON object, because some clients leave it open. Files and pipes are read directly: loading the stdin stream takes longer than the rest of a hook. */
export async function readPayload(waitMs: number): Promise<unknown> {
  const parts = new PayloadParts()
  try {
    const file = readable()
    if (file !== undefined) return readWaiting(file, parts, waitMs)
    const { readSocket } = await import('./read-socket.ts')
    return await readSocket(parts, waitMs, lateText(waitMs))
  } catch (error) {
    const { UnreadPayload } = await import('./unread-payload.ts')
    throw new UnreadPayload(error, parts.text)
  }
}

/** A descriptor that can be read without blocking; undefined for a socket, or if a pipe cannot be reopened. */
function readable(): number | undefined {
  return orElse(
    () => (fstatSync(0).isFile() ? 0 : openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)),
    undefined,
  )
}

function readWaiting(file: number, payload: PayloadParts, waitMs: number): unknown {
  const buffer = new Uint8Array(CHUNK)
  for (;;) {
    const count = readSome(file, buffer)
    if (count === 0) return payload.end()
    if (count !== undefined) {
      const whole = payload.add(buffer.subarray(0, count))
      if (whole === undefined) continue
      if (file !== 0) closeSync(file)
      return whole
    }
    const ms = runningMs()
    if (ms > waitMs) throw new Error(lateText(waitMs))
    const sleepMs = ms < RETRY_MS.afterMs ? RETRY_MS.first : RETRY_MS.later
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleepMs)
  }
}

function lateText(waitMs: number): string {
  return `no whole payload within ${waitMs} ms`
}

/** The number of bytes read; undefined while there are none. */
function readSome(file: number, buffer: Uint8Array): number | undefined {
  try {
    return readSync(file, buffer, 0, buffer.length, null)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EOF') return 0
    if (code === 'EAGAIN') return undefined
    throw error
  }
}

/** A payload that comes in pieces. */
export class PayloadParts {
  readonly #parts: Uint8Array[] = []
  #bytes = 0

  /** The payload, if this piece completes it. The caller may reuse the piece. */
  add(piece: Uint8Array): unknown {
    this.#parts.push(new Uint8Array(piece))
    this.#bytes += piece.length
    if (this.#bytes > MOST_BYTES) throw new Error(`a payload of more than ${MOST_BYTES} bytes`)
    if (piece.at(-1) !== BRACE && !textIn(piece.subarray(-8)).trimEnd().endsWith('}')) return undefined
    return orElse(() => this.end(), undefined)
  }

  end(): unknown {
    return JSON.parse(this.text)
  }

  /** What came so far. */
  get text(): string {
    const [first, ...others] = this.#parts
    return textIn(first !== undefined && others.length === 0 ? first : Buffer.concat(this.#parts))
  }
}
