import { ALIKE, type Alike, MOST_PROPOSED, piecesOf } from './alike-words.ts'
import { trigrams } from './trigrams.ts'

/** A word of the documents, and the numbers of those that hold it. */
interface KnownWord {
  readonly word: string
  readonly holders: number[]
}

/** The words of many documents by their letters, to find those that are spelt like another one. */
export class LetterIndex {
  readonly #numbers = new Map<string, number>()
  readonly #words: KnownWord[] = []
  /** The numbers of the words that hold three letters in a row. */
  readonly #holding = new Map<string, number[]>()
  #shared = new Uint16Array(0)

  /** To be told once of each word of a document. */
  add(word: string, document: number): void {
    const number = this.#numbers.get(word)
    if (number === undefined) this.#learn({ word, holders: [document] })
    else this.#words[number]!.holders.push(document)
  }

  #learn(known: KnownWord): void {
    const number = this.#words.push(known) - 1
    this.#numbers.set(known.word, number)
    for (const trigram of trigrams(known.word)) {
      const numbers = this.#holding.get(trigram)
      if (numbers === undefined) this.#holding.set(trigram, [number])
      else numbers.push(number)
    }
  }

  delete(word: string, document: number): void {
    const number = this.#numbers.get(word)
    if (number === undefined) return
    const { holders } = this.#words[number]!
    remove(holders, document)
    if (holders.length > 0) return
    this.#numbers.delete(word)
    for (const trigram of trigrams(word)) remove(this.#holding.get(trigram)!, number)
  }

  /** The documents that hold words like the asked ones, best first; of equals that with the lesser id. */
  mostAlike(asked: readonly string[], idOf: (document: number) => string): Alike[] {
    const sums = new Map<number, number>()
    for (const word of asked)
      for (const [document, share] of this.#sharesOf(word))
        sums.set(document, (sums.get(document) ?? 0) + share)
    return [...sums]
      .map(([document, alike]) => ({ id: idOf(document), alike }))
      .sort((a, b) => b.alike - a.alike || (a.id < b.id ? -1 : 1))
  }

  /** Of the documents that hold the likest words, the share of the likest; once there are enough, no word that is less like is looked at. */
  #sharesOf(asked: string): Map<number, number> {
    const pieces = piecesOf([asked])
    const letters = trigrams(asked)
    const shares = new Map<number, number>()
    const byShared = this.#byShared(letters)
    for (
      let shared = letters.size;
      shared >= ALIKE * letters.size && shares.size < MOST_PROPOSED;
      shared -= 1
    ) {
      for (const number of byShared[shared] ?? []) {
        const { word, holders } = this.#words[number]!
        if (!pieces.some((piece) => word.includes(piece))) continue
        for (const document of holders) if (!shares.has(document)) shares.set(document, shared / letters.size)
      }
    }
    return shares
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
      const holding = this.#holding.get(trigram) ?? []
      for (let at = 0; at < holding.length; at += 1) {
        const number = holding[at]!
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

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}
