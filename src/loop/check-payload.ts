import type { EventType, PayloadOf } from '../domain/events/catalogue.ts'
import { UserError } from '../domain/user-error.ts'

/** The door: what comes from outside is checked against the schema of its event, field by field. */
export async function checkPayload<T extends EventType>(type: T, payload: unknown): Promise<PayloadOf<T>> {
  const { EVENTS } = await import('../domain/events/catalogue.ts')
  const checked = EVENTS[type].payload.safeParse(payload)
  if (checked.success) return checked.data as PayloadOf<T>
  const problems = checked.error.issues.map(({ path, message }) => `${path.join('.') || type}: ${message}`)
  throw new UserError('input', problems.join('\n'), `docs/reference/events.md lists the fields of ${type}.`)
}
