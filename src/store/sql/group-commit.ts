interface Waiting<A, R> {
  readonly asked: A
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** Does what is asked while earlier work is under way together, once that is done. What is asked of one lane never waits for another. */
export class GroupCommit<A, R> {
  readonly #lanes = new Map<string, Waiting<A, R>[]>()
  readonly #work: (asked: readonly A[]) => Promise<readonly R[]>
  readonly #mayJoin: (first: A, next: A) => boolean
  readonly #most: number

  constructor(
    work: (asked: readonly A[]) => Promise<readonly R[]>,
    { mayJoin, most }: { mayJoin: (first: A, next: A) => boolean; most: number },
  ) {
    this.#work = work
    this.#mayJoin = mayJoin
    this.#most = most
  }

  ask(lane: string, asked: A): Promise<R> {
    return new Promise((resolve, reject) => {
      const one = { asked, resolve, reject }
      const waiting = this.#lanes.get(lane)
      if (waiting !== undefined) waiting.push(one)
      else {
        this.#lanes.set(lane, [one])
        void this.#run(lane)
      }
    })
  }

  async #run(lane: string): Promise<void> {
    const waiting = this.#lanes.get(lane)!
    while (waiting.length > 0) {
      const apart = waiting.findIndex(({ asked }) => !this.#mayJoin(waiting[0]!.asked, asked))
      const group = waiting.splice(0, Math.min(apart === -1 ? waiting.length : apart, this.#most))
      try {
        const results = await this.#work(group.map(({ asked }) => asked))
        for (const [at, { resolve }] of group.entries()) resolve(results[at]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#lanes.delete(lane)
  }
}
