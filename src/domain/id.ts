const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Source of ids: unique, and sorted by time when made by one process. */
export type NextId = () => string

/** ULIDs: 26 letters for 48 bits of time and 80 random bits. They never go backwards within a process: in the same millisecond the random part counts up. */
export function createIds(clock: () => number, randomBytes: (size: number) => Uint8Array): NextId {
  let lastTime = -1
  let lastRandom = 0n
  return () => {
    const time = Math.max(0, Math.trunc(clock()), lastTime)
    lastRandom = time === lastTime ? (lastRandom + 1n) & MAX_RANDOM : bytesToBigInt(randomBytes(10)) >> 1n
    lastTime = time
    return encode(BigInt(time), 10) + encode(lastRandom, 16)
  }
}

const MAX_RANDOM = (1n << 80n) - 1n

function encode(value: bigint, length: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}

function bytesToBigInt(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value
}

const LONGEST_ID = 128
const SHOWN = 40
const RESERVED_ON_WINDOWS =
  'con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9'
const LONGEST_RESERVED = 4

/** Why a text cannot be an id, or undefined. An id is safe as a file name on every system, as a database key and in a URL. */
export function idProblem(text: string): string | undefined {
  if (text === '') return 'an id must not be empty'
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  if (text.length > LONGEST_ID) return `'${shown}' has ${text.length} characters, and an id has at most ${LONGEST_ID}`
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text))
    return `'${shown}' is not an id: use letters, digits, dot, dash and underscore`
  const isUnsafe = text.includes('..') || text.endsWith('.') || isReserved(text)
  return isUnsafe ? `'${shown}' cannot be a file name everywhere, so it cannot be an id` : undefined
}

/** Whether Windows reserves the name, with or without an ending: `con.txt`. */
function isReserved(text: string): boolean {
  const [name = ''] = text.split('.', 1)
  return name.length <= LONGEST_RESERVED && RESERVED_ON_WINDOWS.split(' ').includes(name.toLowerCase())
}

/** The form in which ids of adapters, agents and failure types compare: `' GitHub'` and `'github'` are one. */
export function idOf(text: string): string {
  return text.trim().toLowerCase()
}
