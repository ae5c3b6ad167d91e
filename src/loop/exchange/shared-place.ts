import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Projector } from '../../domain/document.ts'
import type { Origin } from '../../domain/event.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import type { SharedPattern } from '../../domain/shared-pattern.ts'
import { UserError } from '../../domain/user-error.ts'
import { PUSHED } from '../../projection/documents/sharing-documents.ts'
import type { Found } from '../../sharing/read-shared-pattern.ts'
import type { Journal } from '../../store/port.ts'
import { patternStream } from '../journal/append-facts.ts'

/** Where the projects of an organisation put what they share. */
export interface SharedPlace {
  /** For people: the folder, or the organisation and its store. */
  readonly location: string
  /** Everything that is there, as it stands: nobody has looked at it yet. */
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
        found.push(...page.map(({ body }) => foundIn(body)))
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

function foundIn(value: SharedPattern): Found {
  return { at: `${value.journal}/${value.pattern}`, value }
}

export function nowhereToShare(): UserError {
  return new UserError(
    'not-shared',
    'No place is set in which patterns are shared.',
    'Set share.folder to a folder, or share.organisation to true for a store that several projects use: docs/how-to/share-patterns.md',
  )
}

export function storeOfOne(): UserError {
  return new UserError(
    'not-shared',
    'share.organisation is on, but the journal is a file that belongs to this project alone.',
    'Set store.url (METTLE_DATABASE_URL) to a PostgreSQL that the projects use, or share.folder to a folder.',
  )
}
