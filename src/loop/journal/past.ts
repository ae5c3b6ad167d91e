import type { StoredEvent } from '../../domain/event.ts'
import type { LoopContext } from '../context.ts'
import { PatternShelf } from '../patterns/pattern-shelf.ts'
import type { Keepers } from './keepers.ts'
import { wholeJournal, withTheirMarks } from './whole-journal.ts'

export interface PastOptions extends Pick<Keepers, 'archives' | 'beside'> {
  readonly onProgress?: (done: number, total: number) => void
}

/** The loop as it would have stood after some facts at some time. Only for reading: nothing that is done to it lasts. */
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
  const past = { ...kept, journal, shelf: new PatternShelf(), now: () => now }
  return { facts, context: past }
}
