import type { Document, DocumentReader } from '../../domain/document.ts'
import type { JournalEvent, StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { type DescribedEvent, inWords } from '../../report/tell-fact.ts'
import type { LoopContext } from '../context.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { timelineInput } from '../verbs/runs.ts'

const MOST = 2_000

/** The facts that are linked to a thing, `deliberation/ID` for example, oldest first; those that were erased are left out. */
export async function factsAbout(context: LoopContext, subject: string): Promise<KnownEvent[]> {
  const stored = await context.journal.read({ subject, limit: MOST })
  return known(stored)
}

/** The facts of a stream that are of some types, newest first. */
export async function factsIn(
  context: LoopContext,
  where: { readonly stream?: string; readonly types: readonly KnownEvent['type'][]; readonly limit?: number },
): Promise<KnownEvent[]> {
  const stored = await context.journal.read({ ...where, newestFirst: true, limit: where.limit ?? MOST })
  return known(stored)
}

/** Stored facts as those of the catalogue; what was erased or archived is left out. */
export function known(stored: readonly StoredEvent[]): KnownEvent[] {
  return stored.flatMap((event) => (readEvent(event) as JournalEvent<unknown> as KnownEvent) ?? [])
}

/** How many facts a stream has: the version that the next writer expects. */
export async function versionOf(context: LoopContext, stream: string): Promise<number> {
  const [last] = await context.journal.read({ stream, newestFirst: true, limit: 1 })
  return last?.version ?? 0
}

export type TimelineFilter = Fields<typeof timelineInput>

/** What happened, in plain words, newest first. What was erased or archived is left out. */
export async function timeline(context: LoopContext, filter: TimelineFilter = {}): Promise<DescribedEvent[]> {
  const { types, run, subject, before, limit = 50 } = filter
  const stored = await context.journal.read({
    newestFirst: true,
    limit,
    types,
    stream: run === undefined ? undefined : `run/${run}`,
    subject,
    upTo: before === undefined ? undefined : before - 1,
  })
  return known(stored).map(inWords)
}

/** Documents that were read, to be asked for like those of a fold. */
export function readerOf(documents: readonly Document[]): DocumentReader {
  const byKey = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  return { get: (kind, id) => byKey.get(`${kind} ${id}`) as Document<never> | undefined }
}
