import type { ForeignRecord } from '../../compat/formats/foreign-record.ts'
import type { ImportFormat } from '../../compat/formats/formats.ts'
import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, isConflict, isStoreFailure } from '../journal/append-facts.ts'

export { IMPORT_FORMATS } from '../../compat/formats/formats.ts'

/** A line of a file; without text if too long. */
export interface ForeignLine {
  readonly number: number
  readonly text?: string
}

/** A file of another system; the caller opens it. */
export interface ForeignFile {
  /** The path, as shown in the report. */
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
  /** Omitted: detected for each file. */
  readonly format?: ImportFormat
  /** `external` unless the files are the user's own: patterns are then quarantined until seen here, and reported events are not recorded. */
  readonly trust?: 'external' | 'internal'
  /** The person who vouches for the files. */
  readonly by?: string
  /** The name of this repository; patterns for others are skipped. */
  readonly repository?: string
  readonly dryRun?: boolean
  /** Ignore files of unknown formats, of which a folder has many. */
  readonly lenient?: boolean
}

/** An entry that was not imported, and its place. */
export interface ImportRemark {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export interface ImportedFile extends ImportCount {
  readonly file: string
  readonly format: ImportFormat | 'unknown'
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

/** A settings file, and whether the project's `.learnings` now has it. */
export interface ImportedSettingsFile {
  readonly file: string
  readonly as: 'goal.yaml' | 'retention.yaml'
  /** `same`: already there. `other`: a different one is there and stays. `told`: only reported. */
  readonly fate: 'kept' | 'same' | 'other' | 'told'
}

export interface ImportReport {
  readonly dryRun: boolean
  readonly trust: 'external' | 'internal'
  readonly files: readonly ImportedFile[]
  readonly counts: { readonly [K in ForeignRecord['kind']]?: ImportCount }
  /** Patterns released from quarantine because they are the user's own. */
  readonly released: number
  /** The other system's settings, checked and reported. */
  readonly settings: readonly { file: string; key: string; value: string | number | readonly string[] }[]
  readonly settingsFiles: readonly ImportedSettingsFile[]
  /** The first 10,000 of each. */
  readonly refused: readonly ImportRemark[]
  readonly passed: readonly ImportRemark[]
  readonly refusedTotal: number
  readonly passedTotal: number
}

const MOST_REMARKS = 10_000

type Kind = ForeignRecord['kind']
export type Counted = 'recorded' | 'known' | 'held'

/** Counts the results of an import by file and by kind. */
export class ImportTally {
  readonly #files: { -readonly [K in keyof ImportedFile]: ImportedFile[K] }[] = []
  readonly counts: { [K in Kind]?: ImportCount } = {}
  readonly refused: ImportRemark[] = []
  readonly passed: ImportRemark[] = []
  refusedTotal = 0
  passedTotal = 0

  get files(): readonly ImportedFile[] {
    return this.#files
  }

  /** Starts a file: the following remarks and counts belong to it, including later ones. */
  begin(file: string, format: ImportFormat | 'unknown'): FileTally {
    const counts = { file, format, recorded: 0, known: 0, held: 0, passed: 0, refused: 0 }
    this.#files.push(counts)
    return {
      file,
      count: (kind, how) => {
        counts[how] += 1
        const { recorded, known, held } = this.counts[kind] ?? { recorded: 0, known: 0, held: 0 }
        const byKind = { recorded, known, held }
        byKind[how] += 1
        this.counts[kind] = byKind
      },
      refuse: (line, reason) => {
        counts.refused += 1
        this.refusedTotal += 1
        if (this.refused.length < MOST_REMARKS) this.refused.push({ file, line, reason })
      },
      pass: (line, reason) => {
        counts.passed += 1
        this.passedTotal += 1
        if (this.passed.length < MOST_REMARKS) this.passed.push({ file, line, reason })
      },
    }
  }
}

export interface FileTally {
  readonly file: string
  count(kind: Kind, how: Counted): void
  refuse(line: number, reason: string): void
  pass(line: number, reason: string): void
}

/** The facts of one entry. `again` gives them under the next key if others have taken theirs. */
export interface BatchEntry {
  readonly drafts: readonly Draft[]
  readonly again?: (tries: number) => Promise<readonly Draft[]>
  /** Called once: whether anything was new, or why it was refused. */
  readonly settle: (fate: { readonly isNew: boolean } | { readonly refused: string }) => void
}

const LARGEST = 200
const MOST_TRIES = 20

/** Appends many entries at a time; if one conflicts, each is tried alone, so that no other is lost. */
export class ImportBatch {
  readonly #context: LoopContext
  #waiting: BatchEntry[] = []

  constructor(context: LoopContext) {
    this.#context = context
  }

  async add(entry: BatchEntry): Promise<void> {
    this.#waiting.push(entry)
    if (this.#waiting.length >= LARGEST) await this.flush()
  }

  async flush(): Promise<void> {
    const entries = this.#waiting
    this.#waiting = []
    if (entries.length === 0) return
    try {
      const all = entries.flatMap(({ drafts }) => drafts)
      const appended = await appendFacts(this.#context, all)
      let from = 0
      for (const { drafts, settle } of entries) {
        settle({ isNew: appended.slice(from, from + drafts.length).some(({ duplicate }) => !duplicate) })
        from += drafts.length
      }
    } catch (error) {
      if (!(error instanceof UserError) || isStoreFailure(error)) throw error
      for (const entry of entries) await this.#alone(entry)
    }
  }

  async #alone({ drafts, again, settle }: BatchEntry): Promise<void> {
    let next = drafts
    for (let tries = 1; ; tries++) {
      try {
        const appended = await appendFacts(this.#context, next)
        return settle({ isNew: appended.some(({ duplicate }) => !duplicate) })
      } catch (error) {
        if (!(error instanceof UserError) || isStoreFailure(error)) throw error
        if (again === undefined || !isConflict(error) || tries >= MOST_TRIES)
          return settle({ refused: error.message.split('\n')[0]! })
        next = await again(tries + 1)
      }
    }
  }
}
