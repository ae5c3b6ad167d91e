import { canonicalJson, type JsonObject } from './canonical-json.ts'
import { digest } from './digest.ts'
import type { StoredName } from './events/stored-name.ts'
import type { Scope } from './scope.ts'
import type { Speaker, Trust } from './values/session.ts'

/** The entry point through which a fact was recorded. */
export interface Origin {
  readonly surface: 'library' | 'cli' | 'hook' | 'mcp' | 'http' | 'import' | 'demo'
  readonly client?: string
  readonly actor?: string
  /** The speaker, if the entry point knows that it is not a person. No request can override it. */
  readonly speaker?: Exclude<Speaker, 'person'>
}

/** The speaker of an entry point: over the Model Context Protocol and in hooks always an agent. */
export function speakerOf({ surface, speaker }: Origin): Speaker {
  return surface === 'mcp' || surface === 'hook' ? 'agent' : (speaker ?? 'person')
}

export function isAgentsDoor(origin: Origin): boolean {
  return speakerOf(origin) === 'agent'
}

/** The source of a fact, and so how far it may be trusted before there is evidence. */
export interface Provenance {
  readonly source: 'person' | 'agent' | 'validator' | 'tool' | 'mettle' | 'external'
  readonly role?: string
  readonly trust: Trust
  readonly evidenceHash?: string
  /** Claimed by an agent in a call that names its own run. All such claims of one day count as one. */
  readonly claimed?: true
}

/** A fact that is ready to be appended: checked, redacted and in its stored bytes. */
export interface NewEvent {
  readonly id: string
  /** Identifies the fact: appending the same key again changes nothing. */
  readonly key: string
  readonly type: StoredName
  readonly stream: string
  /** The version that the stream must have; any, if left out. */
  readonly expectedVersion?: number
  readonly occurredAt: number
  readonly recordedAt: number
  readonly run?: string
  readonly origin: Origin
  readonly provenance: Provenance
  /** Canonical JSON, exactly as it is stored and hashed. */
  readonly payload: string
}

/** A fact in the journal. `payload` is null once it has been erased; its digest stays, and so does the chain. */
export interface StoredEvent extends Omit<NewEvent, 'expectedVersion' | 'payload'>, Scope {
  /** Commit order within the project, from 1. */
  readonly position: number
  /** Order within the stream, from 1. */
  readonly version: number
  readonly payload: string | null
  /** The payload has left for an archive, from which it can be brought back. */
  readonly archived?: true
  /** A person took it back: the fact and its link stay, but have no effect. */
  readonly undone?: true
  readonly payloadDigest: string
  readonly previousHash: string
  readonly hash: string
}

/** A stored fact without its links in the chain, which do not affect any document. */
export type UnchainedEvent = Omit<StoredEvent, 'payloadDigest' | 'previousHash' | 'hash'>

/** A stored fact with its payload parsed and lifted to the newest version of its type. */
export interface JournalEvent<Payload = JsonObject> extends Omit<UnchainedEvent, 'type' | 'payload'> {
  /** Without its version. */
  readonly type: string
  readonly payload: Payload
}

/** What a stream's first event has as its previous hash. */
export const GENESIS = '0'.repeat(64)

/** The link of the chain: it covers the envelope and the payload's digest, never the payload, so that one can be erased. */
export function chainHash(event: Omit<StoredEvent, 'hash' | 'payload'>): string {
  return digest(
    canonicalJson([
      event.previousHash,
      event.payloadDigest,
      event.organisation,
      event.project,
      event.position,
      event.stream,
      event.version,
      event.id,
      event.key,
      event.type,
      event.occurredAt,
      event.recordedAt,
      event.run ?? null,
      event.origin,
      event.provenance,
    ]),
  )
}

/** The text that a link hashes, in pieces: a store that numbers events itself inserts the previous hash, the position and the version. */
export function chainPieces(event: NewEvent, { organisation, project }: Scope, payloadDigest: string) {
  const { id, key, type, stream, occurredAt, recordedAt, run = null, origin, provenance } = event
  const facts = canonicalJson([id, key, type, occurredAt, recordedAt, run, origin, provenance])
  const owner = JSON.stringify([payloadDigest, organisation, project])
  return { owner: owner.slice(1, -1), stream: JSON.stringify(stream), rest: facts.slice(1, -1) }
}

export function place(
  event: NewEvent,
  scope: Scope,
  at: { position: number; version: number; previousHash: string },
): StoredEvent {
  const { expectedVersion: _, ...facts } = event
  const placed = Object.assign(facts, scope, at, { payloadDigest: digest(event.payload) })
  return Object.assign(placed, { hash: chainHash(placed) })
}
