import type { JsonObject } from '../../domain/canonical-json.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { patternsNamed } from '../../projection/feedback-weight.ts'
import type { LoopContext } from '../context.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { feedInput } from '../verbs/journal.ts'
import { runStream } from './append-facts.ts'

export type FeedFilter = Fields<typeof feedInput>

/** A fact with its content, which is null if erased, archived or from an unknown release. */
export interface FeedEvent extends Omit<StoredEvent, 'payload'> {
  readonly payload: JsonObject | null
}

export interface Feed {
  /** The journal's position; there are more events if the last one is before it. */
  readonly position: number
  readonly events: readonly FeedEvent[]
}

/** The kinds and subjects of facts after a position. */
export interface News {
  readonly position: number
  readonly types: readonly string[]
  readonly patterns: readonly string[]
  readonly runs: readonly string[]
  /** There were more than were read, so anything shown may be outdated. */
  readonly more: boolean
}

const MOST_NEWS = 500

export async function feed({ journal }: LoopContext, filter: FeedFilter = {}): Promise<Feed> {
  const { after = 0, types, run, limit = 100 } = filter
  const { position } = await journal.head()
  const stored = await journal.read({ after, limit, types, stream: run === undefined ? undefined : runStream(run) })
  return { position, events: stored.map(withContent) }
}

function withContent(event: StoredEvent): FeedEvent {
  const known = readEvent(event)
  return known === undefined ? { ...event, payload: null } : { ...event, ...known, type: storedName(known.type) }
}

/** Reads only the journal's head if nothing is new. Without a position, returns the current one. */
export async function news({ journal }: LoopContext, { after }: { after?: number } = {}): Promise<News> {
  const { position } = await journal.head()
  if (after === undefined || after >= position) return { position, types: [], patterns: [], runs: [], more: false }
  const stored = await journal.read({ after, upTo: position, limit: MOST_NEWS })
  const known = stored.flatMap((event) => readEvent(event) ?? [])
  return {
    position,
    types: distinct(stored.map(({ type }) => type)),
    patterns: distinct(known.flatMap((event) => patternsNamed(event as never))),
    runs: distinct(stored.flatMap(({ run }) => run ?? [])),
    more: position - after > MOST_NEWS,
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}
