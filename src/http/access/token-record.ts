import type { Role } from '../route.ts'
import type { Grant } from './grant.ts'

/** A token as it is kept: its hash, never itself. */
export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly projects: readonly string[]
  readonly hash: string
  readonly createdAt: number
  readonly expiresAt?: number
}

/** Where the tokens of an organisation are kept. */
export interface TokenKeeper {
  list(): Promise<readonly TokenRecord[]>
  add(record: TokenRecord): Promise<void>
  /** False when there was none. */
  remove(id: string): Promise<boolean>
}

export function isExpired({ expiresAt }: TokenRecord, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now
}

export function grantOf({ id, name, role, projects }: TokenRecord): Grant {
  return { token: id, name, role, projects }
}
