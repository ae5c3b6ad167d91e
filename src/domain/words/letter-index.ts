import { ALIKE, MOST_PROPOSED, piecesOf } from './alike-words.ts'
import { trigrams } from './trigrams.ts'

/** A word of the documents, the numbers of its trigrams, and the numbers of the documents that hold it. */
interface KnownWord {
  readonly word: string
  readonly letters: readonly number[]
  readonly holders: number[]
}

/** How much of the asked words the likest words of a document hold, in sum. */
export interface AlikeDocument {
  readonly document: number
  readonly alike: number
}

/** The words of many documents by their letters, to find those that are spelt like another one. */
export class LetterIndex {
  readonly #numbers = new Map<string, number>()
  readonly #words: KnownWord[] = []
  readonly #trigrams = new Map<string, number>()
  /** By trigram, the numbers of the words that hold it. */
  readonly #holding: number[][] = []

  /** To be told once of each word of a document. */
  add(word: string, document: number): void {
    const number = this.#numbers.get(word)
    if (number === undefined) this.#learn(word, [document])
    else this.#words[number]!.holders.push(document)
  }

  #learn(word: string, holders: number[]): void {
    const letters = Array.from(trigrams(word), (trigram) => this.#numberOf(trigram))
    const number = this.#words.push({ word, letters, holders }) - 1
    this.#numbers.set(word, number)
    for (const trigram of letters) this.#holding[trigram]!.push(number)
  }

  #numberOf(trigram: string): number {
    const known = this.#trigrams.get(trigram)
    if (known !== undefined) return known
    const number = this.#holding.push([]) - 1
    this.#trigrams.set(trigram, number)
    return number
  }

  delete(word: string, document: number): void {
    const number = this.#numbers.get(word)
    if (number === undefined) return
    const { letters, holders } = this.#words[number]!
    remove(holders, document)
    if (holders.length > 0) return
    this.#numbers.delete(word)
    for (const trigram of letters) remove(this.#holding[trigram]!, number)
  }

  /** The documents that hold words like the asked ones, best first and at most so many; of equals the newest. */
  mostAlike(asked: readonly string[], most: number): AlikeDocument[] {
    const sums = new Map<number, number>()
    for (const word of asked)
      for (const [document, share] of this.#sharesOf(word))
        sums.set(document, (sums.get(document) ?? 0) + share)
    return [...sums]
      .map(([document, alike]) => ({ document, alike }))
      .sort((a, b) => b.alike - a.alike || b.document - a.document)
      .slice(0, most)
  }

  /** Of the documents that hold the likest words, the share of the likest; once there are enough, no word that is less like is looked at. */
  #sharesOf(asked: string): Map<number, number> {
    const letters = trigrams(asked)
    const shares = new Map<number, number>()
    const byShared = this.#byShared(asked, letters)
    for (
      let shared = letters.size;
      shared >= ALIKE * letters.size && shares.size < MOST_PROPOSED;
      shared -= 1
    ) {
      for (const holders of byShared[shared]!)
        for (const document of holders) if (!shares.has(document)) shares.set(document, shared / letters.size)
    }
    return shares
  }

  /** Who holds the words that hold a piece of the asked one, by how many of its trigrams the word has. */
  #byShared(asked: string, letters: ReadonlySet<string>): (readonly number[])[][] {
    const isAsked = new Uint8Array(this.#holding.length)
    for (const trigram of letters) {
      const number = this.#trigrams.get(trigram)
      if (number !== undefined) isAsked[number] = 1
    }
    const byShared: (readonly number[])[][] = Array.from({ length: letters.size + 1 }, () => [])
    for (const { letters: held, holders } of this.#proposed(asked)) {
      let shared = 0
      for (let at = 0; at < held.length; at += 1) shared += isAsked[held[at]!]!
      byShared[shared]!.push(holders)
    }
    return byShared
  }

  /** The words that hold a piece of the asked one: each is among the holders of the rarest three letters of that piece. */
  #proposed(asked: string): KnownWord[] {
    const proposed: KnownWord[] = []
    const [first = '', second] = piecesOf([asked])
    for (const number of this.#fewestHolders(first))
      if (this.#words[number]!.word.includes(first)) proposed.push(this.#words[number]!)
    if (second === undefined) return proposed
    for (const number of this.#fewestHolders(second)) {
      const { word } = this.#words[number]!
      if (word.includes(second) && !word.includes(first)) proposed.push(this.#words[number]!)
    }
    return proposed
  }

  #fewestHolders(piece: string): readonly number[] {
    let fewest: readonly number[] | undefined
    for (let at = 0; at + 3 <= piece.length; at += 1) {
      const number = this.#trigrams.get(piece.slice(at, at + 3))
      if (number === undefined) return []
      const holders = this.#holding[number]!
      if (fewest === undefined || holders.length < fewest.length) fewest = holders
    }
    return fewest ?? []
  }
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}
