/** Words and where each stands, in arrays that can be written to a file and asked without being read whole into objects. */
export interface WordTable {
  /** All words, one after the other, in UTF-8. */
  readonly letters: Uint8Array
  /** Where each word begins in `letters`; one more than there are words. */
  readonly wordAt: Uint32Array
  /** By hash: the number of a word plus 1, or 0. Its size is a power of two. */
  readonly slots: Uint32Array
  /** Where the entries of each word begin in `entries`; one more than there are words. */
  readonly entriesAt: Uint32Array
}

/** How often a document holds a word: up to 15 times are told apart. */
export interface Holding {
  readonly document: number
  readonly times: number
}

const TIMES_BITS = 4
const MOST_TIMES = (1 << TIMES_BITS) - 1

export function packHolding({ document, times }: Holding): number {
  return ((document << TIMES_BITS) | Math.min(MOST_TIMES, times)) >>> 0
}

export function documentOf(entry: number): number {
  return entry >>> TIMES_BITS
}

export function timesOf(entry: number): number {
  return entry & MOST_TIMES
}

/** A table of words with their entries; the entries lie beside it, so that only those of the asked words are read. */
export function buildWordTable(words: ReadonlyMap<string, readonly number[]>): {
  table: WordTable
  entries: Uint32Array
} {
  const encoder = new TextEncoder()
  const encoded = [...words.keys()].map((word) => encoder.encode(word))
  const wordAt = offsetsOf(encoded.map(({ length }) => length))
  const letters = new Uint8Array(wordAt.at(-1)!)
  for (const [number, bytes] of encoded.entries()) letters.set(bytes, wordAt[number])
  const entriesAt = offsetsOf([...words.values()].map(({ length }) => length))
  const entries = new Uint32Array(entriesAt.at(-1)!)
  for (const [number, list] of [...words.values()].entries()) entries.set(list, entriesAt[number])
  return { table: { letters, wordAt, slots: slotsOf([...words.keys()]), entriesAt }, entries }
}

function offsetsOf(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  for (const [index, length] of lengths.entries()) offsets[index + 1] = offsets[index]! + length
  return offsets
}

function slotsOf(words: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, words.length) * 2)))
  for (const [number, word] of words.entries()) {
    let at = hashOf(word) & (slots.length - 1)
    while (slots[at] !== 0) at = (at + 1) & (slots.length - 1)
    slots[at] = number + 1
  }
  return slots
}

/** The number of a word, or undefined if the table does not have it. No slot is looked at twice: a damaged table may have none that is free. */
export function wordNumber({ letters, wordAt, slots }: WordTable, word: string): number | undefined {
  const decoder = new TextDecoder()
  const first = hashOf(word)
  for (let step = 0; step < slots.length; step += 1) {
    const slot = slots[(first + step) & (slots.length - 1)] ?? 0
    if (slot === 0) return undefined
    const number = slot - 1
    if (decoder.decode(letters.subarray(wordAt[number], wordAt[number + 1])) === word) return number
  }
  return undefined
}

/** FNV-1a over the units of the text. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
