import { remembering } from '../../domain/sets.ts'
import { LetterIndex } from './letter-index.ts'
import { IdOrder, type JoinedHit, joinHits, topItems } from './ordered-lists.ts'
import { documentWords, searchWords, tellingWords } from './search-words.ts'
import { oddWords } from './similar-words.ts'
import { wordStem } from './word-stem.ts'

/** How quickly repetitions of a word lose weight, how much long documents are penalised, and the least rarity. */
export const BM25 = { saturation: 1.2, lengthShare: 0.75, leastRarity: 1e-6 }

/** An in-memory index of documents by their words. It finds what the stores' own search finds, and ranks as SQLite's does. */
export class WordIndex {
  /** A document keeps its number when its words change. */
  readonly #numbers = new Map<string, number>()
  /** By document: its distinct words, and how many words it has. */
  readonly #words: ReadonlySet<string>[] = []
  readonly #lengths: number[] = []
  /** By stem: the documents that contain a word of it, each followed by the number of times. */
  readonly #frequencies = new Map<string, number[]>()
  readonly #letters = new LetterIndex()
  readonly #ids = new IdOrder()
  readonly #stemOf = remembering(wordStem, 50_000)
  #length = 0
  #scores = new Float64Array(0)

  get size(): number {
    return this.#words.length
  }

  /** Adds a document, replacing the one with its id. */
  put(id: string, text: string): void {
    const number = this.#numbers.get(id) ?? this.size
    this.#forgetWords(number)
    const words = documentWords(text)
    for (const word of words) this.#count(this.#stemOf(word), number)
    const unique = new Set(words)
    for (const word of unique) this.#letters.add(word, number)
    this.#numbers.set(id, number)
    this.#ids.put(number, id)
    this.#words[number] = unique
    this.#lengths[number] = words.length
    this.#length += words.length
  }

  #count(stem: string, document: number): void {
    const holders = this.#frequencies.get(stem)
    if (holders === undefined) this.#frequencies.set(stem, [document, 1])
    // The words of one document arrive together.
    else if (holders.at(-2) === document) holders[holders.length - 1]! += 1
    else holders.push(document, 1)
  }

  #forgetWords(number: number): void {
    for (const word of this.#words[number] ?? []) {
      this.#letters.delete(word, number)
      this.#uncount(this.#stemOf(word), number)
    }
    this.#length -= this.#lengths[number] ?? 0
  }

  #uncount(stem: string, document: number): void {
    const holders = this.#frequencies.get(stem) ?? []
    for (let at = 0; at < holders.length; at += 2)
      if (holders[at] === document) {
        holders.splice(at, 2)
        break
      }
    if (holders.length === 0) this.#frequencies.delete(stem)
  }

  /** Documents that share words with the text, nearest first, followed by those with a word spelt like an unknown one. */
  search(text: string, limit: number): JoinedHit[] {
    const words = searchWords(text)
    const { telling, unknown } = tellingWords(
      words.map((word) => ({ word, documents: this.#holders(word).length / 2 })),
    )
    const odd = oddWords(unknown)
    // Twice the limit, because the words may already have found as many.
    const similar = odd.length === 0 ? [] : this.#letters.mostSimilar(odd, this.#ids, 2 * limit)
    return joinHits(this.#byWords(telling, limit), similar, limit)
  }

  #byWords(words: readonly string[], limit: number): { id: string; score: number }[] {
    const documents = this.size
    if (this.#scores.length < documents) this.#scores = new Float64Array(2 * documents)
    const spread = {
      documents,
      scores: this.#scores,
      words: this.#length,
      lengthOf: (document: number) => this.#lengths[document]!,
      isBefore: (a: number, b: number) => this.#ids.isBefore(a, b),
    }
    return bestByWords(
      words.map((word) => {
        const by = this.#holders(word)
        return { held: by.length / 2, by }
      }),
      spread,
      limit,
    ).map(({ document, score }) => ({ id: this.#ids.idOf(document), score }))
  }

  #holders(word: string): readonly number[] {
    return this.#frequencies.get(this.#stemOf(word)) ?? NOBODY
  }
}

const NOBODY: readonly number[] = []

/** The documents that a search covers, with the statistics that BM25 needs. */
export interface Spread {
  readonly documents: number
  /** How many words they have together. */
  readonly words: number
  lengthOf(document: number): number
  /** A reusable buffer for the scores, all 0 before and after; allocating it takes longer than using it. */
  readonly scores?: Float64Array
  /** Breaks ties. */
  isBefore(a: number, b: number): boolean
}

/** `ln((N - n + 0.5) / (n + 0.5))` of a word in n of N documents, and never 0. */
export function rarityOf(held: number, documents: number): number {
  return Math.max(BM25.leastRarity, Math.log((documents - held + 0.5) / (held + 0.5)))
}

/** The weight of a word that a document contains `times` times, by its length over the mean; 1 for once in a document of the mean length. */
export function weightOf(times: number, stretch: number): number {
  const { saturation, lengthShare } = BM25
  return (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * stretch))
}

/** The best documents for some words. Each word has the number of its documents, and a list of documents and times in turn, complete or the best. `sum over the words of rarity x f x 2.2 / (f + 1.2 x (0.25 + 0.75 x length / meanLength))`, with f how often the document contains the word, and `rarity = ln((N - n + 0.5) / (n + 0.5))` for a word in n of N documents. One of ten documents of the same length contains the word once: ln(9.5 / 1.5) x 2.2 / 2.2 = 1.8458. */
export function bestByWords(
  holdersOf: readonly { readonly held: number; readonly by: ArrayLike<number> }[],
  spread: Spread,
  limit: number,
): { document: number; score: number }[] {
  const { documents, words, lengthOf } = spread
  const { scores = new Float64Array(documents) } = spread
  const found: number[] = []
  const meanLength = words / documents
  for (const { held, by: holders } of holdersOf) {
    const rarity = rarityOf(held, documents)
    for (let at = 0; at < holders.length; at += 2) {
      const document = holders[at]!
      const times = holders[at + 1]!
      if (scores[document] === 0) found.push(document)
      scores[document]! += rarity * weightOf(times, lengthOf(document) / meanLength)
    }
  }
  const isBefore = (a: number, b: number) => spread.isBefore(a, b)
  const best = topItems(found, { scores, isBefore }, limit).map((document) => ({ document, score: scores[document]! }))
  for (const document of found) scores[document] = 0
  return best
}
