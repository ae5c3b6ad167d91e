import type { ForeignRecord } from '../../compat/formats/foreign-record.ts'
import type { ImportFormat } from '../../compat/formats/formats.ts'

export { IMPORT_FORMATS } from '../../compat/formats/formats.ts'

/** A line of a file. One that is too long comes without its text. */
export interface ForeignLine {
  readonly number: number
  readonly text?: string
}

/** A file of another system, opened by whoever knows the disk. */
export interface ForeignFile {
  /** As the reader of the report would name it. */
  readonly path: string
  readonly modifiedAt?: number
  /** The first few thousand characters. */
  head(): Promise<string>
  lines(): AsyncIterable<ForeignLine>
  /** All of it; throws a `UserError` when it is too large. */
  text(): Promise<string>
}

export interface ImportRequest {
  readonly files: readonly ForeignFile[]
  /** Left out, each file says itself what it is. */
  readonly format?: ImportFormat
  /**
   * `external`, unless the files are one's own: patterns are then known and set aside until they are seen from inside, and
   * what others say happened is not recorded at all.
   */
  readonly trust?: 'external' | 'internal'
  /** Who says that the files are one's own. */
  readonly by?: string
  /** The name of this repository; patterns that are for another one are passed over. */
  readonly repository?: string
  readonly dryRun?: boolean
  /** Files of no known shape are no error: a folder holds many. */
  readonly lenient?: boolean
}

/** Something that was not taken over, and where it stands. */
export interface ImportRemark {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export interface ImportedFile {
  readonly file: string
  readonly format: ImportFormat | 'unknown'
  readonly recorded: number
  readonly known: number
  readonly held: number
  readonly passed: number
  readonly refused: number
}

export interface ImportCount {
  readonly recorded: number
  /** It was in the journal before. */
  readonly known: number
  /** Facts of others, which only `--trust internal` records. */
  readonly held: number
}

export interface ImportedSetting {
  readonly file: string
  readonly key: string
  readonly value: string | number | readonly string[]
}

/** A file of settings, and whether it is now the project's own in `.learnings`. */
export interface ImportedSettingsFile {
  readonly file: string
  readonly as: 'goal.yaml' | 'retention.yaml'
  /** `same`: it was there. `other`: another one is there and stays. `told`: it was only read. */
  readonly fate: 'kept' | 'same' | 'other' | 'told'
}

export interface ImportReport {
  readonly dryRun: boolean
  readonly trust: 'external' | 'internal'
  readonly files: readonly ImportedFile[]
  readonly counts: { readonly [K in ForeignRecord['kind']]?: ImportCount }
  /** Patterns that were set aside and are not any more, because they are one's own. */
  readonly released: number
  /** Settings of the other system, checked and told. */
  readonly settings: readonly ImportedSetting[]
  readonly settingsFiles: readonly ImportedSettingsFile[]
  /** The first 10,000 of each. */
  readonly refused: readonly ImportRemark[]
  readonly passed: readonly ImportRemark[]
  readonly refusedTotal: number
  readonly passedTotal: number
}
