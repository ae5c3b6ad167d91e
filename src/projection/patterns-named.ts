import { traitsOf } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'

/** The patterns that an event names itself. */
export function patternsNamed(event: KnownEvent): string[] {
  const { names } = traitsOf(event.type)
  if (names !== undefined) return names(event.payload as never).filter((name) => name !== undefined)
  const named = (event.payload as { pattern?: unknown } | null)?.pattern
  return typeof named === 'string' ? [named] : []
}

/** What else an event is about, so that what followed from it can be found. */
export function papersNamed(event: KnownEvent): string[] {
  return (
    traitsOf(event.type)
      .about?.(event.payload as never)
      .filter((paper) => paper !== false) ?? []
  )
}
