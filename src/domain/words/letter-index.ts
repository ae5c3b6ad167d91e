import { ALIKE, type Alike, MOST_PROPOSED, piecesOf } from './alike-words.ts'
import { firstOf } from './first-of.ts'
import type { IdOrder } from './id-order.ts'
import { NumberList } from './number-list.ts'
import { trigrams } from './trigrams.ts'

/** A word of the documents, and the numbers of those that hold it. */
interface KnownWord {
  readonly word: string
  readonly holders: NumberList
}

/** The words of many documents by their letters, to find those that are spelt like another one. */
export class LetterIndex {
  readonly #numbers = new Map<string, number>()
  readonly #words: KnownWord[] = []
  /** The numbers of the words that hold three letters in a row. */
  readonly #holding = new Map<string, NumberList>()
  #shared = new Uint16Array(0)
  /** By document: for which of the questions it was last told. Kept, for a place for all documents takes longer to make than to use. */
  #told = new Uint32Array(0)
  #questions = 0
  /** By document: how much of the asked words it holds; all 0 between questions. */
  #sums = new Float64Array(0)
  /** One more than the greatest number of a document. */
  #documents = 0

  /** To be told once of each word of a document. */
  add(word: string, document: number): void {
    this.#documents = Math.max(this.#documents, document + 1)
    const number = this.#numbers.get(word) ?? this.#learn(word)
    this.#words[number]!.holders.push(document)
  }

  #learn(word: string): number {
    const number = this.#words.push({ word, holders: new NumberList() }) - 1
    this.#numbers.set(word, number)
    for (const trigram of trigrams(word)) {
      const numbers = this.#holding.get(trigram) ?? new NumberList()
      if (numbers.length === 0) this.#holding.set(trigram, numbers)
      numbers.push(number)
    }
    return number
  }

  delete(word: string, document: number): void {
    const number = this.#numbers.get(word)
    if (number === undefined) return
    const { holders } = this.#words[number]!
    holders.remove(document)
    if (holders.length > 0) return
    this.#numbers.delete(word)
    for (const trigram of trigrams(word)) this.#holding.get(trigram)!.remove(number)
  }

  /** The documents that hold words like the asked ones, best first and at most so many; of equals that with the lesser id. */
  mostAlike(asked: readonly string[], ids: IdOrder, limit: number): Alike[] {
    this.#makeRoom()
    const sums = this.#sums
    const found: number[] = []
    for (const word of asked) this.#addAlike(word, found)
    const isBefore = (a: number, b: number) =>
      sums[a]! > sums[b]! || (sums[a] === sums[b] && ids.isBefore(a, b))
    const first = firstOf(found, limit, isBefore)
    const alike = first.map((document) => ({ id: ids.idOf(document), alike: sums[document]! }))
    for (const document of found) sums[document] = 0
    return alike
  }

  #makeRoom(): void {
    if (this.#sums.length >= this.#documents) return
    this.#told = new Uint32Array(2 * this.#documents)
    this.#sums = new Float64Array(2 * this.#documents)
  }

  /**
   * Adds the share of its likest word to the sum of each document that holds one, and notes those that had none; once there are enough, no
   * word that is less like is looked at.
   */
  #addAlike(asked: string, found: number[]): void {
    const pieces = piecesOf([asked])
    const letters = trigrams(asked)
    const byShared = this.#byShared(letters)
    const [told, sums] = [this.#told, this.#sums]
    this.#questions += 1
    let proposed = 0
    for (let shared = letters.size; shared >= ALIKE * letters.size && proposed < MOST_PROPOSED; shared -= 1) {
      const share = shared / letters.size
      for (const number of byShared[shared]!) {
        const { word, holders } = this.#words[number]!
        if (!holdsOne(word, pieces)) continue
        const { items, length } = holders
        for (let at = 0; at < length; at += 1) {
          const document = items[at]!
          if (told[document] === this.#questions) continue
          told[document] = this.#questions
          proposed += 1
          if (sums[document] === 0) found.push(document)
          sums[document]! += share
        }
      }
    }
  }

  /** The numbers of the words that hold enough of the trigrams, by how many. */
  #byShared(letters: ReadonlySet<string>): number[][] {
    const byShared: number[][] = Array.from({ length: letters.size + 1 }, () => [])
    const shared = this.#noneShared()
    for (const number of this.#sharing(letters, shared)) byShared[shared[number]!]!.push(number)
    return byShared
  }

  /** The words that hold enough of the trigrams, each noted when it has; how many each holds is counted in `shared`. */
  #sharing(letters: ReadonlySet<string>, shared: Uint16Array): number[] {
    const enough = Math.ceil(ALIKE * letters.size)
    const found: number[] = []
    for (const trigram of letters) {
      const { items, length } = this.#holding.get(trigram) ?? NONE
      for (let at = 0; at < length; at += 1) {
        const number = items[at]!
        shared[number]! += 1
        if (shared[number] === enough) found.push(number)
      }
    }
    return found
  }

  /** A count of 0 for each word, in the same place for every question. */
  #noneShared(): Uint16Array {
    if (this.#shared.length < this.#words.length) this.#shared = new Uint16Array(2 * this.#words.length)
    else this.#shared.fill(0)
    return this.#shared
  }
}

const NONE = new NumberList()

function holdsOne(word: string, pieces: readonly string[]): boolean {
  for (const piece of pieces) if (word.includes(piece)) return true
  return false
}
