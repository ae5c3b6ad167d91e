import { digest } from '../../domain/digest.ts'
import type { Document } from '../../domain/document.ts'
import type { Provenance } from '../../domain/event.ts'
import type { SharedPattern } from '../../domain/shared-pattern.ts'

/** What each journal has pushed; in the organisation's own journal, all that it holds. */
export const PUSHED = 'pushed'
/** Which pattern here a pattern of another journal was joined to. */
export const ORIGIN = 'origin'
/** Which project a journal said it belongs to when something first came from it. */
export const SOURCE = 'source'

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

export function pushedDocument(shared: SharedPattern): Document {
  const id = originId(shared.journal, shared.pattern)
  return { kind: PUSHED, id, state: '', rank: shared.pushedAt, text: '', body: shared }
}

export function originDocument(id: string, record: OriginRecord): Document {
  return { kind: ORIGIN, id, state: '', rank: 0, text: '', body: record }
}

export function sourceDocument(journal: string, record: SourceRecord): Document {
  return { kind: SOURCE, id: journal, state: '', rank: 0, text: '', body: record }
}
