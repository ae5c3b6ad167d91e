import { type IdOrder, NumberList, topItems } from './ordered-lists.ts'
import { MOST_PROPOSED, piecesOf, SIMILAR, type Similar, trigrams } from './similar-words.ts'

/** The words of many documents, indexed by their letters, to find words with a similar spelling. */
export class LetterIndex {
  /** A word keeps its number when its last document is gone. */
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  /** By word: the documents that contain it; usually so few that a plain array is the smallest form. */
  readonly #holders: number[][] = []
  readonly #trigrams = new Map<string, number>()
  /** By trigram: the words that contain it, in the order of their numbers. */
  readonly #holding: NumberList[] = []
  /** The trigrams of all words, one word after the other: adjacent data is fetched together. */
  readonly #spelling = new NumberList()
  /** By word: where its trigrams end there, and those of the next begin. */
  readonly #ends = new NumberList()
  /** By trigram: 1 for those of the current word; all 0 between words. */
  #marks = new Uint8Array(0)
  /** By document: the question that last counted it. Kept between questions, because allocating it for all documents takes longer than using it. */
  #countedFor = new Uint32Array(0)
  #questions = 0
  /** By document: how much of the asked words it contains; all 0 between questions. */
  #sums = new Float64Array(0)
  /** One more than the greatest number of a document. */
  #documents = 0

  /** Call it once for each word of a document. */
  add(word: string, document: number): void {
    this.#documents = Math.max(this.#documents, document + 1)
    const number = this.#numbers.get(word) ?? this.#learn(word)
    this.#holders[number]!.push(document)
  }

  #learn(word: string): number {
    const number = this.#words.push(word) - 1
    this.#numbers.set(word, number)
    this.#holders.push([])
    for (const letters of trigrams(word)) {
      const trigram = this.#trigrams.get(letters) ?? this.#learnTrigram(letters)
      this.#spelling.push(trigram)
      this.#holding[trigram]!.push(number)
    }
    this.#ends.push(this.#spelling.length)
    return number
  }

  #learnTrigram(letters: string): number {
    const trigram = this.#holding.push(new NumberList()) - 1
    this.#trigrams.set(letters, trigram)
    return trigram
  }

  delete(word: string, document: number): void {
    const number = this.#numbers.get(word)
    const holders = number === undefined ? [] : this.#holders[number]!
    if (holders.includes(document)) holders.splice(holders.indexOf(document), 1)
  }

  /** The documents with words similar to the asked ones, best first, at most `limit`; equals in the order of their ids. */
  mostSimilar(asked: readonly string[], ids: IdOrder, limit: number): Similar[] {
    this.#makeRoom()
    const sums = this.#sums
    const found: number[] = []
    for (const word of asked) this.#addSimilar(word, found)
    const isBefore = (a: number, b: number) => ids.isBefore(a, b)
    const first = topItems(found, { scores: sums, isBefore }, limit)
    const similar = first.map((document) => ({ id: ids.idOf(document), similar: sums[document]! }))
    for (const document of found) sums[document] = 0
    return similar
  }

  #makeRoom(): void {
    if (this.#marks.length < this.#holding.length) this.#marks = new Uint8Array(2 * this.#holding.length)
    if (this.#sums.length >= this.#documents) return
    this.#countedFor = new Uint32Array(2 * this.#documents)
    this.#sums = new Float64Array(2 * this.#documents)
  }

  /** Adds the share of its most similar word to the sum of each document that has one, and collects the documents that had none; with enough documents, it skips less similar words. */
  #addSimilar(asked: string, found: number[]): void {
    const pieces = piecesOf([asked])
    const letters = trigrams(asked)
    const byShared = this.#byShared(pieces, letters)
    const [countedFor, sums] = [this.#countedFor, this.#sums]
    this.#questions += 1
    let proposed = 0
    for (let shared = letters.size; shared >= SIMILAR * letters.size && proposed < MOST_PROPOSED; shared -= 1) {
      const share = shared / letters.size
      for (const number of byShared[shared]!) {
        if (!holdsOne(this.#words[number]!, pieces)) continue
        for (const document of this.#holders[number]!) {
          if (countedFor[document] === this.#questions) continue
          countedFor[document] = this.#questions
          proposed += 1
          if (sums[document] === 0) found.push(document)
          sums[document]! += share
        }
      }
    }
  }

  /** Words with enough of the trigrams, by their number; these include all words with one of the pieces. A word with two pieces may occur twice. */
  #byShared(pieces: readonly string[], letters: ReadonlySet<string>): number[][] {
    const byShared: number[][] = Array.from({ length: letters.size + 1 }, () => [])
    const enough = SIMILAR * letters.size
    this.#mark(letters, 1)
    for (const piece of pieces)
      for (const word of this.#maybeHolding(piece)) {
        const shared = this.#countMarked(word)
        if (shared >= enough) byShared[shared]!.push(word)
      }
    this.#mark(letters, 0)
    return byShared
  }

  #mark(letters: ReadonlySet<string>, mark: number): void {
    for (const trigram of letters) {
      const number = this.#trigrams.get(trigram)
      if (number !== undefined) this.#marks[number] = mark
    }
  }

  #countMarked(word: number): number {
    const marks = this.#marks
    const spelling = this.#spelling.items
    const ends = this.#ends.items
    let shared = 0
    for (let at = word === 0 ? 0 : ends[word - 1]!; at < ends[word]!; at += 1) shared += marks[spelling[at]!]!
    return shared
  }

  /** The few words that may contain a piece: those with its two rarest trigrams. */
  #maybeHolding(piece: string): number[] {
    let [rarest, next] = [NONE, NONE]
    for (let at = 0; at + 3 <= piece.length; at += 1) {
      const trigram = this.#trigrams.get(piece.slice(at, at + 3))
      if (trigram === undefined) return []
      const holding = this.#holding[trigram]!
      if (rarest === NONE || holding.length < rarest.length) [rarest, next] = [holding, rarest]
      else if (next === NONE || holding.length < next.length) next = holding
    }
    return inBoth(rarest, next === NONE ? rarest : next)
  }
}

const NONE = new NumberList()

/** The common numbers of two sorted lists; walking both is faster than looking each number up. */
function inBoth(some: NumberList, others: NumberList): number[] {
  const [one, other] = [some.items, others.items]
  const [end, otherEnd] = [some.length, others.length]
  const both: number[] = []
  for (let at = 0, there = 0; at < end && there < otherEnd; ) {
    const difference = one[at]! - other[there]!
    if (difference === 0) both.push(one[at]!)
    if (difference <= 0) at += 1
    if (difference >= 0) there += 1
  }
  return both
}

function holdsOne(word: string, pieces: readonly string[]): boolean {
  for (const piece of pieces) if (word.includes(piece)) return true
  return false
}
