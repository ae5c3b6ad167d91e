import type * as z from 'zod'
import { ROLES, type Role } from '../../domain/access-token.ts'
import type { Loop } from '../../loop/loop.ts'

/** Who asks. The name stands beside everything that the call records; nothing in the call can change it. */
export interface Caller {
  readonly name: string
  readonly role: Role
}

/** A verb as the server offers it. Its address is in the table of addresses, under the verb's name. */
export interface Route<I extends z.ZodObject = z.ZodObject, Answer = unknown> {
  readonly role: Role
  /** One sentence with a full stop. */
  readonly summary: string
  /** Everything that the path, the query and the body may say, and nothing else. */
  readonly input: I
  run(loop: Loop, input: z.output<I>, caller: Caller): Promise<Answer>
}

/** Any route, whatever it takes. */
export interface AnyRoute extends Omit<Route, 'run'> {
  run(loop: Loop, input: never, caller: Caller): Promise<unknown>
}

/** Declares a route; the types of its input and answer follow. */
export function route<I extends z.ZodObject, Answer>(declared: Route<I, Answer>): Route<I, Answer> {
  return declared
}

export function mayCall({ role }: Caller, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
