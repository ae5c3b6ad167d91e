/** The part of node:crypto that hooks use, for their bundle: SHA-256 over short texts, and ids that need not be unpredictable. Loading the real one takes longer than a whole hook. */
export function createHash(_algorithm: 'sha256') {
  const parts: Buffer[] = []
  return {
    update(text: string, encoding: BufferEncoding = 'utf8') {
      parts.push(Buffer.from(text, encoding))
      return this
    },
    digest(encoding?: 'hex') {
      const bytes = sha256(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
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

const BLOCK = 64
/** The first 32 bits after the point of the square roots of the first primes, and of their cube roots. */
// biome-ignore format: eight in a row, as they are printed everywhere
const START = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
// biome-ignore format: eight in a row, as they are printed everywhere
const ROUNDS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])

/** The most recent first block of a longer message and the state after it, cached because the draws of one run start with the same block. */
let first: { readonly block: Buffer; readonly state: Int32Array } | undefined

/** As FIPS 180-4 gives it. */
export function sha256(message: Uint8Array): Buffer {
  const padded = pad(message)
  const state = padded.length === BLOCK ? START.slice() : afterFirst(padded).slice()
  for (let at = padded.length === BLOCK ? 0 : BLOCK; at < padded.length; at += BLOCK) mix(state, padded, at)
  const result = Buffer.allocUnsafe(32)
  for (let n = 0; n < 8; n += 1) result.writeInt32BE(state[n]!, n * 4)
  return result
}

function afterFirst(padded: Buffer): Int32Array {
  const block = padded.subarray(0, BLOCK)
  if (first?.block.equals(block) !== true) {
    const state = START.slice()
    mix(state, padded, 0)
    first = { block, state }
  }
  return first.state
}

/** The message, a one bit, zeros, and its length in bits, in blocks of 64 bytes. */
function pad(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(Math.ceil((message.length + 9) / BLOCK) * BLOCK)
  bytes.set(message)
  bytes.fill(0, message.length)
  bytes[message.length] = 0x80
  bytes.writeUInt32BE(message.length * 8, bytes.length - 4)
  return bytes
}

const WORDS = new Int32Array(64)

/** Mixes in one block. It is a single unrolled function: hooks end before V8 optimises a loop, and optimising, which V8 does sooner for small functions, costs more than all that a hook hashes. */
function mix(state: Int32Array, padded: Buffer, at: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let n = 0; n < 64; n += 1) {
    let word: number
    if (n < 16) word = padded.readInt32BE(at + n * 4)
    else {
      const far = WORDS[n - 15]!
      const near = WORDS[n - 2]!
      const turnedFar = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3)
      const turnedNear = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10)
      word = (WORDS[n - 16]! + WORDS[n - 7]! + turnedFar + turnedNear) | 0
    }
    WORDS[n] = word
    const turnedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const one = (h + turnedE + (g ^ (e & (f ^ g))) + ROUNDS[n]! + word) | 0
    const two = turnedA + ((a & b) | (c & (a | b)))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
