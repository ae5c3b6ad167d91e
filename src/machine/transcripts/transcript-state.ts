import { join } from 'node:path'
import type { SeenFact } from '../../loop/sessions/transcripts.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { filesOf, ownFolder } from '../files/files-of.ts'
import { readRegularText } from '../files/regular-file.ts'

/** How far the record of a session was read. */
export interface TranscriptState {
  readonly v: 1
  readonly files: Readonly<
    Record<string, { readonly offset: number; readonly inode: number; readonly mark: number }>
  >
  readonly seen: readonly SeenFact[]
  /** Facts of it may be in the journal. */
  readonly isAnnounced: boolean
  /** Why it could not be read, the last time. */
  readonly problem?: string
}

const NOTHING: TranscriptState = { v: 1, files: {}, seen: [], isAnnounced: false }

/** `transcripts/<run>.json`. Without it the record is read again from the beginning; what is on record is recognised. */
export class TranscriptStates {
  readonly #folder: string

  constructor(hooks: string) {
    this.#folder = join(hooks, 'transcripts')
  }

  read(run: string): TranscriptState {
    try {
      const state = JSON.parse(
        readRegularText(this.#path(run), { noFollow: true }),
      ) as Partial<TranscriptState>
      return state.v === 1 ? { ...NOTHING, ...state } : NOTHING
    } catch {
      return NOTHING
    }
  }

  write(run: string, state: TranscriptState): void {
    ownFolder(this.#folder)
    writeFileAtomically(this.#path(run), JSON.stringify(state), 0o600)
  }

  /** The sessions whose record could not be read, and why. */
  problems(): { run: string; problem: string }[] {
    const runs = filesOf(this.#folder).flatMap((name) =>
      name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
    )
    return runs.flatMap((run) => {
      const { problem } = this.read(run)
      return problem === undefined ? [] : [{ run, problem }]
    })
  }

  #path(run: string): string {
    return join(this.#folder, `${run}.json`)
  }
}
