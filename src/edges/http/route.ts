import type * as z from 'zod'
import { ROLES, type Role } from '../../domain/access-token.ts'
import type { Loop } from '../../loop/loop.ts'

/** Who calls. The name is recorded with everything that the call records; nothing in the call can change it. */
export interface Caller {
  readonly name: string
  readonly role: Role
}

/** A verb as the server offers it at an address. */
export interface Route {
  readonly address: string
  readonly role: Role
  readonly summary: string
  /** Everything that the path, the query and the body may say, and nothing else. */
  readonly input: z.ZodObject
  run(loop: Loop, input: Readonly<Record<string, unknown>>, caller: Caller): Promise<unknown>
}

export function mayCall({ role }: Caller, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
