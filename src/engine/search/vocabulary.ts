/** Word pieces that are searched in the file's own bytes: loading creates no strings. */
export interface Vocabulary {
  /** Open addressing over a power of two of slots: id + 1, or 0 when free. */
  readonly slots: Uint16Array
  /** Piece `id` is `units[offsets[id] .. offsets[id + 1])`, UTF-16, with `##` in front when it continues a word. */
  readonly offsets: Uint32Array
  readonly units: Uint16Array
}

/** The longest piece; a longer word continues in the next piece. */
export const LONGEST_PIECE = 24

const HASH_SIGN = 0x23

/** FNV-1a over UTF-16 units. Pieces inside a word start from another value, so that `##ing` and `ing` are two entries. */
const AT_START = 0x811c9dc5 | 0
const INSIDE = 0x1b873593
const step = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193)
export const slotOf = (hash: number, mask: number) => (hash ^ (hash >>> 15)) & mask

/** The characters `[start, end)` of a word and their hash. */
interface Stretch {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly hash: number
}

/** The longest known piece that begins at `start`, or undefined. One pass hashes every prefix; the longest in the table wins. `deadlocks` -> deadlock, then ##s. */
export function longestPiece(vocabulary: Vocabulary, word: string, start: number) {
  const hashes = prefixHashes(word, start)
  for (let length = hashes.length - 1; length > 0; length -= 1) {
    const id = find(vocabulary, { word, start, end: start + length, hash: hashes[length]! })
    if (id >= 0) return { id, length }
  }
  return undefined
}

/** The id of a word that is one piece, else -1. */
export function wholeWord(vocabulary: Vocabulary, word: string): number {
  if (word.length > LONGEST_PIECE) return -1
  return find(vocabulary, { word, start: 0, end: word.length, hash: prefixHashes(word, 0).at(-1)! })
}

/** `hashes[n]` covers the `n` characters from `start` on. */
export function prefixHashes(word: string, start: number): number[] {
  const reach = Math.min(word.length - start, LONGEST_PIECE)
  const hashes = [start === 0 ? AT_START : INSIDE]
  for (let at = 0; at < reach; at += 1) hashes.push(step(hashes[at]!, word.charCodeAt(start + at)))
  return hashes
}

function find(vocabulary: Vocabulary, stretch: Stretch): number {
  const { slots } = vocabulary
  const mask = slots.length - 1
  for (let slot = slotOf(stretch.hash, mask); slots[slot] !== 0; slot = (slot + 1) & mask) {
    const id = slots[slot]! - 1
    if (isPiece(vocabulary, id, stretch)) return id
  }
  return -1
}

function isPiece({ offsets, units }: Vocabulary, id: number, { word, start, end }: Stretch): boolean {
  let from = offsets[id]!
  const until = offsets[id + 1]!
  const continues = until - from > 2 && units[from] === HASH_SIGN && units[from + 1] === HASH_SIGN
  if (continues !== start > 0) return false
  if (continues) from += 2
  if (until - from !== end - start) return false
  for (let at = start; at < end; at += 1, from += 1) if (units[from] !== word.charCodeAt(at)) return false
  return true
}
