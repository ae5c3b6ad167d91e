/** The owner of rows. Only push and pull cross a scope. */
export interface Scope {
  readonly organisation: string
  readonly project: string
}

export const PROJECT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** A reserved id, never a project's: in its scope the organisation keeps what its projects share. */
export const ORGANISATION_PROJECT = 'organisation'

/** Each role includes the one before: read; record what happened; decide as a person. */
export const ROLES = ['read', 'write', 'approve'] as const
export type Role = (typeof ROLES)[number]

/** A token as it is stored: its hash, never itself. */
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

/** The tokens plus a new one. Everything recorded with a token carries its name, so names must be unique: undefined if an active token has this name. An expired token is replaced. */
export function withToken(records: readonly TokenRecord[], record: TokenRecord): TokenRecord[] | undefined {
  const isNamesake = ({ organisation, name }: TokenRecord) =>
    organisation === record.organisation && name === record.name
  if (records.some((known) => isNamesake(known) && !isExpired(known, record.createdAt))) return undefined
  return [...records.filter((known) => !isNamesake(known)), record]
}
