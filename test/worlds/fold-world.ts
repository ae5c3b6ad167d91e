import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { Document, DocumentKey, DocumentKind, DocumentReader } from '../../src/domain/document.ts'
import type { JournalEvent } from '../../src/domain/event.ts'
import { POLICY, type Policy } from '../../src/engine/laws/policy.ts'
import type { Evidence, PatternRecord } from '../../src/engine/standing/pattern-record.ts'
import { PATTERN, RUN, type RunRecord } from '../../src/projection/documents/documents.ts'
import { createProjector } from '../../src/projection/projector.ts'
import { numbered } from './any-event.ts'

/** Documents by kind and id, folded by hand: no store, no batches, and no read that was not declared. */
export class World implements DocumentReader {
  readonly documents = new Map<string, Document>()
  readonly subjects: string[][] = []
  readonly #projector

  constructor(policy: Policy = POLICY) {
    this.#projector = createProjector(policy)
  }

  get<T extends object>(kind: DocumentKind<T>, id: string): Document<T> | undefined {
    return this.documents.get(`${kind} ${id}`) as Document<T> | undefined
  }

  /** Folds one event through a reader that fails on whatever `needs` did not name; gives what was written. */
  fold(event: JournalEvent): readonly Document[] {
    const declared = new Set(this.#needs(event).map(({ kind, id }) => `${kind} ${id}`))
    const reader = {
      get: <T extends object>(kind: DocumentKind<T>, id: string) => {
        if (!declared.has(`${kind} ${id}`)) throw new Error(`${event.type} reads ${kind} ${id} undeclared`)
        return this.get(kind, id)
      },
    }
    const { documents, subjects } = this.#projector.fold(event, reader)
    for (const document of documents) this.documents.set(`${document.kind} ${document.id}`, document)
    this.subjects.push([...subjects])
    return documents
  }

  /** What the event needs, asked as a store asks: again, as documents arrive, which are unseen until they are named. */
  #needs(event: JournalEvent): DocumentKey[] {
    const seen = new Set<string>()
    const reader = {
      get: <T extends object>(kind: DocumentKind<T>, id: string) =>
        seen.has(`${kind} ${id}`) ? this.get(kind, id) : undefined,
    }
    for (;;) {
      const keys = [...this.#projector.needs(event, reader)]
      const before = seen.size
      for (const { kind, id } of keys) seen.add(`${kind} ${id}`)
      if (seen.size === before) return keys
    }
  }

  /** The same documents as a store gives them back: keys by name, not as they came. */
  store(): void {
    for (const [name, document] of this.documents)
      this.documents.set(name, JSON.parse(canonicalJson(document)) as Document)
  }

  pattern(id: string): PatternRecord | undefined {
    return this.get(PATTERN, id)?.body
  }

  evidence(id = 'p1'): Evidence {
    const record = this.pattern(id)
    if (record === undefined) throw new Error(`there is no pattern ${id}`)
    return record.evidence
  }

  run(id = 'r1'): RunRecord | undefined {
    return this.get(RUN, id)?.body
  }
}

/** The world after some events, in the order in which they are listed. */
export function worldOf(events: readonly JournalEvent<unknown>[], policy?: Policy): World {
  const world = new World(policy)
  for (const event of numbered(events)) world.fold(event as JournalEvent)
  return world
}
