import { type Origin, speakerOf } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { withoutIdentity } from '../facts/stamp.ts'

/** What only a person can say. */
const OF_PEOPLE = ['userRating', 'userFeedback', 'humanOverride'] as const

/** An outcome as far as its teller can speak for it, and the fields that were left out. */
export interface OwnWord<T> {
  readonly told: T
  readonly notKept: readonly string[]
}

/** An outcome from where only agents speak is the agent's word: nobody vouches for who it says saw it, and what only a person can say is left out. A program that a person set up may tell what a test saw. */
export function agentsWord<T extends Partial<PayloadOf<'outcome-recorded'>>>(origin: Origin, given: T): OwnWord<T> {
  const speaker = speakerOf(origin)
  if (speaker === 'person') return { told: given, notKept: [] }
  const named = withoutIdentity(given)
  const kept: T = { ...named.input }
  const ofPeople = OF_PEOPLE.filter((field) => given[field] !== undefined)
  for (const field of ofPeople) delete kept[field]
  const notKept = [...ofPeople, ...named.notKept]
  if (speaker === 'pipeline') return { told: kept, notKept }
  return { told: { ...kept, observedBy: given.observedBy === 'none' ? 'none' : 'agent' }, notKept }
}
