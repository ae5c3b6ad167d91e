import type { BodyOf, Document, DocumentKey, DocumentKind, Projector } from '../domain/document.ts'
import type { NewEvent, StoredEvent } from '../domain/event.ts'
import type { Scope, TokenRecord } from '../domain/scope.ts'

/** Where journals are kept. One per database; it hands out one journal per project. */
export interface Store {
  /** With a projector, an append leaves folding to whoever reads next. They read the same, but for whoever follows other settings: to them the newest events show after a rebuild. */
  journal(scope: Scope, folding?: () => Projector): Journal
  /** Who may call over HTTP, where the database itself keeps them; left out where it is one person's file. */
  tokens?(organisation: string): TokenKeeper
  /** Begins the journal of a project with the events of another one, as they are: all of them, each read back and compared, or none. What follows from them is still to be folded. */
  take?(scope: Scope, taken: TakenJournal): Promise<void>
  /** Folds events that are kept elsewhere, page by page; what follows from them is all that this store then holds. */
  fold?(scope: Scope, pages: AsyncIterable<readonly StoredEvent[]>, projector: Projector): Promise<void>
  /** Writes all of it, as of one moment, into a file that is not there yet; only where it is a file itself. */
  copyTo?(path: string): void
  /** Reads every page, and says what is damaged; only where it is a file itself. */
  checkPages?(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A journal as another store holds it, its events page by page. */
export interface TakenJournal {
  /** Its name; a new one, if it has none. */
  readonly journal: string
  readonly events: AsyncIterable<readonly StoredEvent[]> | Iterable<readonly StoredEvent[]>
  readonly checkpoint?: number
  readonly checkpointPolicy?: string
  readonly checkpointRows?: readonly Readonly<Record<string, string | number | null>>[]
}

export interface TokenKeeper {
  list(): Promise<readonly TokenRecord[]>
  /** False, and nothing is kept, when another of the same name still holds; one that has run out makes room. */
  add(record: TokenRecord): Promise<boolean>
  /** False when there was none. */
  remove(id: string): Promise<boolean>
}

/** An appended fact; `duplicate` when its key was there before and nothing was written. */
export interface Appended {
  readonly event: StoredEvent
  readonly duplicate: boolean
}

export interface AppendOptions {
  /** False lets the caller go on before the disk has the facts: every reader sees them, and they outlive the process. Only a power failure can take them, and then the end of the journal. */
  readonly waitsForDisk?: boolean
  /** How long to wait for others who write; left out, as long as the store was opened to wait. */
  readonly waitMs?: number
  /** Refuses with `settings-changed`, and writes nothing, where the documents were folded under another policy. */
  readonly underOnePolicy?: boolean
}

/** The newest event of a commit. */
export interface Commit {
  readonly scope: Scope
  /** Which copy of the journal it is in. */
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
  /** Hash of the policy under which the documents were folded; empty before the first append, `mixed` after two. */
  readonly policyHash: string
  /** Names this copy of the journal among the clones of one project. */
  readonly journal: string
  /** Facts up to here have left their payloads in an archive, and a checkpoint says what followed from them; 0: none. */
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
  /** In the order of ids, those after this one; '' begins. */
  readonly afterId?: string
}

export interface SearchHit<T extends object = object> {
  readonly document: Document<T>
  /** By shared words; higher is nearer, comparable within one answer only. 0 when none is shared. */
  readonly score: number
  /** By letters: for each asked word that no document holds, how much of it the likest word here holds, from 0.5 to 1, in sum. 0 when all asked words are known, or none is like one here. */
  readonly similar: number
}

export interface StreamHead {
  readonly stream: string
  readonly version: number
  readonly hash: string
}

/** Something worked out from documents with more than the journal knows: a model, for example. It is no part of the truth; who reads it must be able to do without. */
export interface CacheEntry {
  readonly id: string
  /** 1 when it is new, else one more than that of the entry whose place it takes. */
  readonly version: number
  readonly value: string
}

/** From now on the fact counts, or it does not. */
export interface UndoMark {
  readonly event: string
  readonly undone: boolean
}

export interface RebuildOptions {
  readonly onProgress?: (done: number, total: number) => void
}

/** Facts of one project, and what follows from them. */
export interface Journal {
  readonly scope: Scope

  /** Appends facts in one transaction, and folds them in it unless that is left to readers. A known key with the same type and payload is a duplicate, with others a `conflict`, as is a known id under another key. A wrong stream version is a `version-conflict`. */
  append(events: readonly NewEvent[], projector: Projector, options?: AppendOptions): Promise<readonly Appended[]>

  read(options: ReadOptions): Promise<readonly StoredEvent[]>
  event(id: string): Promise<StoredEvent | undefined>
  head(): Promise<Head>
  /** The last link of every stream as of a position, in the order of their names. */
  streamHeads(upTo: number): Promise<readonly StreamHead[]>

  /** Documents in the order of their keys; what is not there is left out. */
  documents<K extends DocumentKey>(keys: readonly K[]): Promise<readonly Document<BodyOf<K>>[]>
  /** Documents of a kind by rank, highest first, and equal ranks by id; or by id alone. */
  list<T extends object>(kind: DocumentKind<T>, options: ListOptions): Promise<readonly Document<T>[]>
  count(kind: string, states?: readonly string[]): Promise<number>
  /** Documents of a kind that share words with the text, nearest first. After them, in at most a quarter of the places unless there is room, those that hold a word spelt like one that no document holds. */
  search<T extends object>(kind: DocumentKind<T>, text: string, limit: number): Promise<readonly SearchHit<T>[]>

  /** The cached entries of a kind, in the order of their ids; or so many of them, the last. */
  cached(kind: string, last?: number): Promise<readonly CacheEntry[]>
  /** Keeps entries, all or none; false, and none is kept, when another writer has put its own there meanwhile. */
  cache(kind: string, entries: readonly CacheEntry[]): Promise<boolean>

  /** Folds the whole journal again beside the old documents, then takes their place. Empties the cache. */
  rebuild(projector: Projector, options?: RebuildOptions): Promise<{ readonly events: number }>
  /** Marks facts as undone or as counting again, folds the journal again and appends the facts that say so, all at once. A fact behind the checkpoint is refused as `archived`. */
  undo(
    events: readonly NewEvent[],
    marks: readonly UndoMark[],
    projector: Projector,
    options?: RebuildOptions,
  ): Promise<readonly Appended[]>
  /** Wipes the payload of a fact and leaves its digest, so that the chain still holds. What was folded from it stays in the documents until they are rebuilt. */
  erase(eventId: string): Promise<void>

  /** Folds everything up to a position into a checkpoint and drops the payloads behind it. Documents, keys, digests and the chain stay. The caller has the payloads in safety. */
  compact(upTo: number, projector: Projector, options?: RebuildOptions): Promise<void>
  /** Puts payloads back; one that has another digest than the fact is refused as `archive-damaged`. */
  restore(payloads: readonly ArchivedPayload[]): Promise<void>
  /** Drops the checkpoint when every payload behind it is back, and tells how many are still missing. */
  closeCheckpoint(): Promise<{ readonly missing: number }>
}
