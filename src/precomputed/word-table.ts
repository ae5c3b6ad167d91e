import { textIn } from '../domain/bytes-text.ts'

/** Words and their entries, in arrays that can be written to a file. */
export interface WordTable {
  /** All words, one after the other, in UTF-8. */
  readonly letters: Uint8Array
  /** Two numbers per word: where it begins in `letters`, and where its entries begin. One pair more than there are words. */
  readonly places: Uint32Array
  /** Two numbers per slot, by hash: the number of a word plus 1, or 0, and its whole hash. The number of slots is a power of two. */
  readonly slots: Uint32Array
}

/** A table in a file; a question reads only the parts that it needs. */
export interface WordParts {
  readonly slotCount: number
  slots(from: number, count: number): Uint32Array
  places(from: number, count: number): Uint32Array
  letters(from: number, until: number): Uint8Array
}

export interface Entries {
  readonly from: number
  readonly count: number
}

const TIMES_BITS = 4
const MOST_TIMES = (1 << TIMES_BITS) - 1

export function packHolding({ document, times }: { document: number; times: number }): number {
  return ((document << TIMES_BITS) | Math.min(MOST_TIMES, times)) >>> 0
}

export function documentOf(entry: number): number {
  return entry >>> TIMES_BITS
}

export function timesOf(entry: number): number {
  return entry & MOST_TIMES
}

/** A table of words, with their entries in a separate array, so that only those of the asked words are read. */
export function buildWordTable(words: ReadonlyMap<string, readonly number[]>): {
  table: WordTable
  entries: Uint32Array
} {
  const encoder = new TextEncoder()
  const encoded = [...words.keys()].map((word) => encoder.encode(word))
  const lists = [...words.values()]
  const places = placesOf(encoded, lists)
  const letters = new Uint8Array(places.at(-2)!)
  const entries = new Uint32Array(places.at(-1)!)
  for (const [number, bytes] of encoded.entries()) letters.set(bytes, places[2 * number])
  for (const [number, list] of lists.entries()) entries.set(list, places[2 * number + 1])
  return { table: { letters, places, slots: slotsOf([...words.keys()]) }, entries }
}

function placesOf(
  words: readonly { readonly length: number }[],
  lists: readonly { readonly length: number }[],
): Uint32Array {
  const places = new Uint32Array(2 * (words.length + 1))
  for (const [number, { length }] of words.entries()) {
    places[2 * number + 2] = places[2 * number]! + length
    places[2 * number + 3] = places[2 * number + 1]! + lists[number]!.length
  }
  return places
}

function slotsOf(words: readonly string[]): Uint32Array {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, words.length) * 2))
  const slots = new Uint32Array(2 * count)
  for (const [number, word] of words.entries()) {
    const hash = hashOf(word)
    let at = hash & (count - 1)
    while (slots[2 * at] !== 0) at = (at + 1) & (count - 1)
    slots.set([number + 1, hash], 2 * at)
  }
  return slots
}

/** How many slots are read at a time; nearly always the first one decides. */
const NEIGHBOURS = 4

/** The entries of a word; undefined if the table does not have it. No slot is read twice: a damaged table may have no free one. */
export function findWord(table: WordParts, word: string): Entries | undefined {
  const hash = hashOf(word)
  const { slotCount } = table
  for (let seen = 0; seen < slotCount; ) {
    const at = (hash + seen) & (slotCount - 1)
    const count = Math.min(NEIGHBOURS, slotCount - at)
    const slots = table.slots(at, count)
    for (let n = 0; n < count; n += 1) {
      if (slots[2 * n] === 0) return undefined
      const entries = slots[2 * n + 1] === hash ? entriesIf(table, slots[2 * n]! - 1, word) : undefined
      if (entries !== undefined) return entries
    }
    seen += count
  }
  return undefined
}

/** The entries of the word with a number, if it is this word. */
function entriesIf(table: WordParts, number: number, word: string): Entries | undefined {
  const [start, from, end, until] = table.places(number, 2)
  return textIn(table.letters(start!, end!)) === word ? { from: from!, count: until! - from! } : undefined
}

/** FNV-1a over the units of the text. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
