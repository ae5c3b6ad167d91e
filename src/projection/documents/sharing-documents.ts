import { digest } from '../../domain/digest.ts'
import { defineDocument, makeDocument } from '../../domain/document.ts'
import type { Provenance } from '../../domain/event.ts'
import type { SharedPattern } from '../../domain/shared-pattern.ts'

/** What each journal has pushed; in the organisation's own journal, all that it holds. */
export const PUSHED = defineDocument<SharedPattern>('pushed')
/** Which pattern here a pattern of another journal was joined to. */
export const ORIGIN = defineDocument<OriginRecord>('origin')
/** Which project a journal said it belongs to when something first came from it. */
export const SOURCE = defineDocument<SourceRecord>('source')

export interface OriginRecord {
  readonly pattern: string
  readonly event: string
  readonly pushedAt: number
  readonly trust: Provenance['trust']
  readonly textHash: string
}

export interface SourceRecord {
  readonly project: string
}

/** A pattern of one journal among all journals. */
export function originId(journal: string, pattern: string): string {
  return digest(`${journal}\n${pattern}`).slice(0, 32)
}

export function pushedDocument(shared: SharedPattern) {
  const id = originId(shared.journal, shared.pattern)
  return makeDocument(PUSHED, id, shared, { rank: shared.pushedAt })
}

export function originDocument(id: string, record: OriginRecord) {
  return makeDocument(ORIGIN, id, record)
}

export function sourceDocument(journal: string, record: SourceRecord) {
  return makeDocument(SOURCE, journal, record)
}
