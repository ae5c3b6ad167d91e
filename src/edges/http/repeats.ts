import { refuse } from './guard/refusal.ts'

const MOST_KEPT = 5_000

/** Answers by the `Idempotency-Key` of their calls: the same call again gets the same answer, and records nothing. The newest are kept until the server ends. */
export class Repeats {
  readonly #kept = new Map<string, { readonly body: string; readonly answer: Promise<unknown> }>()

  once(key: string, body: string, run: () => Promise<unknown>): Promise<unknown> {
    const before = this.#kept.get(key)
    const [message, hint] = ['This key came with another body before.', 'Use a new key for every new call.']
    if (before !== undefined && before.body !== body) throw refuse(422, { code: 'idempotency-key', message, hint })
    if (before !== undefined) return before.answer
    const answer = run()
    this.#kept.set(key, { body, answer })
    // A failed call may be retried.
    answer.catch(() => this.#kept.delete(key))
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return answer
  }
}
