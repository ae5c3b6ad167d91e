import type { Document, DocumentReader } from '../../domain/document.ts'
import type { JournalEvent, StoredEvent } from '../../domain/event.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import type { EventOf, KnownEvent } from '../../domain/read-event.ts'
import { notFound } from '../../domain/user-error.ts'
import { EMPTY_LOOP, LOOP, timesRecorded } from '../../projection/documents/documents.ts'
import { TELLING } from '../../report/describe-event.ts'
import { type DescribedEvent, inWords } from '../../report/tell-fact.ts'
import type { Journal, ReadOptions } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { timelineInput } from '../verbs/runs.ts'
import { readOnce } from './cached-lists.ts'

const MOST = 2_000
const PAGE = 1_000

/** The facts of some types that are linked to a thing, `deliberation/ID` for example, oldest first; those that were erased are left out. */
export async function factsAbout<T extends EventType>({ journal }: LoopContext, subject: string, ...types: T[]) {
  return known(await journal.read({ subject, types, limit: MOST })) as EventOf<T>[]
}

/** A deliberation by its id. */
export async function deliberationNamed(context: LoopContext, id: string): Promise<EventOf<'deliberation-recorded'>> {
  const [found] = await factsAbout(context, `deliberation/${id}`, 'deliberation-recorded')
  if (found !== undefined) return found
  throw notFound(`There is no deliberation '${id}'.`, 'mettle deliberation list')
}

/** The events about a pattern, newest first, and whether there are more. Receipts are left out, because there may be a hundred times as many. */
export function toldAbout({ journal }: LoopContext, pattern: string) {
  const subject = `pattern/${pattern}`
  return readOnce(journal, `told ${subject}`, async () => {
    const stored = await journal.read({ subject, types: TELLING, newestFirst: true, limit: MOST + 1 })
    return { stored: stored.slice(0, MOST), isCut: stored.length > MOST }
  })
}

/** Events in order, read page by page and only as far as needed. */
export async function* eachEvent(journal: Journal, where: Partial<ReadOptions>): AsyncGenerator<StoredEvent> {
  const { limit = PAGE, newestFirst = false } = where
  for (let from: Partial<ReadOptions> = {}; ; ) {
    const page = await journal.read({ ...where, ...from, limit })
    yield* page
    if (page.length < limit) return
    const { position } = page.at(-1)!
    from = newestFirst ? { upTo: position - 1 } : { after: position }
  }
}

type FactOf<T extends string> = T extends EventType ? EventOf<T> : KnownEvent

/** The facts of a stream or subject with the given types that pass the filter, newest first. */
export async function factsIn<T extends string = EventType>(
  { journal }: LoopContext,
  { limit = MOST, ...where }: Omit<Partial<ReadOptions>, 'types'> & { readonly types?: readonly T[] | undefined },
  isWanted: (fact: FactOf<T>) => boolean = () => true,
): Promise<FactOf<T>[]> {
  const found: FactOf<T>[] = []
  for await (const event of eachEvent(journal, { ...where, newestFirst: true, limit: Math.min(limit, MOST) })) {
    found.push(...(known([event]) as FactOf<T>[]).filter(isWanted))
    if (found.length >= limit) break
  }
  return found
}

/** How many facts of some types were recorded, including erased ones. */
export async function timesOf({ journal }: LoopContext, ...types: readonly KnownEvent['type'][]): Promise<number> {
  const [loop = { body: EMPTY_LOOP }] = await journal.documents([{ kind: LOOP, id: LOOP }])
  return types.reduce((sum, type) => sum + timesRecorded(loop.body, type), 0)
}

/** Parses stored facts; erased and archived ones are left out. */
export function known(stored: readonly StoredEvent[]): KnownEvent[] {
  return stored.flatMap((event) => (readEvent(event) as JournalEvent<unknown> as KnownEvent) ?? [])
}

/** How many facts a stream has: the version that the next writer expects. */
export async function versionOf(context: LoopContext, stream: string): Promise<number> {
  const [last] = await context.journal.read({ stream, newestFirst: true, limit: 1 })
  return last?.version ?? 0
}

export type TimelineFilter = Fields<typeof timelineInput>

/** Events in plain words, newest first, without erased and archived ones. */
export async function timeline(context: LoopContext, filter: TimelineFilter = {}): Promise<DescribedEvent[]> {
  const { types, run, subject, before, limit = 50 } = filter
  const stream = run === undefined ? undefined : `run/${run}`
  const upTo = before === undefined ? undefined : before - 1
  return (await factsIn(context, { limit, types, stream, subject, upTo })).map(inWords)
}

/** Wraps loaded documents in a reader, like those of a fold. */
export function readerOf(documents: readonly Document[]): DocumentReader {
  const byKey = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  return { get: (kind, id) => byKey.get(`${kind} ${id}`) as Document<never> | undefined }
}
