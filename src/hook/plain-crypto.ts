/**
 * The part of node:crypto that hooks use, for their bundle: SHA-256 over short texts, and ids that nobody must guess. Loading the real one takes longer
 * than a whole hook.
 */
export function createHash(_algorithm: 'sha256') {
  const parts: Buffer[] = []
  return {
    update(text: string, encoding: BufferEncoding = 'utf8') {
      parts.push(Buffer.from(text, encoding))
      return this
    },
    digest(encoding?: 'hex') {
      const bytes = sha256(Buffer.concat(parts))
      return encoding === undefined ? bytes : bytes.toString(encoding)
    },
  }
}

export function hash(_algorithm: 'sha256', text: string, encoding: 'hex'): string {
  return sha256(Buffer.from(text, 'utf8')).toString(encoding)
}

export function randomBytes(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => Math.floor(Math.random() * 256))
}

export function randomUUID(): string {
  const hex = Buffer.from(randomBytes(16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const initial = once(() => Int32Array.from(fractions(8, 1 / 2)))
const rounds = once(() => Int32Array.from(fractions(64, 1 / 3)))

/** As FIPS 180-4 gives it. */
export function sha256(message: Uint8Array): Buffer {
  const state = Int32Array.from(initial())
  const constants = rounds()
  const words = new Int32Array(64)
  const padded = pad(message)
  for (let at = 0; at < padded.byteLength; at += 64) mix(state, { padded, at, words, constants })
  const result = Buffer.alloc(32)
  for (let n = 0; n < 8; n += 1) result.writeInt32BE(state[n]!, n * 4)
  return result
}

/** The message, a one bit, zeros, and its length in bits, in blocks of 64 bytes. */
function pad(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, message.length * 8)
  return view
}

interface Block {
  readonly padded: DataView
  readonly at: number
  readonly words: Int32Array
  readonly constants: Int32Array
}

function mix(state: Int32Array, { padded, at, words, constants }: Block): void {
  for (let n = 0; n < 16; n += 1) words[n] = padded.getInt32(at + n * 4)
  for (let n = 16; n < 64; n += 1) {
    const [near, far] = [words[n - 2]!, words[n - 15]!]
    const small0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const small1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[n] = words[n - 16]! + small0 + words[n - 7]! + small1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let n = 0; n < 64; n += 1) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[n]! + words[n]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) state[n] = state[n]! + value
}

function turn(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits))
}

/** The first 32 bits after the point of the roots of the first primes. */
function fractions(count: number, power: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes.map((prime) => ((prime ** power % 1) * 2 ** 32) | 0)
}

function once<T>(work: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: work() }
    return made.value
  }
}
