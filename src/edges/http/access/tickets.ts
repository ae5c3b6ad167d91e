import type { Grant } from './grant.ts'
import { hashOf, newSecret } from './secret.ts'

interface Ticket {
  readonly grant: Grant
  readonly until: number
}

export interface TicketTerms {
  readonly lifeMs: number
  readonly most: number
  readonly now: () => number
}

/**
 * Secrets that stand for a grant for a while: one-time codes, logins of a browser. They live in memory alone, as hashes, and end with
 * the server. When there are too many, the oldest goes.
 */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>()
  readonly #terms: TicketTerms

  constructor(terms: TicketTerms) {
    this.#terms = terms
  }

  issue(grant: Grant): { secret: string; until: number } {
    const { lifeMs, most, now } = this.#terms
    const secret = newSecret()
    const until = now() + lifeMs
    this.#tickets.set(hashOf(secret), { grant, until })
    for (const oldest of this.#tickets.keys()) {
      if (this.#tickets.size <= most) break
      this.#tickets.delete(oldest)
    }
    return { secret, until }
  }

  /** The lookup is by the hash of what was sent, so that its time says nothing about any secret. */
  grantOf(secret: string): Grant | undefined {
    const ticket = this.#tickets.get(hashOf(secret))
    if (ticket === undefined) return undefined
    if (ticket.until > this.#terms.now()) return ticket.grant
    this.end(secret)
    return undefined
  }

  /** The grant, once. */
  redeem(secret: string): Grant | undefined {
    const grant = this.grantOf(secret)
    this.end(secret)
    return grant
  }

  end(secret: string): void {
    this.#tickets.delete(hashOf(secret))
  }
}
