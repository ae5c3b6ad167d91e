import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import type { AppendOptions } from '../port.ts'

export type SqlValue = string | number | null | Uint8Array
/** Bytes are what a store makes of a text; its rows have the text. */
export type SqlRow = Record<string, Exclude<SqlValue, Uint8Array>>

/** Rows to put into one table. With `key`, a row whose key columns are there already is replaced. */
export interface Insertion {
  readonly table: string
  /** With the same list, the key is the same too. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
  readonly key?: readonly string[]
}

/** A transaction that is under way. `?` stands for a parameter in every dialect. Statements run in the order in which they are given; those that do not wait for one another go over the wire together. */
export interface SqlSession {
  all(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow[]>
  /** The first row, at once; absent where the database has to be waited for. */
  first?(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined
  run(sql: string, parameters: readonly SqlValue[]): Promise<void>
  insert(insertion: Insertion): Promise<void>
}

/** The few places where the dialects do not agree. */
export interface SqlDialect {
  /** A condition on a column against a JSON list of strings that comes as one parameter. */
  isOneOf(column: string): string
  /** How a body is kept that is written alone where nothing else changed: for a database that writes an index again though its values stay. */
  readonly bodyAlone?: (body: string, kind: string) => SqlValue
  /** The strings of a JSON list that stands in a column, as rows `one` with a `value`. */
  eachOf(column: string): string
  /** Selects `documentColumns` and a `score`, by organisation, project, generation, kind, query text and limit, in this order. Alone in the database, nobody else's documents need to be told apart. */
  search(isAlone: boolean): string
  /** Whether the score counts how rare a word is over the whole database, so that it proposes and does not rank; `documents` says how many the asker has. */
  readonly onlyProposes: boolean
  /** Whether the database refused a row because another one has its place. */
  isTaken(error: unknown): boolean
  /** Selects `word` and in how many `documents` of the asker it stands, by a number at which counting stops, organisation, project, generation, kind, and a JSON list of words. */
  wordSpread(isAlone: boolean): string
  /** Selects `id` and `text` of documents that hold one of some pieces of words anywhere, whatever stands around it; by organisation, project, generation, kind, the pieces and limit, in this order. */
  holding(isAlone: boolean): string
  /** The same for words that begin with one of some beginnings, where the database finds those faster. */
  readonly beginning?: { sql(isAlone: boolean): string; query(beginnings: readonly string[]): string }
  /** Turns pieces of words, of three letters or more, into the query text that `holding` takes. */
  holdingQuery(pieces: readonly string[]): string
  /** Turns words into the query text that `search` takes. */
  searchQuery(words: readonly string[]): string
}

/** A database behind the store. Everything runs in a transaction that sees one project only. */
export interface SqlDriver {
  readonly dialect: SqlDialect
  /** Names a new journal; called once per project and database. */
  newJournalId(): string
  read<T>(scope: Scope, work: (session: SqlSession) => Promise<T>): Promise<T>
  /** Holds the project's write lock from start to commit, so that position order is commit order. */
  write<T>(scope: Scope, work: (session: SqlSession) => Promise<T>, options?: AppendOptions): Promise<T>
  /** Appends facts that are new, and leaves folding to whoever reads next; undefined, and nothing is written, where they have to be looked at. */
  appendUnfolded?(
    scope: Scope,
    facts: { readonly events: readonly NewEvent[]; readonly policyHash: string },
    options: AppendOptions,
  ): Promise<{ readonly journal: string; readonly stored: StoredEvent[] } | undefined>
  /** Called after something was erased or replaced: removes its traces from the files, as far as a client can. */
  scrub(): Promise<void>
  close(): Promise<void>
}
