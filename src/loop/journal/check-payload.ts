import type { EventType, PayloadOf } from '../../domain/events/catalogue.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { idProblem } from '../../domain/id.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { UserError } from '../../domain/user-error.ts'

const LAST_INSTANT = 253_402_300_799_999

let catalogue: Promise<typeof import('../../domain/events/catalogue.ts')> | undefined

/** The schemas, loaded when something first comes in, and asked for once: a log brings many. */
function schemas(): NonNullable<typeof catalogue> {
  catalogue ??= import('../../domain/events/catalogue.ts')
  return catalogue
}

/** The door: what comes from outside is checked against the schema of its event, field by field. */
export async function checkPayload<T extends EventType>(type: T, payload: unknown): Promise<PayloadOf<T>> {
  const { EVENTS } = await schemas()
  const checked = EVENTS[type].payload.safeParse(payload)
  if (checked.success) return checked.data as PayloadOf<T>
  const problems = checked.error.issues.map((issue) => schemaProblem(issue, payload, storedName(type)))
  throw new UserError('input', problems.join('\n'), 'Mend what is named and try again; nothing was recorded.')
}

/** The same for what goes beside the payload: the run that a fact belongs to, and when it happened. */
export function checkPlace({ run, occurredAt }: { run?: unknown; occurredAt?: unknown }): void {
  const problem = run === undefined ? undefined : idProblem(String(run))
  if (problem !== undefined) throw new UserError('input', `run: ${problem}`, 'Name the run by an id.')
  if (occurredAt !== undefined && !isInstant(occurredAt))
    throw new UserError(
      'input',
      `occurredAt: ${String(occurredAt)} is no time from 1970 to 9999 in whole milliseconds`,
      'Give epoch milliseconds, as Date.now() does.',
    )
}

function isInstant(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_INSTANT
}
