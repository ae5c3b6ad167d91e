/** Whose rows these are. Nothing crosses a scope but through push and pull. */
export interface Scope {
  readonly organisation: string
  readonly project: string
}

/** No project's own id: in its scope the organisation keeps what its projects share. */
export const ORGANISATION_PROJECT = 'organisation'
