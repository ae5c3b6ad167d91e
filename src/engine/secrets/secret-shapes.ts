import { isPlaceholder } from './placeholder.ts'

type IsSecret = (text: string) => boolean

/**
 * Shannon entropy in bits per character: `-sum p(c) x log2 p(c)` over the characters c of the text.
 *
 * Never below 0, never above log2(length). 'aaaa': 0. 'abcd': 2. Thirty-two different characters: 5.
 */
export function entropy(text: string): number {
  const counts = new Map<string, number>()
  let total = 0
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1)
    total++
  }
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  return bits
}

const WORD = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g

/**
 * Mean length of the words of a token, where a word is `Upper? lower+`, `UPPER+` or digits. No words at all: 0.
 *
 * Names are made of words and random text is not: 'parseVerdictBlock' gives 5.67; random letters and digits give about 1.9, and stay below 3 in 99 of 100 tokens of 32 characters.
 */
export function meanWordLength(text: string): number {
  const words = text.match(WORD) ?? []
  return words.length === 0 ? 0 : words.join('').length / words.length
}

/** The value of a `Cookie` or `Set-Cookie` header, or of `curl -b`. */
const COOKIES =
  /(?:\bcookie\\{0,3}["']?\s{0,2}[:=]\s{0,2}\\{0,3}["'`]?|\bcurl\b[^\n]{0,300}?\s(?:-b|--cookie)[ =]{1,2}["']?)(?<cookies>[^\r\n"'`\\]{8,8192})/dgi
const PAIR = /(?:^|;\s{0,4})(?<name>[\w.$!~-]{1,128})=(?<value>[^\s;,]{8,4096})/dg
/** Names of cookies that grant access, however short they are. */
const SESSION = /sess|sid|auth|token|csrf|xsrf|jwt|remember/i
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|httponly|secure|priority|partitioned)$/i

/** The ranges [start, end) of cookies that grant access to their bearer: long values that are not made of words. */
export function cookieRanges(text: string): [number, number][] {
  return [...text.matchAll(COOKIES)].flatMap((header) => {
    const [start] = header.indices!.groups!.cookies!
    return [...header.groups!.cookies!.matchAll(PAIR)]
      .filter(({ groups }) => !ATTRIBUTE.test(groups!.name!) && isSecretCookie(groups!.name!, groups!.value!))
      .map((pair): [number, number] => {
        const [from, to] = pair.indices!.groups!.value!
        return [start + from, start + to]
      })
  })
}

function isSecretCookie(name: string, value: string): boolean {
  return (
    (value.length >= 12 || SESSION.test(name)) &&
    !isPlaceholder(value) &&
    /[0-9]/.test(value) &&
    /[a-z]/i.test(value) &&
    (meanWordLength(value) < 3.6 || /^[a-z0-9]{24,}$/i.test(value)) &&
    entropy(value) >= 2.8
  )
}

/** Where a split word continues: on the next line, also within a quotation or a diff, or in the next of two quoted pieces. */
const JOINT = `(?:\\\\?\\r?\\n[ \\t>+|]{0,16}|\\\\n|["'\`][\\s.,&+]{0,16}["'\`])`
const PIECES = new RegExp(`(?<![\\w+/-])[\\w+/-]{4,200}(?:${JOINT}[\\w+/-]{4,200}){1,8}={0,2}`, 'g')
const JOINTS = new RegExp(JOINT, 'g')

/** Signs of encoded text; most texts have none. */
const MAY_BE_ENCODED = /[0-9a-f]{24}|[%\\&\ud835\uff01-\uff5e]|\d{2}[:, ]/i
const HEX = '(?:0x|\\\\x|&#x|\\\\u\\{|\\\\u00)?([0-9a-f]{2})'
const GAPS = '[;:,}\\s]{0,2}'
const letter = (base: number) => (code: string) => String.fromCharCode(Number.parseInt(code, base))
const ENCODED: readonly (readonly [RegExp, RegExp, (piece: string) => string])[] = [
  [RegExp(`(?<![0-9a-z])${HEX}(?:${GAPS}${HEX}){11,1023}[;}]?`, 'gi'), RegExp(HEX + GAPS, 'gi'), letter(16)],
  [/(?<!\d)(?:&#)?\d{2,3}(?:[;,\s]{1,2}(?:&#)?\d{2,3}){11,1023};?/g, /\D{0,4}(\d{2,3});?/g, letter(10)],
  [/(?<![\w%-])[\w-]{0,200}(?:%[0-9a-f]{2}[\w-]{0,200}){1,1023}/gi, /((?:%..)+)/g, decodeURIComponent],
  [/(?![\w-])[\w\uff01-\uff5e\u{1d400}-\u{1d7ff}-]{16,512}/gu, /(.+)/u, (wide) => wide.normalize('NFKC')],
]

/** The ranges of secrets that are hidden from a word-by-word reader: split over lines or quoted pieces, written as character codes, or percent-encoded; base64 is decoded with the random words. Decoded text is checked against the same rules, up to three levels deep. */
export function disguisedRanges(text: string, isSecret: IsSecret, more = 2): [number, number][] {
  const found: [number, number][] = []
  // A piece that is a secret by itself is replaced first; the rest is checked in the next round.
  const joined = (match: string) => (match.split(JOINTS).some(isSecret) ? '' : match.replace(JOINTS, ''))
  const look = (pattern: RegExp, undo: (match: string) => string) => {
    for (const { 0: match, index } of text.matchAll(pattern))
      if (holdsSecret(attempted(undo, match), isSecret, more)) found.push([index, index + match.length])
  }
  if (/[\n"'`\\]/.test(text)) look(PIECES, joined)
  if (MAY_BE_ENCODED.test(text))
    for (const [whole, piece, decode] of ENCODED)
      look(whole, (match) => match.replace(piece, (_, code: string) => decode(code)))
  return found
}

/** Whether decoded text contains a secret, directly or within up to `more` further layers of encoding. */
function holdsSecret(text: string, isSecret: IsSecret, more = 2): boolean {
  if (isSecret(text)) return true
  if (more === 0 || text.length < 16) return false
  const isEncoded = ([token]: readonly string[]) => holdsSecret(plainText(token!) ?? '', isSecret, more - 1)
  return disguisedRanges(text, isSecret, more - 1).length > 0 || [...text.matchAll(CANDIDATE)].some(isEncoded)
}

/** Text that cannot be decoded was not encoded. */
function attempted(undo: (match: string) => string, match: string): string {
  try {
    return undo(match)
  } catch {
    return ''
  }
}

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g

/** Longer than any key in use: an RSA key of 16,384 bits takes 12 KiB. */
const MAX_BLOCK = 32_768

/** Separators between the lines of a block: white space, the two characters `\n` of quoted text, quotes, `+`. */
const GAP = '(?:\\s|\\\\[nrt]|["\'`+>|,]){1,24}'

/** A block that was cut off: its header lines and every following run that can only be key material. */
const CUT_BODY = new RegExp(
  `(?:${GAP}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\\n\\\\]{0,100}|[A-Za-z0-9+/]{16,4096}={0,2}|[A-Za-z0-9+/]{1,15}={1,2})){0,700}`,
  'y',
)

/** Key material that ends at the end of the text it is tried on, read backwards from an END line. */
const BODY_LINE = /^[A-Za-z0-9+/=]{16,}$/

/**
 * The ranges [start, end) of private keys: whole blocks; blocks whose END is missing, up to the last run of
 * key material; and END lines whose BEGIN is missing, from the first line of key material.
 *
 * Work per block stops at the next block, so the whole is linear.
 */
export function privateKeyRanges(text: string): [number, number][] {
  const begins = [...text.matchAll(BEGIN)].map((match) => [match.index, match.index + match[0].length] as const)
  const ranges = begins.map(([start, bodyStart], i): [number, number] => {
    const limit = Math.min(begins[i + 1]?.[0] ?? text.length, bodyStart + MAX_BLOCK)
    return [start, blockEnd(text, bodyStart, limit)]
  })
  return [...ranges, ...headlessRanges(text, ranges)]
}

function blockEnd(text: string, bodyStart: number, limit: number): number {
  const body = text.slice(bodyStart, limit)
  const end = body.matchAll(END).next().value
  if (end) return bodyStart + end.index + end[0].length
  CUT_BODY.lastIndex = 0
  return bodyStart + (CUT_BODY.exec(body)?.[0].length ?? 0)
}

function headlessRanges(text: string, blocks: readonly [number, number][]): [number, number][] {
  const closed = new Set(blocks.map(([, end]) => end))
  const ranges: [number, number][] = []
  let floor = 0
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    if (!closed.has(end)) ranges.push([bodyStartBefore(text, Math.max(floor, end - MAX_BLOCK), match.index), end])
    floor = end
  }
  return ranges
}

function bodyStartBefore(text: string, floor: number, endLine: number): number {
  const lines = text.slice(floor, endLine).split('\n')
  let start = endLine
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!
    const last = i === lines.length - 1
    if (!last && !BODY_LINE.test(line.trim()) && !(i === lines.length - 2 && /^[\w+/=]{1,15}\s?$/.test(line))) break
    start -= line.length + (last ? 0 : 1)
  }
  return start
}

export const RANDOM_TOKEN = { minEntropyBits: 4.5, maxMeanWordLength: 3 }

/** A run long enough to be a token. Runs beyond 4,096 characters are read in pieces. */
const CANDIDATE = /[A-Za-z0-9+/_-]{20,4096}={0,2}/g

/** Random but public by design: digests, ULIDs, bodies of public SSH keys, the ids that clients give to events. */
const PUBLIC_TOKEN =
  /^(?:sha(?:1|224|256|384|512)[-_=]|AAAA(?:[BC]3NzaC1|E2VjZHNh)|[0-7][0-9A-HJKMNP-TV-Z]{25}$|(?:toolu|srvtoolu|call|chatcmpl|msg|req|resp|rs|fc|ses|run|evt|prt|item|thread)[_-])/

/** Text before a public value: `h1:` of go.sum, `contentHash` of NuGet, `base64,` of a data URL, a digest. */
const PUBLIC_CONTEXT =
  /(?:\bh1:|contentHash["': ]{1,5}|integrity["':= ]{1,5}|;base64,|\betag["': =]{1,4}(?:W\/)?"?|\bsha-?(?:1|256|384|512)["':= ]{1,3})$/i

/** Hashes and the groups of a UUID inside a longer run, as in the address of a file at a commit. */
const HEX_PART = /(?<![A-Za-z0-9])[0-9a-f]{4,64}(?![A-Za-z0-9])/g

/** Certificates and public keys: long, random and meant to be read. */
const PUBLIC_BLOCK =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}(?:CERTIFICATE|PUBLIC KEY|CERTIFICATE REQUEST)-----[A-Za-z0-9+/=\s\\]{0,16384}-----END/g

/**
 * The ranges [start, end) of long random tokens that no rule names.
 *
 * A token is random if it mixes upper case, lower case and digits, has at least 4.5 bits of entropy per character, and is not made of words (`meanWordLength < 3`). Hexadecimal
 * never reaches 4.5 bits, so git hashes and UUIDs stay. A run with slashes that is not random as a whole is a path, and each of its parts is judged by itself.
 */
export function randomTokenRanges(text: string, isSecret: IsSecret): [number, number][] {
  const publicBlocks = text.includes('-----BEGIN ') ? [...text.matchAll(PUBLIC_BLOCK)] : []
  const ranges: [number, number][] = []
  for (const match of text.matchAll(CANDIDATE)) {
    const at = match.index
    if (PUBLIC_CONTEXT.test(text.slice(Math.max(0, at - 24), at))) continue
    if (publicBlocks.some((block) => at >= block.index && at < block.index + block[0].length)) continue
    for (const [start, end] of randomParts(match[0], isSecret)) ranges.push([at + start, at + end])
  }
  return ranges
}

function randomParts(run: string, isSecret: IsSecret): [number, number][] {
  if (isRandomToken(run, isSecret)) return [[0, run.length]]
  if (!run.includes('/')) return []
  const parts = [...run.matchAll(/[^/=]{20,4096}/g)].filter((part) => isRandomToken(part[0], isSecret))
  return parts.map((part) => [part.index, part.index + part[0].length])
}

function isRandomToken(token: string, isSecret: IsSecret): boolean {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token) || !/[0-9]/.test(token)) return false
  if (PUBLIC_TOKEN.test(token)) return false
  const plain = plainText(token)
  if (plain !== undefined) return holdsSecret(plain, isSecret)
  const rest = token.replace(HEX_PART, '')
  return meanWordLength(rest) < RANDOM_TOKEN.maxMeanWordLength && entropy(rest) >= RANDOM_TOKEN.minEntropyBits
}

/** Whether an announced value is random: 16 characters, both cases or a base64 sign, a digit, and not made of words. Hexadecimal does not count, because hashes of files and ids are hexadecimal. */
export function looksRandom(value: string): boolean {
  const rest = value.replace(HEX_PART, '')
  return (
    value.length >= 16 &&
    rest.length >= 16 &&
    /[a-z]/.test(rest) &&
    /[0-9]/.test(rest) &&
    (/[A-Z]/.test(rest) || rest.length >= 24) &&
    meanWordLength(rest) < 3.2 &&
    entropy(rest) >= 3.4
  )
}

/** The readable text that a token encodes in base64, if any; such a token is exactly as secret as its text. */
function plainText(token: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(token)) return undefined
  const decoded = Buffer.from(token, 'base64').toString('utf8')
  return decoded.length >= 12 && /^[\t\n\r\x20-\x7e]*$/.test(decoded) ? decoded : undefined
}
