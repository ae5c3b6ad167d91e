import type { ForeignRecord } from '../../compat/formats/foreign-record.ts'
import type { ImportFormat } from '../../compat/formats/formats.ts'
import type { ImportCount, ImportedFile, ImportRemark } from './import-request.ts'

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
