import type { NewEvent } from '../../domain/event.ts'
import { isSameFact } from '../../domain/read-event.ts'
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
