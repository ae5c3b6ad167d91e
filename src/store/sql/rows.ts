import type { Document } from '../../domain/document.ts'
import type { StoredEvent, UnchainedEvent } from '../../domain/event.ts'
import type { StoredName } from '../../domain/events/stored-name.ts'
import type { Scope } from '../../domain/scope.ts'
import { remembering } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { documentBytes } from '../fold-batch.ts'
import type { SqlRow, SqlValue } from './driver.ts'

export const EVENT_COLUMNS: readonly string[] =
  'organisation project position id key type stream version occurred_at recorded_at run origin provenance payload payload_digest previous_hash hash undone'.split(
    ' ',
  )

export const EVENT_LIST = EVENT_COLUMNS.join(', ')

/** The columns of an event that folding needs; the reader knows its project. */
export const FOLDED_LIST = EVENT_COLUMNS.filter((column) => !/hash|digest|organisation|project/.test(column)).join(', ')

/** Replaces an archived payload; no real payload is empty. */
export const ARCHIVED = ''

export function eventRow(event: StoredEvent): SqlValue[] {
  const { organisation, project, position, id, key, type, stream, version, occurredAt, recordedAt, run = null } = event
  const { payload, payloadDigest, previousHash, hash, undone } = event
  const place = [organisation, project, position, id, key, type, stream, version, occurredAt, recordedAt, run]
  const [origin, provenance] = [JSON.stringify(event.origin), JSON.stringify(event.provenance)]
  return [...place, origin, provenance, payload, payloadDigest, previousHash, hash, undone ? 1 : 0]
}

export function eventOf(row: SqlRow): StoredEvent {
  const { organisation, project, payload_digest: payloadDigest, previous_hash: previousHash, hash } = row
  const chain = { payloadDigest, previousHash, hash } as StoredEvent
  return Object.assign(unchainedOf(row, { organisation, project } as Scope), chain)
}

/** The same event without its links in the chain. */
export function unchainedOf(row: SqlRow, { organisation, project }: Scope): UnchainedEvent {
  return {
    organisation,
    project,
    position: row.position as number,
    id: row.id as string,
    key: row.key as string,
    type: row.type as StoredName,
    stream: row.stream as string,
    version: row.version as number,
    occurredAt: row.occurred_at as number,
    recordedAt: row.recorded_at as number,
    run: row.run === null ? undefined : (row.run as string),
    origin: parsed(row, 'origin', sharedJson),
    provenance: parsed(row, 'provenance', sharedJson),
    payload: row.payload === ARCHIVED ? null : (row.payload as string | null),
    archived: row.payload === ARCHIVED || undefined,
    undone: row.undone === 1 || undefined,
  }
}

export const DOCUMENT_COLUMNS: readonly string[] = 'organisation project generation kind id state rank text body'.split(
  ' ',
)
export const DOCUMENT_KEY = ['organisation', 'project', 'generation', 'kind', 'id'] as const

export function documentRow(scope: readonly [string, string], generation: number, document: Document): SqlValue[] {
  const { kind, id, state, rank, text } = document
  return [...scope, generation, kind, id, state, rank, text, documentBytes(document)]
}

export function documentOf(row: SqlRow): Document<never> {
  return {
    kind: row.kind as string,
    id: row.id as string,
    state: row.state as string,
    rank: row.rank as number,
    text: row.text as string,
    body: parsed(row, 'body'),
  }
}

/** Cached: the same few texts are in nearly every event, and nobody changes the parsed objects. */
const sharedJson = remembering((text: string) => JSON.parse(text))

/** We wrote this JSON, so anything else is damage. */
function parsed(row: SqlRow, column: string, parse: (text: string) => unknown = JSON.parse) {
  try {
    return parse(row[column] as string) as never
  } catch (cause) {
    throw new UserError(
      'store-corrupt',
      `The ${column} of '${row.id}' in the journal is damaged.`,
      'Put a backup back: mettle restore FILE. Without one, go on with what can be read: mettle restore --accept-loss',
      { cause },
    )
  }
}
