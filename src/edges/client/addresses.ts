import { type Addressed, VERBS, type Verbs } from '../../loop/verbs/catalogue.ts'
import type { Address } from '../../loop/verbs/define-verb.ts'

/** Where the server offers each verb. The build writes the addresses themselves in place of this, for a client loads no loop. */
export const ADDRESSES = Object.fromEntries(
  Object.entries(VERBS).flatMap(([name, verb]) => ('address' in verb ? [[name, verb.address]] : [])),
) as { readonly [V in Addressed]: Verbs[V]['address'] & Address }

export interface Place {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The names in the path that stand for values, in their order. */
  readonly parameters: readonly string[]
}

export function placeOf(address: string): Place {
  const [method, path] = address.split(' ') as ['GET' | 'POST', string]
  return { method, path, parameters: [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!) }
}
