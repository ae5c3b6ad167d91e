import type { Document } from '../../domain/document.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { lineTokens } from '../../engine/laws/role-block.ts'
import { tellingTokens } from '../../engine/search/fuse-similarity.ts'
import { type SteadyWorth, steadyWorth } from '../../engine/standing/axes.ts'
import type { KeptBelief } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { candidateLine } from '../../injection/candidate.ts'
import type { EmbeddingIndex } from '../../injection/embedding-index.ts'
import type { CachedPattern, Offered } from '../../injection/gathering.ts'
import { type Traits, traitsIn } from '../../injection/traits.ts'
import { SHOWABLE } from '../../projection/documents/documents.ts'

/** A pattern in memory, whose expensive derived values are computed on first use. */
export class PatternInMemory implements CachedPattern {
  readonly id: string
  readonly record: PatternRecord
  readonly state: string
  readonly rank: number
  readonly isShowable: boolean
  kept?: KeptBelief
  #words: ReadonlySet<string> | undefined
  #policy: Policy | undefined
  #worth: SteadyWorth | undefined
  #traits: Traits | undefined
  #role: string | undefined
  #tokens = 0
  #offering: Offered | undefined
  #isOffered = false
  #index: EmbeddingIndex | undefined
  #row: number | undefined

  constructor({ id, body, state, rank }: Document<PatternRecord>) {
    this.id = id
    this.record = body
    this.state = state
    this.rank = rank
    this.isShowable = (SHOWABLE as readonly string[]).includes(state)
  }

  get words(): ReadonlySet<string> {
    this.#words ??= tellingTokens(this.record.pattern.text)
    return this.#words
  }

  steadyWorth(policy: Policy): SteadyWorth {
    this.#under(policy)
    this.#worth ??= steadyWorth(this.record, policy)
    return this.#worth
  }

  traits(policy: Policy): Traits {
    this.#under(policy)
    this.#traits ??= traitsIn(this.record, policy)
    return this.#traits
  }

  #under(policy: Policy): void {
    if (this.#policy === policy) return
    this.#policy = policy
    this.#worth = undefined
    this.#traits = undefined
  }

  /** Cached for the last role: most processes use few, repeatedly. */
  tokensFor(role: string): number {
    if (this.#role !== role) {
      this.#role = role
      this.#tokens = lineTokens(candidateLine(this.id, this.record, 0), role)
    }
    return this.#tokens
  }

  /** Cached for the last audience, like the tokens for the last role. */
  isOfferedBy(isOffered: Offered): boolean {
    if (this.#offering !== isOffered) {
      this.#offering = isOffered
      this.#isOffered = isOffered(this)
    }
    return this.#isOffered
  }

  /** The row of its wording in the embedding index, which never changes; undefined if not yet in it. */
  embeddingRow(index: EmbeddingIndex): number | undefined {
    if (this.#index !== index) this.#row = undefined
    this.#index = index
    this.#row ??= index.rowOf(this.id, this.record.pattern.textHash)
    return this.#row
  }
}
