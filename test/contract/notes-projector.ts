import { digest } from '../../src/domain/digest.ts'
import type { Document, DocumentReader, Folded, Projector } from '../../src/domain/document.ts'
import type { JournalEvent } from '../../src/domain/event.ts'

/** What the suite's events carry; the store under test knows none of it. */
interface Note {
  readonly thing?: string
  readonly text?: string
  readonly state?: string
  readonly rank?: number
  readonly pointTo?: string
  readonly body?: unknown
}

/**
 * Counts notes about things. `trail` is a hash over all notes in order, so a lost, repeated or misplaced event shows.
 * `pointer-followed.v1` needs a second round: which thing it is about is written in the pointer.
 */
export function notesProjector(policyHash = 'policy-1'): Projector {
  return {
    policyHash,
    needs(event, read) {
      const { thing } = event.payload as Note
      if (thing === undefined) return []
      if (event.type === 'note-taken') return [{ kind: 'thing', id: thing }]
      if (event.type !== 'pointer-followed') return []
      const to = pointerOf(read, thing)
      return [{ kind: 'pointer', id: thing }, ...(to === undefined ? [] : [{ kind: 'thing', id: to }])]
    },
    fold(event, read) {
      const payload = event.payload as Note
      if (event.type === 'fold-broken') throw new Error('the projector broke')
      if (event.type === 'note-taken') return noted(event, payload.thing!, payload, read, policyHash)
      const to = event.type === 'pointer-followed' ? pointerOf(read, payload.thing!) : undefined
      return to === undefined ? { documents: [], subjects: [] } : noted(event, to, payload, read, policyHash)
    },
  }
}

function noted(event: JournalEvent, id: string, payload: Note, read: DocumentReader, policy: string): Folded {
  const before = read.get('thing', id)?.body as { notes: number; trail: string } | undefined
  const notes = (before?.notes ?? 0) + 1
  const trail = digest(`${before?.trail} ${event.position} ${event.id} ${event.occurredAt}`).slice(0, 16)
  const thing: Document = {
    kind: 'thing',
    id,
    state: payload.state ?? 'open',
    rank: payload.rank ?? notes,
    text: payload.text ?? '',
    body: { notes, trail, policy, last: payload.text ?? null, extra: payload.body ?? null },
  }
  const pointer = payload.pointTo === undefined ? [] : [pointerTo(id, payload.pointTo)]
  return { documents: [thing, ...pointer], subjects: [`thing/${id}`, ...(notes === 1 ? ['first'] : [])] }
}

function pointerTo(id: string, to: string): Document {
  return { kind: 'pointer', id, state: '', rank: 0, text: '', body: { to } }
}

function pointerOf(read: DocumentReader, id: string): string | undefined {
  return (read.get('pointer', id)?.body as { to: string } | undefined)?.to
}
