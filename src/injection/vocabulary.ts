/** The words of a pattern, each once; as numbers for who compares it often. */
export type Words = ReadonlySet<string> | NumberedWords

const FIRST_ROOM = 1_024

/** The words of many patterns by their numbers, so that what each shares with a task is counted without looking at letters. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  #task: ReadonlySet<string> | undefined
  /** By number: 1 for the words of the task. */
  #marks = new Uint8Array(0)
  /** The words of all patterns, one after the other: what lies together is fetched together. */
  #words = new Uint32Array(FIRST_ROOM)
  #end = 0

  wordsOf(words: ReadonlySet<string>): NumberedWords {
    const from = this.#end
    this.#makeRoom(words.size)
    for (const word of words) this.#words[this.#end++] = this.#numberOf(word)
    return new NumberedWords(this, from, this.#end)
  }

  #makeRoom(more: number): void {
    if (this.#end + more <= this.#words.length) return
    const wider = new Uint32Array(2 * (this.#end + more))
    wider.set(this.#words)
    this.#words = wider
  }

  /** How many of the words from one place to another are words of a task. */
  countShared(task: ReadonlySet<string>, from: number, until: number): number {
    const marks = this.#marksOf(task)
    const words = this.#words
    let shared = 0
    for (let at = from; at < until; at += 1) shared += marks[words[at]!]!
    return shared
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#numbers.size)
    this.#task = undefined
    return this.#numbers.size - 1
  }

  /** The words of one task are marked for all patterns that are compared with it, as long as no new word comes up. */
  #marksOf(task: ReadonlySet<string>): Uint8Array {
    if (task === this.#task) return this.#marks
    this.#task = task
    this.#marks = new Uint8Array(this.#numbers.size)
    for (const word of task) {
      const number = this.#numbers.get(word)
      if (number !== undefined) this.#marks[number] = 1
    }
    return this.#marks
  }
}

/** The words of one pattern. */
class NumberedWords {
  readonly #vocabulary: Vocabulary
  readonly #from: number
  readonly #until: number

  constructor(vocabulary: Vocabulary, from: number, until: number) {
    this.#vocabulary = vocabulary
    this.#from = from
    this.#until = until
  }

  get size(): number {
    return this.#until - this.#from
  }

  /** How many of them are words of a task. */
  sharedWith(task: ReadonlySet<string>): number {
    return this.#vocabulary.countShared(task, this.#from, this.#until)
  }
}
