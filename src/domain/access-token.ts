/** What a caller may do, each including the one before: look; tell what happened; speak as a person who decides. */
export const ROLES = ['read', 'write', 'approve'] as const
export type Role = (typeof ROLES)[number]

/** A token as it is kept: its hash, never itself. */
export interface TokenRecord {
  readonly id: string
  readonly organisation: string
  readonly name: string
  readonly role: Role
  /** `*`: all projects of the organisation. */
  readonly projects: readonly string[]
  readonly hash: string
  readonly createdAt: number
  readonly expiresAt?: number
}

export function isExpired({ expiresAt }: TokenRecord, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now
}
