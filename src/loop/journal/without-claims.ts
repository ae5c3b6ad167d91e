import { type Origin, speakerOf } from '../../domain/event.ts'
import { isReservedName } from '../../domain/reserved-name.ts'

/** Where a name of whoever speaks can stand. */
const NAMES: readonly string[] = ['agent', 'role', 'by', 'validatorRole', 'adversarialRole']
const NOBODY = 'agent'

type Call = (...inputs: unknown[]) => Promise<unknown>

/**
 * A verb by which somebody reports something. Who speaks is known by the surface: where it is no person, a payload that names one, or that vouches for itself, is
 * taken without that, and the answer says which fields were not kept.
 */
export function withoutClaims(verb: Call, origin: Origin): Call {
  return async (...inputs) => {
    if (speakerOf(origin) === 'person') return verb(...inputs)
    const stripped = inputs.map(withoutIdentity)
    const answer = await verb(...stripped.map(({ input }) => input))
    const notKept = stripped.flatMap((one) => one.notKept)
    if (notKept.length === 0) return answer
    const before = (answer as { notKept?: readonly string[] }).notKept ?? []
    return { ...(answer as object), notKept: [...new Set([...before, ...notKept])] }
  }
}

/** An input without what only a person may say of themselves. */
export function withoutIdentity<T>(input: T): { input: T; notKept: string[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { input, notKept: [] }
  const fields: Record<string, unknown> = { ...(input as object) }
  const notKept = Object.keys(fields).filter((field) => isClaim(field, fields[field]))
  for (const field of notKept) {
    if (NAMES.includes(field)) fields[field] = NOBODY
    else delete fields[field]
  }
  return { input: fields as T, notKept }
}

function isClaim(field: string, value: unknown): boolean {
  if (NAMES.includes(field)) return typeof value === 'string' && isReservedName(value)
  return field === 'mined' ? value !== undefined : field === 'trust' && value === 'corroborated'
}
