/** Whose rows these are. Nothing crosses a scope but through push and pull. */
export interface Scope {
  readonly organisation: string
  readonly project: string
}

export const PROJECT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** No project's own id: in its scope the organisation keeps what its projects share. */
export const ORGANISATION_PROJECT = 'organisation'

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

/** The tokens with one more. A name stands beside all that its token records, so that two at once would be one to whoever reads it: undefined while another of the name holds. One that has run out makes room. */
export function withToken(records: readonly TokenRecord[], record: TokenRecord): TokenRecord[] | undefined {
  const isNamesake = ({ organisation, name }: TokenRecord) =>
    organisation === record.organisation && name === record.name
  if (records.some((known) => isNamesake(known) && !isExpired(known, record.createdAt))) return undefined
  return [...records.filter((known) => !isNamesake(known)), record]
}
