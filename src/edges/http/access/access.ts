import { MINUTE_MS } from '../../../domain/numbers.ts'
import { isExpired } from '../../../domain/scope.ts'
import type { TokenKeeper } from '../../../loop/journal/keepers.ts'
import { type Grant, grantOf, hashOf, isSameHash, Tickets } from './tickets.ts'

const CODE_LIFE_MS = 2 * MINUTE_MS
const LOGIN_LIFE_MS = 12 * 60 * MINUTE_MS

export interface AccessOptions {
  /** The secret created at this start, and the identity and rights of its holder. */
  readonly own: { readonly secret: string; readonly grant: Grant }
  readonly tokens: Pick<TokenKeeper, 'list'>
  readonly now: () => number
}

/** Decides who has access. A revoked or expired token is refused at the next call, and so is every login made with it. */
export class Access {
  readonly #options: AccessOptions
  readonly #ownHash: string
  /** One-time codes that a browser exchanges for a login. */
  readonly codes: Tickets
  readonly logins: Tickets

  constructor(options: AccessOptions) {
    const { now } = options
    this.#options = options
    this.#ownHash = hashOf(options.own.secret)
    this.codes = new Tickets({ lifeMs: CODE_LIFE_MS, most: 100, now })
    this.logins = new Tickets({ lifeMs: LOGIN_LIFE_MS, most: 1_000, now })
  }

  async byToken(secret: string): Promise<Grant | undefined> {
    const hash = hashOf(secret)
    if (isSameHash(hash, this.#ownHash)) return this.#options.own.grant
    const valid = await this.#valid()
    const found = valid.find((record) => isSameHash(record.hash, hash))
    return found === undefined ? undefined : grantOf(found)
  }

  async byLogin(secret: string): Promise<Grant | undefined> {
    return this.#stillHeld(this.logins.grantOf(secret))
  }

  async byCode(code: string): Promise<Grant | undefined> {
    return this.#stillHeld(this.codes.redeem(code))
  }

  async #stillHeld(grant: Grant | undefined): Promise<Grant | undefined> {
    if (grant?.token === undefined) return grant
    const record = (await this.#valid()).find(({ id }) => id === grant.token)
    return record === undefined ? undefined : grantOf(record)
  }

  async #valid() {
    const now = this.#options.now()
    return (await this.#options.tokens.list()).filter((record) => !isExpired(record, now))
  }
}
