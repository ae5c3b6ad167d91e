/** The words of a pattern, each once; as numbers for who compares it often. */
export type Words = ReadonlySet<string> | NumberedWords

/** The words of many patterns by their numbers, so that what each shares with a task is counted without looking at letters. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  #task: ReadonlySet<string> | undefined
  /** By number: 1 for the words of the task. */
  #marks = new Uint8Array(0)

  wordsOf(words: ReadonlySet<string>): NumberedWords {
    return new NumberedWords(
      this,
      Uint32Array.from(words, (word) => this.#numberOf(word)),
    )
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#numbers.size)
    this.#task = undefined
    return this.#numbers.size - 1
  }

  /** The words of one task are marked for all patterns that are compared with it, as long as no new word comes up. */
  marksOf(task: ReadonlySet<string>): Uint8Array {
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
  readonly #numbers: Uint32Array

  constructor(vocabulary: Vocabulary, numbers: Uint32Array) {
    this.#vocabulary = vocabulary
    this.#numbers = numbers
  }

  get size(): number {
    return this.#numbers.length
  }

  /** How many of them are words of a task. */
  sharedWith(task: ReadonlySet<string>): number {
    const marks = this.#vocabulary.marksOf(task)
    const numbers = this.#numbers
    let shared = 0
    for (let at = 0; at < numbers.length; at += 1) shared += marks[numbers[at]!]!
    return shared
  }
}
