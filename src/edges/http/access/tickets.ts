import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TokenRecord } from '../../../domain/scope.ts'
import type { Caller } from '../endpoints.ts'

/** The rights of a caller: a name, a role, and the projects in which it applies. */
export interface Grant extends Caller {
  /** The id of the token; the server's own has none. */
  readonly token?: string
  /** `*`: all projects of the organisation. */
  readonly projects: readonly string[]
}

export function reaches({ projects }: Grant, project: string): boolean {
  return projects.includes('*') || projects.includes(project)
}

/** The project of a call that names none. */
export function usualProject({ projects }: Grant, own: string): string {
  if (projects.includes('*') || projects.includes(own)) return own
  return projects[0] ?? own
}

export function grantOf({ id, name, role, projects }: TokenRecord): Grant {
  return { token: id, name, role, projects }
}

const BYTES = 32

/** A secret of 256 random bits, which cannot be guessed, so a fast hash protects it as well as a slow one. */
export function newSecret(prefix = ''): string {
  return `${prefix}${randomBytes(BYTES).toString('base64url')}`
}

/** Whether a text has the form of such a secret without a prefix. */
export function isSecretShaped(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** The hash that is stored instead of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}

export interface TicketTerms {
  readonly lifeMs: number
  readonly most: number
  readonly now: () => number
}

/** Temporary secrets that stand for a grant: one-time codes and browser logins. Only their hashes are kept, in memory, until the server ends. If there are too many, the oldest is dropped. */
export class Tickets {
  readonly #tickets = new Map<string, { readonly grant: Grant; readonly until: number }>()
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

  /** Looks up the hash of the secret, so that timing reveals nothing about any secret. */
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
