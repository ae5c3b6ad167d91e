import type { StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { undoneEvents, undoStream } from '../../domain/undo.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { eachEvent } from '../facts/facts-about.ts'
import { PatternCache } from '../views/pattern-cache.ts'
import type { ArchiveKeeper } from './archive.ts'
import type { JournalServices } from './keepers.ts'

const PAGE = 1_000

export interface WholeOptions {
  /** Opened if payloads are archived. */
  readonly archives: () => Promise<ArchiveKeeper>
  readonly onProgress?: (done: number, total: number) => void
}

/** All facts of a journal, page by page, with archived payloads; nothing is restored into the journal. */
export async function* factPages(journal: Journal, { archives, onProgress }: WholeOptions) {
  const { position, checkpoint } = await journal.head()
  const wordsOf = checkpoint === 0 ? undefined : archivedWords(await archives(), checkpoint)
  for (let done = 0; done < position; ) {
    const page: StoredEvent[] = []
    for (const fact of await journal.read({ after: done, upTo: position, limit: PAGE }))
      page.push(fact.archived && wordsOf !== undefined ? await withWords(fact, wordsOf) : fact)
    if (page.length === 0) return
    yield page
    done = page.at(-1)!.position
    onProgress?.(done, position)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** All facts in memory, for code that needs the whole past; everything else reads pages or documents. */
export async function wholeJournal(journal: Journal, options: WholeOptions) {
  const facts: StoredEvent[] = []
  for await (const page of factPages(journal, options)) facts.push(...page)
  return facts
}

/** Finds archived payloads by fact id. Archives are in journal order, so few payloads have to be buffered. */
function archivedWords(keeper: ArchiveKeeper, checkpoint: number): (id: string) => Promise<string> {
  const waiting = new Map<string, string>()
  const pages = archivePages(keeper)
  return async (id) => {
    while (!waiting.has(id)) {
      const { value: page } = await pages.next()
      if (page === undefined) throw archiveMissing(checkpoint)
      for (const words of page) waiting.set(words.id, words.payload)
    }
    const payload = waiting.get(id)!
    waiting.delete(id)
    return payload
  }
}

async function* archivePages(keeper: ArchiveKeeper) {
  for (const { name } of keeper.list()) yield* keeper.read(name)
}

async function withWords({ archived: _, ...fact }: StoredEvent, wordsOf: (id: string) => Promise<string>) {
  return { ...fact, payload: await wordsOf(fact.id) }
}

function archiveMissing(checkpoint: number): UserError {
  return new UserError(
    'archive-missing',
    `The content of events up to event ${checkpoint} are in an archive that is not here.`,
    'Put the archive back into its folder, then try again.',
  )
}

function isUndo({ type }: StoredEvent): boolean {
  return typeOf(type) === 'event-undone'
}

/** Facts marked as undone only by undos among them, so as of the last one: later undos do not count yet. */
export function withTheirMarks(facts: readonly StoredEvent[]): StoredEvent[] {
  const undone = undoneEvents(facts.filter(isUndo))
  return facts.map((fact) => markedBy(undone, fact))
}

function markedBy(all: ReadonlySet<string>, { undone: _, ...fact }: StoredEvent): StoredEvent {
  return all.has(fact.id) ? { ...fact, undone: true } : fact
}

/** The same of a whole journal, page by page. */
export async function* pagesWithTheirMarks(journal: Journal, options: WholeOptions) {
  const undos: StoredEvent[] = []
  for await (const event of eachEvent(journal, { types: ['event-undone'] })) undos.push(event)
  const undone = undoneEvents(undos)
  for await (const page of factPages(journal, options)) yield page.map((fact) => markedBy(undone, fact))
}

/** Which facts an undo of some would take back, or let count again. */
export function marksAfter(
  facts: readonly StoredEvent[],
  targets: readonly string[],
): { readonly event: string; readonly undone: boolean }[] {
  const undos = facts.filter(isUndo)
  const before = undoneEvents(undos)
  const more = targets.map((id, i) => ({ id: `new ${i}`, stream: undoStream(id) }))
  const after = undoneEvents([...undos, ...more])
  return [...new Set([...before, ...after])]
    .filter((event) => before.has(event) !== after.has(event))
    .map((event) => ({ event, undone: after.has(event) }))
}

export interface PastOptions extends Pick<JournalServices, 'archives' | 'beside'> {
  readonly onProgress?: (done: number, total: number) => void
}

/** The facts up to a point, with archived payloads; facts undone later still count. */
export async function factsUntil(
  { journal }: LoopContext,
  isBefore: (fact: StoredEvent) => boolean,
  options: PastOptions,
): Promise<StoredEvent[]> {
  const facts = await wholeJournal(journal, options)
  const end = facts.findIndex((fact) => !isBefore(fact))
  return withTheirMarks(end < 0 ? facts : facts.slice(0, end))
}

/** The loop as of some facts. Reading verbs work as usual, at the given time, under the current settings; changes to it are not kept. */
export async function pastOf(
  context: LoopContext,
  { facts, now }: { facts: readonly StoredEvent[]; now: number },
  { beside }: Pick<JournalServices, 'beside'>,
): Promise<{ context: LoopContext; facts: readonly StoredEvent[] }> {
  const { spool: _, precomputed: __, metrics: ___, ...kept } = context
  const { journal } = await beside(context.journal.scope, facts, context.projector)
  const overlays = { read: () => context.overlays.read(), keep: () => undefined }
  const past = { ...kept, journal, overlays, cache: new PatternCache(), now: () => now }
  return { facts, context: past }
}
