import { digest } from '../domain/digest.ts'
import { defineDocument, makeDocument } from '../domain/document.ts'
import type { Part } from './part.ts'

/** Which pattern of a role a trigger, the short name of a situation, belongs to. */
export const TRIGGER = defineDocument<{ readonly pattern: string }>('trigger')

export function triggerId({ role, trigger }: { role: string; trigger: string }): string {
  return digest(`${role}\n${trigger.trim()}`).slice(0, 32)
}

/** The first pattern under a trigger keeps it. An empty trigger names nothing. */
export const triggers: Part = {
  needs: (event) =>
    event.type === 'pattern-sighted' && event.payload.trigger
      ? [{ kind: TRIGGER, id: triggerId({ role: event.payload.role, trigger: event.payload.trigger }) }]
      : [],
  fold(event, read) {
    if (event.type !== 'pattern-sighted' || !event.payload.trigger?.trim())
      return { documents: [], subjects: [] }
    const { pattern, role, trigger } = event.payload
    const id = triggerId({ role, trigger })
    if (read.get(TRIGGER, id) !== undefined) return { documents: [], subjects: [] }
    const body = { pattern }
    return { documents: [makeDocument(TRIGGER, id, body)], subjects: [] }
  },
}
