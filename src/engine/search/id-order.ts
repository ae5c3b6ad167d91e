const LETTERS = 6
const LAST_LETTER = 255

/**
 * The order of ids by number of the document. Equals are told apart by their ids, and hundreds are equal: the first letters of each are kept as one
 * number, so that most of them are told apart without looking at an id.
 */
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
