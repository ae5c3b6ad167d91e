import { type Document, type DocumentReader, makeDocument } from '../domain/document.ts'
import { isOlderPush } from '../domain/pattern-pull.ts'
import type { EventOf } from '../domain/read-event.ts'
import { partOf } from './documents/fold-documents.ts'
import { ORIGIN, originId, PUSHED, pushedDocument, SOURCE } from './documents/sharing-documents.ts'

type Pushed = EventOf<'pattern-pushed'>
type Pulled = EventOf<'pattern-pulled'>

/** Patterns shared with the organisation and pulled from it, by journal and pattern; the newest version of each. */
export const sharing = partOf({
  'pattern-pushed': {
    needs: (event) => [{ kind: PUSHED, id: pushedId(event) }],
    fold: (event, read) => ({ documents: foldPushed(event, read), subjects: [] }),
  },
  'pattern-pulled': {
    needs: (event) => [
      { kind: ORIGIN, id: pulledId(event) },
      { kind: SOURCE, id: event.payload.sourceJournal },
    ],
    fold: (event, read) => ({ documents: foldPulled(event, read), subjects: [] }),
  },
})

const pushedId = ({ payload }: Pushed) => originId(payload.journal, payload.pattern)
const pulledId = ({ payload }: Pulled) => originId(payload.sourceJournal, payload.sourcePattern)

function foldPushed(event: Pushed, read: DocumentReader): Document[] {
  const { organisation: _, ...shared } = event.payload
  const known = read.get(PUSHED, pushedId(event))?.body
  const pushed = { ...shared, event: event.id, pushedAt: event.occurredAt }
  return isOlderPush(pushed, known) ? [] : [pushedDocument(pushed)]
}

function foldPulled(event: Pulled, read: DocumentReader): Document[] {
  const { pattern, sourceEvent, sourceJournal, sourceProject: project, pushedAt, textHash } = event.payload
  const known = read.get(ORIGIN, pulledId(event))?.body
  const { trust } = event.provenance
  const record = { pattern, event: sourceEvent, pushedAt, trust, textHash }
  return [
    ...(isOlderPush(record, known) ? [] : [makeDocument(ORIGIN, pulledId(event), record)]),
    ...(read.get(SOURCE, sourceJournal) === undefined ? [makeDocument(SOURCE, sourceJournal, { project })] : []),
  ]
}
