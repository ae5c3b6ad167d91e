import { MINUTE_MS } from '../../../domain/numbers.ts'
/** A rate limit: a burst size, and a rate per minute. */
export interface AllowanceTerms {
  readonly atOnce: number
  readonly perMinute: number
  readonly now: () => number
}

const MOST_KEYS = 10_000

/** Tokens in a bucket for each key. `left = min(atOnce, left + elapsed x perMinute / 60 s)`; a take costs one. Of 10 at once and 60 a minute: ten takes pass, the eleventh waits a second. */
export class Allowance {
  readonly #buckets = new Map<string, { left: number; at: number }>()
  readonly #terms: AllowanceTerms

  constructor(terms: AllowanceTerms) {
    this.#terms = terms
  }

  /** 0 if the call may pass, else the seconds to wait. */
  take(key: string): number {
    const { atOnce, perMinute, now } = this.#terms
    const at = now()
    const known = this.#buckets.get(key) ?? { left: atOnce, at }
    const left = Math.min(atOnce, known.left + ((at - known.at) * perMinute) / MINUTE_MS)
    const passes = left >= 1
    this.#keep(key, { left: passes ? left - 1 : left, at })
    return passes ? 0 : Math.max(1, Math.ceil(((1 - left) * 60) / perMinute))
  }

  /** Evicts the least recently used key; an evicted key starts again with a full bucket. */
  #keep(key: string, bucket: { left: number; at: number }): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > MOST_KEYS && oldest !== undefined) this.#buckets.delete(oldest)
  }
}
