import type { NewEvent } from '../../domain/event.ts'
import { isSameFact } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Journal } from '../../store/port.ts'

/**
 * Facts under keys that are free: where another content stands under a key and was undone, the next one is `KEY#2`, then `KEY#3`. The same content again is the
 * same fact, and stays undone. Undefined when no key was taken by an undone fact.
 */
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

/**
 * Loads, decides and appends again for as long as another writer comes first. What was decided on old facts is thrown away,
 * never forced; who never gets through sees the conflict. The decider looks for its own facts first, so a key that is taken
 * is found on the next try.
 */
export async function untilAppended<T>(decideAndAppend: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decideAndAppend()
    } catch (error) {
      if (tries >= MOST_TRIES || !isLateness(error)) throw error
    }
  }
}

function isLateness(error: unknown): boolean {
  return error instanceof UserError && (error.code === 'version-conflict' || error.code === 'conflict')
}
