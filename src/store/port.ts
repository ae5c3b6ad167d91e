import type { BodyOf, Document, DocumentKey, DocumentKind, Projector } from '../domain/document.ts'
import type { NewEvent, StoredEvent } from '../domain/event.ts'
import type { Scope, TokenRecord } from '../domain/scope.ts'

/** The storage of journals. One per database; it gives out one journal per project. */
export interface Store {
  /** With a projector, an append leaves folding to the next reader. All readers see the same, except one with other settings: it sees the newest events after a rebuild. */
  journal(scope: Scope, folding?: () => Projector): Journal
  /** The callers allowed over HTTP, if the database itself stores them; missing for one person's file. */
  tokens?(organisation: string): TokenKeeper
  /** Begins the journal of a project with the unchanged events of another one: all of them, each read back and compared, or none. They still have to be folded. */
  take?(scope: Scope, taken: TakenJournal): Promise<void>
  /** Folds events that are stored elsewhere, page by page; afterwards this store holds only the resulting documents. */
  fold?(scope: Scope, pages: AsyncIterable<readonly StoredEvent[]>, projector: Projector): Promise<void>
  /** Writes a consistent copy of everything into a new file; only for a store that is a file itself. */
  copyTo?(path: string): void
  /** Reads every page and reports damage; only for a store that is a file itself. */
  checkPages?(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A journal of another store, with its events page by page. */
export interface TakenJournal {
  /** The name of the journal; if empty, it gets a new one. */
  readonly journal: string
  readonly events: AsyncIterable<readonly StoredEvent[]> | Iterable<readonly StoredEvent[]>
  readonly checkpoint?: number
  readonly checkpointPolicy?: string
  readonly checkpointRows?: readonly Readonly<Record<string, string | number | null>>[]
}

export interface TokenKeeper {
  list(): Promise<readonly TokenRecord[]>
  /** False, and nothing is stored, if an active token has the same name; an expired one is replaced. */
  add(record: TokenRecord): Promise<boolean>
  /** False if there was none. */
  remove(id: string): Promise<boolean>
}

/** An appended fact; `duplicate` if its key existed and nothing was written. */
export interface Appended {
  readonly event: StoredEvent
  readonly duplicate: boolean
}

export interface AppendOptions {
  /** False lets the caller continue before the disk has the facts: every reader sees them, and they outlive the process. Only a power failure can lose them, and then the end of the journal. */
  readonly waitsForDisk?: boolean
  /** How long to wait for other writers; default: the store's own limit. */
  readonly waitMs?: number
  /** If the documents were folded under another policy, refuses with `settings-changed` and writes nothing. */
  readonly underOnePolicy?: boolean
}

/** The newest event of a commit. */
export interface Commit {
  readonly scope: Scope
  /** The copy of the journal that it is in. */
  readonly journal: string
  readonly position: number
  readonly hash: string
  /** False: the commit did not wait for the disk, so a power failure may take it. */
  readonly isOnDisk: boolean
}

export type OnCommit = (commit: Commit) => void

export interface Head {
  /** Position of the newest event; 0 in an empty journal. */
  readonly position: number
  /** Hash of the policy under which the documents were folded; empty before the first append, `mixed` if there were two. */
  readonly policyHash: string
  /** Identifies this copy of the journal among the clones of one project. */
  readonly journal: string
  /** The payloads of facts up to here are in an archive, and a checkpoint holds their documents; 0: none. */
  readonly checkpoint: number
  /** The policy under which the checkpoint was folded; empty without one. */
  readonly checkpointPolicy: string
}

/** A payload on its way back from an archive. */
export interface ArchivedPayload {
  readonly id: string
  readonly payload: string
}

export interface ReadOptions {
  readonly after?: number
  readonly upTo?: number
  readonly types?: readonly string[]
  readonly stream?: string
  readonly key?: string
  /** Only events about this thing, `pattern/ID` for example. */
  readonly subject?: string
  readonly newestFirst?: boolean
  readonly limit: number
}

export interface ListOptions {
  readonly states?: readonly string[]
  readonly limit: number
  readonly offset?: number
  /** Lists by id instead of rank, after this id; '' starts. */
  readonly afterId?: string
}

export interface SearchHit<T extends object = object> {
  readonly document: Document<T>
  /** The score of shared words; higher is nearer, comparable only within one result. 0 if none is shared. */
  readonly score: number
  /** The score of similar spelling: for each asked word that no document contains, the share that the most similar word here has, from 0.5 to 1, in sum. 0 if all asked words are known, or none is similar. */
  readonly similar: number
}

export interface StreamHead {
  readonly stream: string
  readonly version: number
  readonly hash: string
}

/** A result computed from documents and more than the journal knows, such as a model. It is not part of the truth; readers must be able to do without it. */
export interface CacheEntry {
  readonly id: string
  /** 1 for a new entry, else one more than the version that it replaces. */
  readonly version: number
  readonly value: string
}

/** Whether the fact counts from now on. */
export interface UndoMark {
  readonly event: string
  readonly undone: boolean
}

export interface RebuildOptions {
  readonly onProgress?: (done: number, total: number) => void
}

/** The facts of one project, and the documents folded from them. */
export interface Journal {
  readonly scope: Scope

  /** Appends facts in one transaction, and folds them in it unless readers do that. A known key with the same type and payload is a duplicate; with others it is a `conflict`, and so is a known id under another key. A wrong stream version is a `version-conflict`. */
  append(events: readonly NewEvent[], projector: Projector, options?: AppendOptions): Promise<readonly Appended[]>

  read(options: ReadOptions): Promise<readonly StoredEvent[]>
  event(id: string): Promise<StoredEvent | undefined>
  head(): Promise<Head>
  /** The last link of every stream as of a position, in the order of their names. */
  streamHeads(upTo: number): Promise<readonly StreamHead[]>

  /** Documents in the order of their keys; missing ones are left out. */
  documents<K extends DocumentKey>(keys: readonly K[]): Promise<readonly Document<BodyOf<K>>[]>
  /** Documents of a kind by rank, highest first, and equal ranks by id; or by id alone. */
  list<T extends object>(kind: DocumentKind<T>, options: ListOptions): Promise<readonly Document<T>[]>
  count(kind: string, states?: readonly string[]): Promise<number>
  /** Documents of a kind that share words with the text, nearest first. After them, in at most a quarter of the places unless there is room, those with a word spelt like one that no document contains. */
  search<T extends object>(kind: DocumentKind<T>, text: string, limit: number): Promise<readonly SearchHit<T>[]>

  /** The cached entries of a kind, in the order of their ids; or so many of them, the last. */
  cached(kind: string, last?: number): Promise<readonly CacheEntry[]>
  /** Stores entries, all or none; false, and none is stored, if another writer has stored its own meanwhile. */
  cache(kind: string, entries: readonly CacheEntry[]): Promise<boolean>

  /** Folds the whole journal again beside the old documents, then replaces them. Empties the cache. */
  rebuild(projector: Projector, options?: RebuildOptions): Promise<{ readonly events: number }>
  /** Marks facts as undone or as counting again, folds the journal again and appends the facts that record this, in one transaction. Refuses a fact behind the checkpoint as `archived`. */
  undo(
    events: readonly NewEvent[],
    marks: readonly UndoMark[],
    projector: Projector,
    options?: RebuildOptions,
  ): Promise<readonly Appended[]>
  /** Wipes the payload of a fact and leaves its digest, so that the chain stays valid. The documents keep what was folded from it until they are rebuilt. */
  erase(eventId: string): Promise<void>

  /** Folds everything up to a position into a checkpoint and drops the payloads behind it. Documents, keys, digests and the chain stay. The caller must have archived the payloads. */
  compact(upTo: number, projector: Projector, options?: RebuildOptions): Promise<void>
  /** Puts payloads back; one with another digest than the fact's is refused as `archive-damaged`. */
  restore(payloads: readonly ArchivedPayload[]): Promise<void>
  /** Drops the checkpoint if every payload behind it is back; returns how many are still missing. */
  closeCheckpoint(): Promise<{ readonly missing: number }>
}
