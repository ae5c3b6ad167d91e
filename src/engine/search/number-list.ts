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
