import type { EventType } from '../../domain/events/catalogue.ts'
import type { StoredName } from '../../domain/events/stored-name.ts'
import { type DescribedEvent, inWords } from '../../report/tell-fact.ts'
import type { LoopContext } from '../context.ts'
import { known } from './facts-about.ts'

export interface TimelineFilter {
  readonly types?: readonly StoredName<EventType>[]
  readonly run?: string
  /** Only facts about this thing: `pattern/ID`, `adapter/NAME`. */
  readonly subject?: string
  /** Only facts before this position, for the next page. */
  readonly before?: number
  readonly limit?: number
}

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
