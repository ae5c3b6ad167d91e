import { existsSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Scope } from './domain/scope.ts'
import { orElse, withoutUndefined } from './domain/sets.ts'
import { UserError } from './domain/user-error.ts'
import type { SealKeeper } from './loop/journal/seal.ts'
import {
  type Known,
  lossOf,
  lossSince,
  type Reached,
  type Watermark,
  type WatermarkKeeper,
} from './loop/journal/watermark.ts'
import { bootedAt } from './machine/gate/watermark-file.ts'
import type { Commit, Journal, OnCommit } from './store/port.ts'

export interface Watching {
  readonly scope: Scope
  readonly keeperAt: (place: string) => WatermarkKeeper
  /** The file that records the intent to replace a journal. */
  readonly intentAt: (place: string) => string
  readonly seals: SealKeeper
  /** Whether a person accepts a server's journal as it is. */
  readonly acceptLoss?: boolean
  readonly now: () => number
}

/** Functions to inspect a file; only the opener of stores knows its kind. */
export interface FileLooks {
  /** A larger file is not read whole when it is opened. */
  readonly mostBytes: number
  fileState(path: string): string
  walProblem(path: string, bootedAt: number): string | undefined
  lookAtFile(
    path: string,
    options: { scope: Scope; position: number; checksPages: boolean; waitMs: number },
  ): Promise<{ journal: string; position: number; newest: string; hash?: string }>
}

/** Compares a journal with its recorded state when opened, and from then on records how far it reaches. */
export class JournalWatch {
  readonly #scope: Scope
  readonly #keeper: WatermarkKeeper
  readonly #now: () => number
  readonly #location: string
  /** The journal's file, where it is one. */
  readonly #path: string | undefined
  #reached: Reached | undefined
  #newest: Watermark | undefined
  #file: string | undefined
  /** Why earlier knowledge about the journal no longer applies; recorded with the next commit. */
  #since: string | undefined

  constructor({ scope, keeperAt, now }: Watching, location: string, path?: string) {
    this.#scope = scope
    this.#keeper = keeperAt(path === undefined ? location : placeOfFile(path))
    this.#now = now
    this.#location = location
    this.#path = path
    this.#reached = orElse(() => this.#keeper.read(scope), undefined)
    this.#newest = this.#reached?.newest
    this.#file = this.#reached?.file
  }

  get reached(): Reached | undefined {
    return this.#reached
  }

  /** The recorded state, which other processes extend. */
  get known(): Known {
    return { reached: () => this.#keeper.read(this.#scope), bootedAt: () => bootedAt(this.#now()) }
  }

  /** Checks a file before anyone may write to it. Throws what it finds, and leaves the file as it is. */
  async checkFile({ mostBytes, fileState, lookAtFile, walProblem }: FileLooks, waitMs: number) {
    const path = this.#path!
    const problem = walProblem(path, bootedAt(this.#now()))
    if (problem !== undefined) throw lostEvents(path, problem, OPEN_ELSEWHERE)
    const isAsLeft = this.#reached?.file === fileState(path)
    const look = await lookAtFile(path, {
      scope: this.#scope,
      position: this.#reached?.newest.position ?? 0,
      checksPages: !isAsLeft && statSync(path).size <= mostBytes,
      waitMs,
    })
    this.#compare(look)
    this.#adopt({ ...look, hash: look.newest }, fileState(path))
  }

  /** The same for a server's journal; each machine compares it with what that machine has seen. */
  async checkJournal(journal: Journal, acceptLoss = false): Promise<void> {
    const reached = this.#reached
    if (reached !== undefined) {
      const loss = await lossOf(journal, reached, bootedAt(this.#now()))
      if (loss !== undefined && acceptLoss) this.#since = `it was accepted that ${loss.detail}`
      else if (loss !== undefined) throw lostEvents(this.#location, loss.detail)
    }
    const { position, journal: copy } = await journal.head()
    const [last] = await journal.read({ after: position - 1, upTo: position, limit: 1 })
    if (last !== undefined) this.#adopt({ journal: copy, position, hash: last.hash })
  }

  /** Notes that a person began a new journal in place of a lost one. The remains of the old one are kept next to it. */
  startOver(): void {
    const reached = this.#reached?.newest.position ?? 0
    const log = `${this.#path}-wal`
    if (existsSync(log)) renameSync(log, `${this.#path}-lost-${stamp(this.#now())}-wal`)
    if (reached === 0) return
    this.#since = `a new journal began where one that had reached event ${reached} was gone`
    this.#note(this.#markOf({ scope: this.#scope, journal: '', position: 0, hash: '', isOnDisk: false }))
  }

  readonly onCommit: OnCommit = (commit) => {
    const mark = this.#markOf(commit)
    const { organisation, project } = commit.scope
    if (organisation === this.#scope.organisation && project === this.#scope.project) this.#note(mark)
    else this.#keeper.add(mark)
  }

  /** The last process to close the file checkpoints its WAL into it. */
  closed({ fileState }: FileLooks): void {
    if (this.#newest === undefined || this.#path === undefined) return
    const file = fileState(this.#path)
    if (file !== '' && file !== this.#file) this.#note({ ...this.#newest, file })
  }

  #compare(end: Parameters<typeof lossSince>[1]): void {
    const loss = this.#reached && lossSince(this.#reached, end, bootedAt(this.#now()))
    if (loss === undefined) return
    if (!loss.isPowerFailure) throw lostEvents(this.#location, loss.detail)
    this.#since = `a power failure: ${loss.detail}`
  }

  /** Accepts as known what others wrote without recording it, such as an earlier version. */
  #adopt(end: { journal: string; position: number; hash: string }, file?: string): void {
    if (end.position === 0) return
    const { newest, file: known } = this.#reached ?? {}
    if (this.#since === undefined && newest?.position === end.position && file === known) return
    const { journal, position, hash } = end
    const mark = this.#markOf({ scope: this.#scope, journal, position, hash, isOnDisk: false })
    this.#file = file
    this.#note({ ...mark, ...withoutUndefined({ file }) })
  }

  #markOf(commit: Commit): Watermark {
    return { ...commit, at: this.#now() }
  }

  #note(mark: Watermark): void {
    this.#newest = mark
    if (this.#since === undefined) this.#keeper.add(mark)
    else this.#begin({ ...mark, since: this.#since })
  }

  #begin(mark: Watermark): void {
    try {
      this.#keeper.begin(mark)
      this.#since = undefined
    } catch {
      // Recorded again with the next commit.
    }
  }
}

/** The name under which a file's known state is kept: the same through every link to its folder. */
export function placeOfFile(path: string): string {
  const folder = dirname(path)
  return `file:${join(existsSync(folder) ? realpathSync(folder) : folder, basename(path))}`
}

const OPEN_ELSEWHERE =
  'Processes that have it open may still hold what is missing: end them first, mettle doctor names them.'

/** The error for a journal that has lost events, with what a person can do. */
function lostEvents(location: string, detail: string, first = ''): UserError {
  return new UserError(
    'store-lost',
    `The journal at ${location} has lost something: ${detail}.`,
    `${first}${first === '' ? '' : ' '}Put a backup back: mettle restore FILE. Without one, go on with what is left: mettle restore --accept-loss`,
  )
}

/** `20260131-093015`, for names of files. */
export function stamp(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}
