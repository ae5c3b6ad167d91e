import type { ForeignRecord } from '../../compat/formats/foreign-record.ts'
import type { ImportFormat } from '../../compat/formats/formats.ts'
import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, isConflict, isStoreFailure } from '../journal/append-facts.ts'

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
  /** `external`, unless the files are one's own: patterns are then set aside until they are seen from inside, and what others say happened is not recorded. */
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

/** What became of the entries of an import, counted by file and by kind. */
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

  /** The remarks and counts that follow are about this file, also those that are told later. */
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

/** The facts of one entry. `again` gives them under the next name, when the one they have is taken by others. */
export interface BatchEntry {
  readonly drafts: readonly Draft[]
  readonly again?: (tries: number) => Promise<readonly Draft[]>
  /** Told once: whether anything of it was new, or why it was refused. */
  readonly settle: (fate: { readonly isNew: boolean } | { readonly refused: string }) => void
}

const LARGEST = 200
const MOST_TRIES = 20

/** Appends entries many at a time. Where one of them conflicts, each is tried alone, so that it costs no other. */
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
