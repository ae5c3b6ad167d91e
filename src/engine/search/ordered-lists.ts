import type { Similar } from './similar-words.ts'

/** The order of items: greater scores first, ties by `isBefore`. */
export interface Scored {
  readonly scores: Float64Array
  isBefore(a: number, b: number): boolean
}

/** The first `limit` items in their order, without sorting all: most score less than the last of them, and are skipped. */
export function topItems(items: readonly number[], { scores, isBefore }: Scored, limit: number): number[] {
  const top: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let n = 0; limit > 0; n += 1) {
    // A separate loop: V8 would optimise one long loop, which costs a hook more time than the loop itself.
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

/** The index at which to insert an item: after all items that rank before it. */
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

/** A list of numbers, in a quarter of the room of a plain array: such lists are walked from end to end for every question. */
export class NumberList {
  #items = new Uint32Array(FIRST_ROOM)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The numbers, followed by spare room. */
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

  /** Removes one number; the others keep their order. */
  remove(item: number): void {
    const at = this.#items.indexOf(item)
    if (at < 0 || at >= this.#length) return
    this.#items.copyWithin(at, at + 1, this.#length)
    this.#length -= 1
  }
}

const LETTERS = 6
const LAST_LETTER = 255

/** The order of documents by id. Hundreds have equal scores, so the first letters of each id are stored as a number, by which most are compared without reading an id. */
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

/** The first six letters as one number, a byte each; `b` is 98 x 256^5. From the first letter that needs more than a byte on, only its place after all one-byte letters is known. */
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

/** A document that was found by its words, by its letters, or by both; 0 for the one that did not find it. */
export interface JoinedHit {
  readonly id: string
  readonly score: number
  readonly similar: number
}

/** Joins hits: those by words, then those by letters, in places that are reserved for them or left over. A document found by both occurs once, among those by words. */
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
