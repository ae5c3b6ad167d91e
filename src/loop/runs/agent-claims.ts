import { type Origin, speakerOf } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { withoutIdentity } from '../facts/provenance.ts'

/** Fields that only a person may set. */
const OF_PEOPLE = ['userRating', 'userFeedback', 'humanOverride'] as const

/** The part of an outcome that its reporter can vouch for, and the fields that were left out. From an agent, the claimed observer is not accepted, and fields that only a person can set are left out. A program that a person set up may report what a test observed. */
export function agentsWord<T extends Partial<PayloadOf<'outcome-recorded'>>>(origin: Origin, given: T) {
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
