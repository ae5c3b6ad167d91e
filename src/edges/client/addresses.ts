import { type Addressed, VERBS, type Verbs } from '../../loop/verbs/catalogue.ts'
import type { Address } from '../../loop/verbs/define-verb.ts'

/** The address of each verb on the server. The build replaces this with the addresses themselves, so that a client does not load the loop. */
export const ADDRESSES = Object.fromEntries(
  Object.entries(VERBS).flatMap(([name, verb]) => ('address' in verb ? [[name, verb.address]] : [])),
) as { readonly [V in Addressed]: Verbs[V]['address'] & Address }

export interface Place {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The path's parameters, in order. */
  readonly parameters: readonly string[]
}

export function placeOf(address: string): Place {
  const [method, path] = address.split(' ') as ['GET' | 'POST', string]
  return { method, path, parameters: [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!) }
}
