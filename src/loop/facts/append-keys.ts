import type { NewEvent } from '../../domain/event.ts'
import type { EventType, PayloadOf } from '../../domain/events/catalogue.ts'
import { isSameFact } from '../../domain/events/lift-event.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { idProblem } from '../../domain/id.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import type { Journal } from '../../store/port.ts'
import type { DraftOf } from '../journal/append-facts.ts'

/** Facts under free keys: if different content under a key was undone, the next key is `KEY#2`. The same content again stays undone. Undefined if no key belongs to an undone fact. */
export async function besideUndone(
  journal: Journal,
  events: readonly NewEvent[],
): Promise<readonly NewEvent[] | undefined> {
  const beside: NewEvent[] = []
  for (const event of events) beside.push({ ...event, key: await freeKey(journal, event) })
  return beside.some(({ key }, i) => key !== events[i]!.key) ? beside : undefined
}

async function freeKey(journal: Journal, event: NewEvent): Promise<string> {
  for (let number = 1; ; number++) {
    const key = number === 1 ? event.key : `${event.key}#${number}`
    const [known] = await journal.read({ key, limit: 1 })
    if (known === undefined || !known.undone || isSameFact(event, known)) return key
  }
}

const MOST_TRIES = 25

/** Loads, decides and appends until no other writer comes first, so that no decision is based on old facts. The decider looks for its own facts first, so a key that is already taken is found on the next try. */
export async function untilAppended<T>(decideAndAppend: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decideAndAppend()
    } catch (error) {
      const isLate = error instanceof UserError && /^(?:version-)?conflict$/.test(error.code)
      if (tries >= MOST_TRIES || !isLate) throw error
    }
  }
}

const LAST_INSTANT = 253_402_300_799_999

let catalogue: Promise<typeof import('../../domain/events/catalogue.ts')> | undefined

/** The event schemas, loaded on first use and kept: a log has many entries. */
function schemas(): NonNullable<typeof catalogue> {
  catalogue ??= import('../../domain/events/catalogue.ts')
  return catalogue
}

/** Validates a payload from outside against its event's schema, field by field. */
export async function checkPayload<T extends EventType>(type: T, payload: unknown): Promise<PayloadOf<T>> {
  const { EVENTS } = await schemas()
  const checked = EVENTS[type].payload.safeParse(payload)
  if (checked.success) return checked.data as PayloadOf<T>
  const problems = checked.error.issues.map((issue) => schemaProblem(issue, payload, storedName(type)))
  throw inputError(problems.join('\n'), 'Correct it and try again; nothing was recorded.')
}

/** A fact whose payload comes from outside. */
export async function checkedDraft<T extends EventType>(
  type: T,
  payload: unknown,
  place: Omit<DraftOf<T>, 'type' | 'payload'>,
): Promise<DraftOf<T>> {
  return { ...place, type, payload: await checkPayload(type, payload) }
}

/** The same for the fields beside the payload: the fact's run, and when it happened. */
export function checkPlace({ run, occurredAt }: { run?: unknown; occurredAt?: unknown }): void {
  const problem = run === undefined ? undefined : idProblem(String(run))
  if (problem !== undefined) throw inputError(`run: ${problem}`, 'Name the run by an id.')
  if (occurredAt !== undefined && !isInstant(occurredAt))
    throw inputError(
      `occurredAt: ${String(occurredAt)} is not a time from 1970 to 9999 in whole milliseconds`,
      'Give epoch milliseconds, as Date.now() does.',
    )
}

function isInstant(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_INSTANT
}
