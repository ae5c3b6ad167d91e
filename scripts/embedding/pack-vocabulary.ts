import { prefixHashes, slotOf, type Vocabulary } from '../../src/engine/search/vocabulary.ts'

const CONTINUES = '##'

/** Builds the table from the pieces in the order of their ids. */
export function packVocabulary(pieces: readonly string[]): Vocabulary {
  const slots = new Uint16Array(2 ** Math.ceil(Math.log2(pieces.length * 1.5 + 2)))
  const offsets = new Uint32Array(pieces.length + 1)
  for (const [id, piece] of pieces.entries()) {
    offsets[id + 1] = offsets[id]! + piece.length
    slots[freeSlot(slots, piece)] = id + 1
  }
  const text = pieces.join('')
  return { slots, offsets, units: Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)) }
}

function freeSlot(slots: Uint16Array, piece: string): number {
  const inside = piece.length > CONTINUES.length && piece.startsWith(CONTINUES)
  const hashes = inside ? prefixHashes(piece, CONTINUES.length) : prefixHashes(piece, 0)
  let slot = slotOf(hashes.at(-1)!, slots.length - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  return slot
}
