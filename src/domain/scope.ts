/** Whose rows these are. Nothing crosses a scope but through push and pull. */
export interface Scope {
  readonly organisation: string
  readonly project: string
}
