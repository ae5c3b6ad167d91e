import type { StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { undoneEvents, undoStream } from '../../domain/undo.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { PatternShelf } from '../views/pattern-shelf.ts'
import type { ArchiveKeeper } from './archive.ts'
import type { Keepers } from './keepers.ts'

const PAGE = 1_000

export interface WholeOptions {
  /** Asked for when payloads have left the journal. */
  readonly archives: () => Promise<ArchiveKeeper>
  readonly onProgress?: (done: number, total: number) => void
}

/** Every fact of a journal in memory, with the words that are in archives; nothing is brought back into the journal. For whatever must see all of the past; everything else reads documents. */
export async function wholeJournal(journal: Journal, { archives, onProgress }: WholeOptions) {
  const { position, checkpoint } = await journal.head()
  const words = checkpoint === 0 ? new Map<string, string>() : await archivedWords(await archives())
  const facts: StoredEvent[] = []
  while (facts.length < position) {
    const page = await journal.read({ after: facts.length, upTo: position, limit: PAGE })
    if (page.length === 0) break
    for (const fact of page) facts.push(fact.archived ? withWords(fact, words, checkpoint) : fact)
    onProgress?.(facts.length, position)
  }
  return facts
}

async function archivedWords(keeper: ArchiveKeeper): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  for (const { name } of keeper.list())
    for await (const page of keeper.read(name)) for (const { id, payload } of page) words.set(id, payload)
  return words
}

function withWords(
  { archived: _, ...fact }: StoredEvent,
  words: ReadonlyMap<string, string>,
  checkpoint: number,
): StoredEvent {
  const payload = words.get(fact.id)
  if (payload !== undefined) return { ...fact, payload }
  throw new UserError(
    'archive-missing',
    `The content of events up to event ${checkpoint} are in an archive that is not here.`,
    'Put the archive back into its folder, then try again.',
  )
}

function isUndo({ type }: StoredEvent): boolean {
  return typeOf(type) === 'event-undone'
}

/** Facts with the marks that their own undos give them, as of the last of them: what was undone later was not yet. */
export function withTheirMarks(facts: readonly StoredEvent[]): StoredEvent[] {
  const undone = undoneEvents(facts.filter(isUndo))
  return facts.map(({ undone: _, ...fact }) => (undone.has(fact.id) ? { ...fact, undone: true } : fact))
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

export interface PastOptions extends Pick<Keepers, 'archives' | 'beside'> {
  readonly onProgress?: (done: number, total: number) => void
}

/** The loop as it would have stood after some facts at some time. Nothing that is done to it lasts. */
export interface Past {
  readonly context: LoopContext
  readonly facts: readonly StoredEvent[]
}

/** The facts up to a point, with the words that are archived; what was undone after it counts still. */
export async function factsUntil(
  { journal }: LoopContext,
  isBefore: (fact: StoredEvent) => boolean,
  options: PastOptions,
): Promise<StoredEvent[]> {
  const facts = await wholeJournal(journal, options)
  const end = facts.findIndex((fact) => !isBefore(fact))
  return withTheirMarks(end < 0 ? facts : facts.slice(0, end))
}

/** Verbs that read do in it what they do in the present, at the time given, under the settings of now. */
export async function pastOf(
  context: LoopContext,
  { facts, now }: { facts: readonly StoredEvent[]; now: number },
  { beside }: Pick<Keepers, 'beside'>,
): Promise<Past> {
  const { spool: _, ahead: __, metrics: ___, ...kept } = context
  const { journal } = await beside(context.journal.scope, facts, context.projector)
  const overlays = { read: () => context.overlays.read(), keep: () => undefined }
  const past = { ...kept, journal, overlays, shelf: new PatternShelf(), now: () => now }
  return { facts, context: past }
}
