import { classify } from '../../capture/classify.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Projector } from '../../domain/document.ts'
import type { Origin } from '../../domain/event.ts'
import { storedName, typeOf } from '../../domain/events/stored-name.ts'
import type { SharedPattern } from '../../domain/shared-pattern.ts'
import { UserError } from '../../domain/user-error.ts'
import { originId, PUSHED } from '../../projection/documents/sharing-documents.ts'
import { checkShared, type Found, type Refused } from '../../sharing/read-shared-pattern.ts'
import type { Offer } from '../../sharing/sift.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { patternStream } from '../journal/append-facts.ts'

export interface SharedPlace {
  /** For people: the folder, or the organisation and its store. */
  readonly location: string
  /** The entire content, unchecked. */
  read(): Promise<readonly Found[]>
  /** Puts patterns in, all or none. Of the same journal and pattern the newer one stays. */
  put(shared: readonly SharedPattern[]): Promise<void>
}

const PAGE = 500

/** The organisation's own journal, in the store that its projects use: facts that a pattern was pushed, and nothing else. */
export function sharedJournal(
  journal: Journal,
  projector: Projector,
  { location, now, origin }: { location: string; now: () => number; origin: Origin },
): SharedPlace {
  return {
    location,
    async read() {
      const found: Found[] = []
      for (let offset = 0; ; offset += PAGE) {
        const page = await journal.list(PUSHED, { limit: PAGE, offset })
        found.push(...page.map(({ body }) => ({ at: `${body.journal}/${body.pattern}`, value: body })))
        if (page.length < PAGE) return found
      }
    },
    async put(shared) {
      const recordedAt = now()
      const { organisation } = journal.scope
      const events = shared.map(({ event, pushedAt, ...payload }) => ({
        id: event,
        key: `pushed/${payload.journal}/${event}`,
        type: storedName('pattern-pushed'),
        stream: patternStream(payload.pattern),
        occurredAt: pushedAt,
        recordedAt,
        origin,
        provenance: { source: 'mettle', trust: 'internal' } as const,
        payload: canonicalJson({ ...payload, organisation }),
      }))
      await journal.append(events, projector)
    },
  }
}

export function nowhereToShare(): UserError {
  return new UserError(
    'not-shared',
    'No place to share patterns is set.',
    'To share through a folder: export METTLE_SHARE_FOLDER=DIR. For the other ways: mettle docs share-patterns',
  )
}

export function storeOfOne(): UserError {
  return new UserError(
    'not-shared',
    'share.organisation is on, but the journal is a file that belongs to this project alone.',
    'Set store.url (METTLE_DATABASE_URL) to a PostgreSQL that the projects use, or share.folder to a folder.',
  )
}

export interface SharedRead {
  readonly journal: string
  readonly offers: readonly Offer[]
  /** Patterns pushed by this journal. */
  readonly own: readonly SharedPattern[]
  readonly refused: readonly Refused[]
}

/** Reads a shared place, and separates this journal's own patterns, those of others, and those that nobody should accept. */
export async function readShared(context: LoopContext, place: SharedPlace): Promise<SharedRead> {
  const { journal } = await context.journal.head()
  const { project } = context.journal.scope
  const offers: Offer[] = []
  const own: SharedPattern[] = []
  const refused: Refused[] = []
  const all = await place.read()
  const pushed = await lastPushed(context, journal, all)
  for (const found of all) {
    const checked = checkShared(labelled(found))
    if ('refused' in checked) {
      refused.push(checked.refused)
      continue
    }
    const { shared } = checked
    const isForeign = found.isForeign === true
    const isUnknown = shared.journal === journal && !pushed.has(shared.event)
    const forgery = isUnknown ? await forgeryOf(context, shared) : undefined
    if (forgery !== undefined) refused.push({ at: found.at, reason: forgery, project: shared.project })
    else if (shared.journal === journal || (isForeign && shared.project === project)) own.push(shared)
    else offers.push({ at: found.at, shared, isForeign })
  }
  return { journal, offers, own, refused }
}

/** The newest push of each of this journal's patterns, which is nearly always what the place holds. */
async function lastPushed(context: LoopContext, journal: string, found: readonly Found[]) {
  const ids = found.flatMap(({ value }) => {
    const { journal: source, pattern } = (value ?? {}) as { journal?: unknown; pattern?: unknown }
    return source === journal && typeof pattern === 'string' ? [originId(journal, pattern)] : []
  })
  const documents = await context.journal.documents(ids.map((id) => ({ kind: PUSHED, id })))
  return new Set(documents.map(({ body }) => body.event))
}

/** Derives strength and polarity from the text, because another system records neither. */
function labelled(found: Found): Found {
  const value = found.value as { text?: unknown; category?: SharedPattern['category'] }
  if (found.isForeign !== true || typeof value.text !== 'string') return found
  const { strength, polarity } = classify({ lesson: value.text, category: value.category })
  return { ...found, value: { ...value, strength, polarity } }
}

/** A shared pattern that names this journal as its source must also name an event by which this journal pushed it. */
async function forgeryOf({ journal }: LoopContext, { event, pattern }: SharedPattern): Promise<string | undefined> {
  const known = await journal.event(event)
  const isOurs = known !== undefined && typeOf(known.type) === 'pattern-pushed' && known.stream.endsWith(`/${pattern}`)
  return isOurs
    ? undefined
    : 'it says that it comes from this journal, which never pushed it: it is forged, or the journal was copied'
}
