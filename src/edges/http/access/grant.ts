import type { TokenRecord } from '../../../domain/access-token.ts'
import type { Caller } from '../route.ts'

/** What somebody was given: a name, a role, and the projects in which they hold. */
export interface Grant extends Caller {
  /** Of the token behind it; the server's own has none. */
  readonly token?: string
  /** `*`: all projects of the organisation. */
  readonly projects: readonly string[]
}

export function reaches({ projects }: Grant, project: string): boolean {
  return projects.includes('*') || projects.includes(project)
}

/** The project that is meant where a call names none. */
export function usualProject({ projects }: Grant, own: string): string {
  if (projects.includes('*') || projects.includes(own)) return own
  return projects[0] ?? own
}

export function grantOf({ id, name, role, projects }: TokenRecord): Grant {
  return { token: id, name, role, projects }
}
