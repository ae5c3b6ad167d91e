import { textIn } from '../domain/bytes-text.ts'
import { tokensFor } from '../engine/laws/role-block.ts'
import { type ByteRows, byteRows } from '../engine/search/byte-cosines.ts'
import { tellingTokens } from '../engine/search/fuse-similarity.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { takeQuoted } from '../injection/candidate.ts'
import { type FoundPattern, PAGE } from '../injection/gathering.ts'
import { MAIN } from '../injection/work-context.ts'
import type { PrecomputedFile } from './precomputed-file.ts'
import { AUDIENCE, type FileHead, type FileRecord } from './precomputed-layout.ts'
import { searchPrecomputed } from './search-rows.ts'

/** Stands for a pattern that may not be shown under either profile; nothing else is known of it. */
const BARRED = { pattern: { decisions: {}, quarantined: true } } as PatternRecord
const HIDDEN: FoundPattern = {
  cached: { id: '', record: BARRED, words: new Set(), isShowable: false },
  score: 0,
  similar: 0,
}

type Listed = 'record' | 'files'

/** More than the records of a question ever have; a damaged file may claim any size. */
const MOST_BYTES = 67_108_864
/** `[` and `]`. */
const BRACKETS = [0x5b, 0x5d] as const

interface Known extends Pick<FileRecord, 'fared' | 'steady'> {
  readonly row: number
  readonly belief: FileRecord['belief']
}

/** Precomputed patterns: they answer the same questions as a journal, but read only what the question needs. */
export class PrecomputedPatterns {
  readonly #file: PrecomputedFile
  readonly #withFiles: boolean
  /** The bit of the agent that asks; 0 for an agent whose patterns are not marked. */
  readonly #asker: number
  readonly #known: Map<string, Known>
  /** The patterns of the whole file, if this object has the changes since; and which of its rows are out of date. */
  readonly #base: PrecomputedPatterns | undefined
  readonly #first: number
  readonly #isReplaced: (row: number) => boolean
  readonly #cached = new Map<number, FoundPattern>()
  #audience: Uint8Array | undefined
  /** Where each record begins, and where its files begin. */
  readonly #at: { [name in Listed]?: Uint32Array } = {}

  /** The files of patterns are read only if the question has files. */
  constructor(
    file: PrecomputedFile,
    asked: { withFiles: boolean; agent?: string | undefined },
    newer?: PrecomputedPatterns,
  ) {
    const { withFiles, agent } = asked
    this.#file = file
    this.#withFiles = withFiles
    this.#asker = agent === undefined ? AUDIENCE.nameless : agent === MAIN ? AUDIENCE.main : 0
    this.#known = newer === undefined ? new Map() : newer.#known
    this.#first = newer === undefined ? 0 : newer.#file.head.rows
    this.#isReplaced = newer === undefined ? () => false : (row) => newer.#file.isReplaced(row)
    this.#base = file.base && new PrecomputedPatterns(file.base, asked, this)
  }

  get head(): FileHead {
    return this.#file.head
  }

  /** The data of a pattern that was already returned. */
  known(id: string): Known {
    return this.#known.get(id)!
  }

  /** The nth page of patterns of a state, best first, apart from the question. */
  page(state: string, number: number): FoundPattern[] {
    return this.#base === undefined
      ? this.#take(...this.#pageAt(state, number))
      : this.rows(this.pageRows(state, number))
  }

  /** The same, but only the rows. */
  pageRows(state: string, number: number): number[] {
    if (this.#base === undefined) {
      const [from, until] = this.#pageAt(state, number)
      return Array.from({ length: until - from }, (_, n) => from + n)
    }
    const { replaced = [], places = [] } = this.head.base ?? {}
    const most = (number + 1) * PAGE
    const [[own, end], [from, until]] = [
      this.#pageAt(state, 0, most),
      this.#base.#pageAt(state, 0, most + replaced.length),
    ]
    const rows: number[] = []
    let next = own
    for (let row = from; row <= until; row += 1) {
      while (next < end && (places[next]! <= row || row === until)) rows.push(next++)
      if (row < until && !this.#file.isReplaced(row)) rows.push(this.#rows + row)
    }
    return rows.slice(number * PAGE, most)
  }

  get #rows(): number {
    return this.head.rows
  }

  #pageAt(state: string, number: number, size = PAGE): [from: number, until: number] {
    let first = 0
    for (const { state: name, rows } of this.head.states) {
      const start = Math.min(rows, number * size)
      if (name === state) return [first + start, first + Math.min(rows, start + size)]
      first += rows
    }
    return [0, 0]
  }

  /** Whether a pattern may be for the agent that asks; exact for an agent without a name, and for the session itself. */
  mayBeFor(row: number): boolean {
    if (this.#isReplaced(row)) return false
    if (this.#base !== undefined && row >= this.#rows) return this.#base.mayBeFor(row - this.#rows)
    if (this.#asker === 0) return true
    this.#audience ??= this.#file.section('audience')
    return (this.#audience[row]! & this.#asker) !== 0
  }

  /** Patterns by their rows, each read once. For those that may not be shown, only their existence is known. */
  rows(numbers: readonly number[]): FoundPattern[] {
    const at = this.#starts('record')
    const behind = numbers.filter((row) => row >= this.#rows)
    if (this.#base !== undefined && behind.length > 0) {
      const found = this.#base.rows(behind.map((row) => row - this.#rows))
      for (const [n, row] of behind.entries()) this.#cached.set(row, found[n]!)
    }
    const isNew = (row: number) => !this.#cached.has(row) && at[row + 1]! > at[row]! && this.mayBeFor(row)
    const wanted = numbers.filter(isNew)
    const places = wanted.map((row) => [row, row + 1] as const)
    const records = this.#listed<FileRecord>('record', places)
    const files = this.#withFiles ? this.#listed<readonly string[]>('files', places) : []
    for (const [n, row] of wanted.entries()) this.#cached.set(row, this.#read(withFiles(records[n]!, files[n]), row))
    return numbers.map((row) => this.#cached.get(row) ?? HIDDEN)
  }

  #take(from: number, until: number): FoundPattern[] {
    const records = this.#listed<FileRecord>('record', [[from, until]])
    const files = this.#withFiles ? this.#listed<readonly string[]>('files', [[from, until]]) : []
    return records.map((precomputed, index) => this.#read(withFiles(precomputed, files[index]), from + index))
  }

  #starts(name: Listed): Uint32Array {
    this.#at[name] ??= this.#file.numbers(`${name}At`)
    return this.#at[name]
  }

  /** The content of some ranges of rows. Parsed as one JSON text, so that V8 detects the common shape of the objects only once. */
  #listed<T>(name: Listed, places: readonly (readonly [from: number, until: number])[]): T[] {
    const at = this.#starts(name)
    const bytesOf = ([from, until]: readonly [number, number]) => Math.max(0, at[until]! - at[from]!)
    let length = 0
    for (const place of places) length += bytesOf(place)
    if (length === 0) return []
    if (length > MOST_BYTES) throw new Error('the precomputed patterns are damaged')
    const bytes = new Uint8Array(length + 1)
    let end = 1
    for (const place of places) {
      const into = bytes.subarray(end, end + bytesOf(place))
      if (into.length > 0) this.#file.readInto(into, name === 'record' ? 'records' : name, at[place[0]]!)
      end += into.length
    }
    // Overwrites the last comma.
    ;[bytes[0], bytes[length]] = BRACKETS
    return JSON.parse(textIn(bytes)) as T[]
  }

  #read(precomputed: FileRecord, row: number): FoundPattern {
    const { record, fared, steady, belief, cost } = precomputed
    const { id, text, role } = record.pattern
    const quoted = precomputed.quoted ?? { text, role }
    takeQuoted(record, quoted)
    this.#known.set(id, { row: this.#first + row, fared, steady, belief })
    let words: ReadonlySet<string> | undefined
    const cached = {
      id,
      record,
      isShowable: true,
      // Computed under the writer's policy; a change of policy rewrites the file.
      steadyWorth: () => steady,
      tokensFor: cost === undefined ? undefined : (asked: string) => tokensFor(cost, quoted.role, asked),
      get words() {
        words ??= tellingTokens(text)
        return words
      },
    }
    return { cached, score: 0, similar: 0 }
  }

  /** Patterns that share words with a text, nearest first, as the journal's own search finds them; of these, the wanted ones are read. */
  search(text: string, limit: number, isWanted: (row: number) => boolean): FoundPattern[] {
    const wanted = searchPrecomputed(this.#file, text, limit).filter(({ row }) => isWanted(row))
    const found = this.rows(wanted.map(({ row }) => row))
    return found.map(({ cached }, n) => ({ cached, score: wanted[n]!.score, similar: wanted[n]!.similar }))
  }

  /** The vectors of all rows, for comparison with a task's. */
  embeddings(dims: number): ByteRows {
    const parts = this.#file.parts.filter(({ file }) => file.head.sections.squares[1] > 0)
    const rows = byteRows(
      parts.reduce((sum, { file }) => sum + file.head.rows, 0),
      dims,
    )
    for (const { file, first } of parts)
      for (const [name, { buffer, byteOffset }, size] of [
        ['squares', rows.squares, 4],
        ['embeddings', rows.bytes, dims],
      ] as const)
        file.readInto(new Uint8Array(buffer, byteOffset + first * size, file.head.rows * size), name, 0)
    return rows
  }
}

function withFiles(precomputed: FileRecord, files: readonly string[] | undefined): FileRecord {
  if (files !== undefined) Object.assign(precomputed.record.pattern, { files })
  return precomputed
}
