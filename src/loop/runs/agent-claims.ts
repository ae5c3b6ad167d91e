import { type Origin, speakerOf } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'

type Told = Partial<PayloadOf<'outcome-recorded'>>

/** What only a person can say. */
const OF_PEOPLE = ['userRating', 'userFeedback', 'humanOverride'] as const

/** An outcome as far as its teller can speak for it, and the fields that were left out. */
export interface OwnWord<T> {
  readonly told: T
  readonly notKept: readonly string[]
}

/**
 * An outcome that comes through a door where only agents speak is the word of the agent: whatever it says saw the outcome, nobody else
 * vouches for that, and what only a person can say is left out. A test, a merge or a person that did see it tells so through another door. A program that a
 * person set up may tell what a test saw, and not what only a person can say.
 */
export function agentsWord<T extends Told>(origin: Origin, told: T): OwnWord<T> {
  const speaker = speakerOf(origin)
  if (speaker === 'person') return { told, notKept: [] }
  const kept: T = { ...told }
  const notKept = OF_PEOPLE.filter((field) => told[field] !== undefined)
  for (const field of notKept) delete kept[field]
  if (speaker === 'pipeline') return { told: kept, notKept }
  return { told: { ...kept, observedBy: told.observedBy === 'none' ? 'none' : 'agent' }, notKept }
}
