import { hasTrait } from '../domain/events/traits.ts'
import { own } from '../domain/own.ts'
import type { KnownEvent } from '../domain/read-event.ts'

/** How far a run has come, and where it was last shown each of its patterns. */
export interface RunProgress {
  readonly iteration: number
  readonly shown: { readonly [pattern: string]: { readonly iteration: number; readonly receipt: string } }
}

/** Whether an event belongs to an iteration of its run. */
export function isOfIteration(event: KnownEvent): event is KnownEvent & { readonly run: string } {
  return event.run !== undefined && hasTrait(event.type, 'of-iteration')
}

/**
 * The iteration that a fact belongs to: the one it names; for a use of a pattern the one in which the pattern was last shown;
 * else the one that the run is in.
 */
export function iterationOf(event: KnownEvent, course: RunProgress | undefined): number {
  const { iteration } = event.payload as { iteration?: number }
  return iteration ?? lastShown(event, course) ?? course?.iteration ?? 1
}

function lastShown(event: KnownEvent, course: RunProgress | undefined): number | undefined {
  if (event.type !== 'pattern-acknowledged' && event.type !== 'citation-verified') return undefined
  return own(course?.shown, event.payload.pattern)?.iteration
}

/** The course of a run after a fact. */
export function evolveProgress(course: RunProgress | undefined, event: KnownEvent): RunProgress | undefined {
  if (!isOfIteration(event)) return course
  const iteration = iterationOf(event, course)
  const known = course ?? { iteration, shown: {} }
  const next = iteration > known.iteration ? { ...known, iteration } : known
  if (event.type !== 'pattern-injected' || event.payload.items.length === 0) return next
  const shown = { ...next.shown }
  for (const { pattern } of event.payload.items)
    shown[pattern] = { iteration, receipt: event.payload.receipt }
  return { ...next, shown }
}
