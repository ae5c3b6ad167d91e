import type { KnownEvent } from '../domain/read-event.ts'

/** The patterns that an event speaks of by itself. */
export function patternsNamed(event: KnownEvent): string[] {
  switch (event.type) {
    case 'pattern-injected':
      return [...event.payload.items, ...event.payload.withheld].map((item) => item.pattern)
    case 'feedback-given':
      return event.payload.subject === 'pattern' ? [event.payload.id] : []
    case 'pattern-merged':
      return [event.payload.pattern, event.payload.into]
    case 'pattern-pulled':
      return [event.payload.pattern, ...(event.payload.left === undefined ? [] : [event.payload.left])]
    default: {
      const named = (event.payload as { pattern?: unknown } | null)?.pattern
      return typeof named === 'string' ? [named] : []
    }
  }
}
