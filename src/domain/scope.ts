/** Whose rows these are. Nothing crosses a scope but through push and pull. */
export interface Scope {
  readonly organisation: string
  readonly project: string
}

/** How the id of a project is spelled. */
export const PROJECT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** No project's own id: in its scope the organisation keeps what its projects share. */
export const ORGANISATION_PROJECT = 'organisation'
