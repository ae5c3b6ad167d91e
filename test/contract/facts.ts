import { canonicalJson, type JsonObject } from '../../src/domain/canonical-json.ts'
import type { NewEvent } from '../../src/domain/event.ts'
import type { Scope } from '../../src/domain/scope.ts'

let facts = 0
let scopes = 0

type Changes = Partial<Omit<NewEvent, 'payload'>> & { readonly payload?: JsonObject }

/** A fact that is ready to be appended: a note about thing `a`, but for what the test says otherwise. */
export function fact({ payload = { thing: 'a', text: 'a note' }, ...changes }: Changes = {}): NewEvent {
  const id = `E${String(++facts).padStart(6, '0')}`
  return {
    id,
    key: `key/${id}`,
    type: 'note-taken.v1',
    stream: 'notes',
    occurredAt: 1_000 + facts,
    recordedAt: 2_000 + facts,
    origin: { surface: 'library', client: 'contract' },
    provenance: { source: 'agent', trust: 'internal' },
    payload: canonicalJson(payload),
    ...changes,
  }
}

/** A note about a thing; the parts of the payload that are named here are what the projector reads. */
export function note(thing: string, payload: JsonObject = {}, changes: Changes = {}): NewEvent {
  return fact({ ...changes, payload: { thing, text: `about ${thing}`, ...payload } })
}

/** A project that no other test uses. */
export function freshScope(organisation = `org-${++scopes}`): Scope {
  return { organisation, project: `project-${++scopes}` }
}
