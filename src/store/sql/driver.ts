import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import type { AppendOptions } from '../port.ts'

export type SqlValue = string | number | null | Uint8Array
/** A store may write bytes instead of a text; the rows it returns have the text. */
export type SqlRow = Record<string, Exclude<SqlValue, Uint8Array>>

/** Rows to insert into one table. With `key`, they replace rows with the same key columns. */
export interface Insertion {
  readonly table: string
  /** An insertion with the same list object also has the same key. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
  readonly key?: readonly string[]
}

/** An open transaction. `?` is a parameter in every dialect. Statements run in the given order; those that do not wait for one another are sent together. */
export interface SqlSession {
  all(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow[]>
  /** The first row, synchronously; missing if that needs a wait for the database. */
  first?(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined
  run(sql: string, parameters: readonly SqlValue[]): Promise<void>
  insert(insertion: Insertion): Promise<void>
}

/** The few differences between the dialects. */
export interface SqlDialect {
  /** A condition that a column equals one of a JSON list of strings, which is one parameter. */
  isOneOf(column: string): string
  /** How a body is stored if nothing else of its row changed; for databases that rewrite index entries even if their values stay. */
  readonly bodyAlone?: (body: string, kind: string) => SqlValue
  /** The strings of a JSON list in a column, as rows `one` with a `value`. */
  eachOf(column: string): string
  /** Selects `documentColumns` and a `score`, by organisation, project, generation, kind, query text and limit, in this order. With `isAlone`, the database has no other project's documents. */
  search(isAlone: boolean): string
  /** Whether the score uses word frequencies of the whole database. It then only preselects candidates and does not rank them; `documents` is the number of the caller's own documents. */
  readonly onlyProposes: boolean
  /** Whether the database refused a row because its key is taken. */
  isTaken(error: unknown): boolean
  /** Selects `word` and how many of the project's `documents` contain it, by a number at which counting stops, organisation, project, generation, kind, and a JSON list of words. */
  wordSpread(isAlone: boolean): string
  /** Selects `id` and `text` of documents that contain one of some pieces of words anywhere; by organisation, project, generation, kind, the pieces and limit, in this order. */
  holding(isAlone: boolean): string
  /** The same for words with one of some beginnings, if the database finds those faster. */
  readonly beginning?: { sql(isAlone: boolean): string; query(beginnings: readonly string[]): string }
  /** Turns pieces of words, of three letters or more, into the query text of `holding`. */
  holdingQuery(pieces: readonly string[]): string
  /** Turns words into the query text of `search`. */
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
  /** Appends new facts, and leaves folding to the next reader; undefined, and nothing is written, if they need checking. */
  appendUnfolded?(
    scope: Scope,
    facts: { readonly events: readonly NewEvent[]; readonly policyHash: string },
    options: AppendOptions,
  ): Promise<{ readonly journal: string; readonly stored: StoredEvent[] } | undefined>
  /** Called after something was erased or replaced: removes its traces from the files, as far as a client can. */
  scrub(): Promise<void>
  close(): Promise<void>
}
