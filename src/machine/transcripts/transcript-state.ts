import { statSync } from 'node:fs'
import { join } from 'node:path'
import { idProblem } from '../../domain/id.ts'
import { CLIENTS } from '../../domain/values/session.ts'
import type { SeenFact } from '../../loop/sessions/transcripts.ts'
import { readAgentsFile } from '../agents-file.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { filesOf, ownFolder } from '../files/files-of.ts'
import { readRegularText } from '../files/regular-file.ts'
import { configFolder } from '../files/user-folders.ts'
import { mainFile, markOf, notesOf, type TranscriptWorld } from './read-transcript.ts'
import { sessionsOnDisk } from './sessions-on-disk.ts'

export interface TranscriptState {
  readonly v: 1
  readonly files: Readonly<Record<string, { readonly offset: number; readonly inode: number; readonly mark: number }>>
  readonly seen: readonly SeenFact[]
  /** The journal may contain facts from it. */
  readonly isAnnounced: boolean
  /** Why the last reading failed. */
  readonly problem?: string
}

const NOTHING: TranscriptState = { v: 1, files: {}, seen: [], isAnnounced: false }

/** `transcripts/<run>.json`. Without it, the record is read again from the beginning, and recorded facts are recognised. */
export class TranscriptStates {
  readonly #folder: string

  constructor(hooks: string) {
    this.#folder = join(hooks, 'transcripts')
  }

  read(run: string): TranscriptState {
    try {
      const state = JSON.parse(readRegularText(this.#path(run), { noFollow: true })) as Partial<TranscriptState>
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

/** How many of the latest sessions are checked; each costs a look at its file. */
const MOST_SESSIONS = 200

/** Sessions of this repository whose record has grown, oldest first: those that hooks noted, and those of connected or previously seen clients without hook events. */
export function grownSessions(world: TranscriptWorld, states: TranscriptStates): string[] {
  const { workspace } = world
  const folder = join(workspace.hooks, 'sessions')
  const noted = filesOf(folder).flatMap((name) => {
    if (!name.endsWith('.jsonl')) return []
    return [{ run: name.slice(0, -'.jsonl'.length), at: statSync(join(folder, name)).mtimeMs }]
  })
  const latest = noted.sort((a, b) => b.at - a.at).slice(0, MOST_SESSIONS)
  const heard = latest.reverse().map(({ run }) => run)
  // Only sessions since the journal's creation are followed; earlier ones were not asked for.
  const onDisk = sessionsOnDisk(followedClients(heard, world), { since: madeAt(world) }, world)
  const runs = new Set([...onDisk.map(({ run }) => run), ...heard])
  return [...runs].filter((run) => {
    const { main } = idProblem(run) === undefined ? mainFile(run, world) : {}
    return main !== undefined && states.read(run).files[main.path]?.mark !== markOf(main)
  })
}

/** The clients connected to this project or to all projects, and those whose hooks have run here. */
function followedClients(heard: readonly string[], { workspace, environment }: TranscriptWorld) {
  const connected = [workspace.home, configFolder(environment)].flatMap((place) => readAgentsFile(place)?.clients ?? [])
  const known = new Set([...connected, ...heard.flatMap((run) => notesOf(run, workspace).map(({ client }) => client))])
  return CLIENTS.filter((client) => known.has(client))
}

/** When the project got its journal. */
function madeAt({ workspace }: TranscriptWorld): number {
  const made = statSync(join(workspace.home, 'project.json'), { throwIfNoEntry: false })
  return made === undefined ? Number.POSITIVE_INFINITY : made.mtimeMs
}
