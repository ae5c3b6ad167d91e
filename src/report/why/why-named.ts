import type { JournalEvent } from '../../domain/event.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { outcomeFeedback } from '../../engine/laws/outcome-feedback.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import type { Moment } from './why-pattern.ts'

/** Why a criterion, a strategy or an adapter stands where it stands, from the events behind it, and what would change it. */
export interface WhyNamed {
  readonly name: string
  readonly state: string
  /** The figures as a sum that can be checked by hand. */
  readonly arithmetic: string
  readonly evidence: readonly string[]
  readonly whatWouldChangeIt: readonly string[]
  /** What was said about it, newest first. */
  readonly timeline: readonly Moment[]
  /** Facts about it whose words are in an archive; they count, but cannot be told until they are brought back. */
  readonly archived?: number
}

/** What is told beside the figures. */
export type Told = Pick<WhyNamed, 'timeline' | 'archived'>

/** The events that spoke of it, newest first, with what each of them said. */
export function momentsOf(events: readonly JournalEvent<unknown>[], policy: Policy): Moment[] {
  return events.map((event) => ({
    at: event.occurredAt,
    event: event.id,
    position: event.position,
    what: wordsOf(event as KnownEvent, policy),
    run: event.run,
  }))
}

function wordsOf(event: KnownEvent, policy: Policy): string {
  if (event.type === 'feedback-given') {
    const { type, weight, by, task, reasoning } = event.payload
    const about = task === undefined ? '' : `${task}: `
    return `${about}${type}, weight ${weight}, by ${by}${reasoning === undefined ? '' : `: ${reasoning}`}`
  }
  if (event.type !== 'outcome-recorded') return event.type.replace(/\.v\d+$/, '').replaceAll('-', ' ')
  const { task, result } = event.payload
  const what = task === undefined ? result : `${task}: ${result}`
  const feedback = outcomeFeedback(event.payload, policy.implicitFeedback)
  return feedback === undefined ? `${what}, not observed` : `${what}, ${feedback.type}: ${feedback.reasoning}`
}
