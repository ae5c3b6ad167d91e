import { entropy, meanWordLength } from './entropy.ts'

export const RANDOM_TOKEN = { minEntropyBits: 4.5, maxMeanWordLength: 3 }

/** A run long enough to be a token. Runs beyond 4,096 characters are read in pieces. */
const CANDIDATE = /[A-Za-z0-9+/_-]{20,4096}={0,2}/g

/** Random by design and public by design: digests, ULIDs, bodies of public SSH keys, the ids that clients give to events. */
const PUBLIC_TOKEN =
  /^(?:sha(?:1|224|256|384|512)[-_=]|AAAA(?:[BC]3NzaC1|E2VjZHNh)|[0-7][0-9A-HJKMNP-TV-Z]{25}$|(?:toolu|srvtoolu|call|chatcmpl|msg|req|resp|rs|fc|ses|run|evt|prt|item|thread)[_-])/

/** What stands before a public value: `h1:` of go.sum, `contentHash` of NuGet, `base64,` of a data URL, a digest. */
const PUBLIC_CONTEXT =
  /(?:\bh1:|contentHash["': ]{1,5}|integrity["':= ]{1,5}|;base64,|\betag["': =]{1,4}(?:W\/)?"?|\bsha-?(?:1|256|384|512)["':= ]{1,3})$/i

/** Hashes and the groups of a UUID inside a longer run, as in the address of a file at a commit. */
const HEX_PART = /(?<![A-Za-z0-9])[0-9a-f]{4,64}(?![A-Za-z0-9])/g

/** Certificates and public keys: long, random and meant to be read. */
const PUBLIC_BLOCK =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}(?:CERTIFICATE|PUBLIC KEY|CERTIFICATE REQUEST)-----[A-Za-z0-9+/=\s\\]{0,16384}-----END/g

/**
 * Where long random tokens stand that no rule names, each as [start, end).
 *
 * A token is random if it mixes upper case, lower case and digits, has at least 4.5 bits of entropy per character, and
 * is not made of words (`meanWordLength < 3`). Hexadecimal never reaches 4.5 bits, so git hashes and UUIDs stay. A run
 * with slashes that is not random as a whole is a path, and each of its parts is judged by itself.
 */
export function randomTokenRanges(
  text: string,
  holdsSecret: (decoded: string) => boolean,
): [number, number][] {
  const publicBlocks = text.includes('-----BEGIN ') ? [...text.matchAll(PUBLIC_BLOCK)] : []
  const ranges: [number, number][] = []
  for (const match of text.matchAll(CANDIDATE)) {
    const at = match.index
    if (PUBLIC_CONTEXT.test(text.slice(Math.max(0, at - 24), at))) continue
    if (publicBlocks.some((block) => at >= block.index && at < block.index + block[0].length)) continue
    for (const [start, end] of randomParts(match[0], holdsSecret)) ranges.push([at + start, at + end])
  }
  return ranges
}

function randomParts(run: string, holdsSecret: (decoded: string) => boolean): [number, number][] {
  if (isRandomToken(run, holdsSecret)) return [[0, run.length]]
  if (!run.includes('/')) return []
  const parts = [...run.matchAll(/[^/=]{20,4096}/g)].filter((part) => isRandomToken(part[0], holdsSecret))
  return parts.map((part) => [part.index, part.index + part[0].length])
}

function isRandomToken(token: string, holdsSecret: (decoded: string) => boolean): boolean {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token) || !/[0-9]/.test(token)) return false
  if (PUBLIC_TOKEN.test(token)) return false
  const plain = plainText(token)
  if (plain !== undefined) return holdsSecret(plain)
  const rest = token.replace(HEX_PART, '')
  return meanWordLength(rest) < RANDOM_TOKEN.maxMeanWordLength && entropy(rest) >= RANDOM_TOKEN.minEntropyBits
}

/**
 * Whether a value that something announces is random: 16 characters, both cases or a base64 sign, a digit, and not made of words. Hashes of files
 * and ids are hexadecimal, and are none.
 */
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

/** The readable text that a token is the base64 of, if it is; such a token is exactly as secret as its text. */
function plainText(token: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(token)) return undefined
  const decoded = Buffer.from(token, 'base64').toString('utf8')
  return decoded.length >= 12 && /^[\t\n\r\x20-\x7e]*$/.test(decoded) ? decoded : undefined
}
