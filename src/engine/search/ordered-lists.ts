import type { Similar } from './similar-words.ts'

/** How items are ordered: those with the greater score first, equals by something else. */
export interface Scored {
  readonly scores: Float64Array
  isBefore(a: number, b: number): boolean
}

/** The first of some items in their order, without ordering all: most score less than the last of the first, and are passed over. */
export function topItems(items: readonly number[], { scores, isBefore }: Scored, limit: number): number[] {
  const top: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let n = 0; limit > 0; n += 1) {
    // A loop of its own: V8 takes a long one that runs often for one worth optimising, which costs a hook more than the loop.
    while (n < items.length && scores[items[n]!]! < least) n += 1
    if (n >= items.length) break
    const item = items[n]!
    if (scores[item] === least && !isBefore(item, top[limit - 1]!)) continue
    const place = placeOf(item, top, { scores, isBefore })
    if (top.length === limit) top.pop()
    top.splice(place, 0, item)
    if (top.length === limit) least = scores[top[limit - 1]!]!
  }
  return top
}

/** Behind all that come before it. */
function placeOf(item: number, ordered: readonly number[], { scores, isBefore }: Scored): number {
  const score = scores[item]!
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = scores[ordered[middle]!]!
    if (score > other || (score === other && isBefore(item, ordered[middle]!))) high = middle
    else low = middle + 1
  }
  return low
}

const FIRST_ROOM = 4

/** Numbers in a row, in a quarter of the room that a list of anything takes: such lists are walked from end to end for every question. */
export class NumberList {
  #items = new Uint32Array(FIRST_ROOM)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The numbers, and after them room for more. */
  get items(): Uint32Array {
    return this.#items
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const wider = new Uint32Array(2 * this.#length)
      wider.set(this.#items)
      this.#items = wider
    }
    this.#items[this.#length] = item
    this.#length += 1
  }

  /** Takes out one that is there; the others keep their order. */
  remove(item: number): void {
    const at = this.#items.indexOf(item)
    if (at < 0 || at >= this.#length) return
    this.#items.copyWithin(at, at + 1, this.#length)
    this.#length -= 1
  }
}

const LETTERS = 6
const LAST_LETTER = 255

/** The order of ids by number of the document. Hundreds have equal scores: the first letters of each id are kept as one number, so that most are compared without looking at an id. */
export class IdOrder {
  readonly #ids: string[] = []
  readonly #beginnings: number[] = []

  put(document: number, id: string): void {
    this.#ids[document] = id
    this.#beginnings[document] = beginningOf(id)
  }

  idOf(document: number): string {
    return this.#ids[document]!
  }

  isBefore(a: number, b: number): boolean {
    const one = this.#beginnings[a]!
    const other = this.#beginnings[b]!
    return one === other ? this.#ids[a]! < this.#ids[b]! : one < other
  }
}

/** Six letters of a byte each; from the first that takes more, only that it comes after all others is known. `b` is 98 x 256^5. */
function beginningOf(id: string): number {
  let beginning = 0
  let isOpen = true
  for (let at = 0; at < LETTERS; at += 1) {
    const letter: number = isOpen && at < id.length ? Math.min(LAST_LETTER, id.charCodeAt(at)) : 0
    isOpen &&= letter < LAST_LETTER
    beginning = beginning * 256 + letter
  }
  return beginning
}

const PLACES_FOR_SIMILAR = 0.25

/** A document that shares words with a question. */
interface WordHit {
  readonly id: string
  readonly score: number
}

/** A document that was found by its words, by its letters, or by both; 0 for what it was not found by. */
export interface JoinedHit {
  readonly id: string
  readonly score: number
  readonly similar: number
}

/** Hits by words, and after them those by letters, in the places that are kept for them or left over. What is both stands once, with its words. */
export function joinHits(byWords: readonly WordHit[], similar: readonly Similar[], limit: number): JoinedHit[] {
  const known = new Set<string>()
  if (similar.length > 0) for (const { id } of byWords) known.add(id)
  const shares = new Map<string, number>()
  const others: Similar[] = []
  for (const hit of similar)
    if (known.has(hit.id)) shares.set(hit.id, hit.similar)
    else others.push(hit)
  const kept = Math.min(others.length, Math.floor(limit * PLACES_FOR_SIMILAR))
  const first = byWords.slice(0, limit - kept)
  return [
    ...first.map(({ id, score }) => ({ id, score, similar: shares.get(id) ?? 0 })),
    ...others.slice(0, limit - first.length).map(({ id, similar: share }) => ({ id, score: 0, similar: share })),
  ]
}
