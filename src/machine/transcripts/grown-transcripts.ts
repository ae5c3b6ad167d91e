import { statSync } from 'node:fs'
import { join } from 'node:path'
import { idProblem } from '../../domain/id.ts'
import { CLIENTS } from '../../edges/connection/client-profile.ts'
import { readAgentsFile } from '../agents-file.ts'
import { filesOf } from '../files/files-of.ts'
import { configFolder } from '../user-folders.ts'
import { mainFile, markOf, notesOf, type TranscriptWorld } from './read-transcript.ts'
import type { TranscriptStates } from './transcript-state.ts'
import { unrecordedSessions } from './unrecorded-sessions.ts'

/** So many of the latest sessions are looked at; each costs a look at its file. */
const MOST_SESSIONS = 200

/**
 * Sessions of this repository whose record has grown since it was read, the oldest first: those that hooks noted, and those of clients
 * which are connected or have been heard of, though no hook of that session was.
 */
export function grownSessions(world: TranscriptWorld, states: TranscriptStates): string[] {
  const { workspace } = world
  const folder = join(workspace.hooks, 'sessions')
  const noted = filesOf(folder).flatMap((name) => {
    if (!name.endsWith('.jsonl')) return []
    return [{ run: name.slice(0, -'.jsonl'.length), at: statSync(join(folder, name)).mtimeMs }]
  })
  const latest = noted.sort((a, b) => b.at - a.at).slice(0, MOST_SESSIONS)
  const heard = latest.reverse().map(({ run }) => run)
  const runs = new Set([...unrecordedSessions(followedClients(heard, world), madeAt(world), world), ...heard])
  return [...runs].filter((run) => {
    const { main } = idProblem(run) === undefined ? mainFile(run, world) : {}
    return main !== undefined && states.read(run).files[main.path]?.mark !== markOf(main)
  })
}

/** The clients that a person connected with this project or with all of them, and those whose hooks were heard here. */
function followedClients(heard: readonly string[], { workspace, environment }: TranscriptWorld) {
  const connected = [workspace.home, configFolder(environment)].flatMap(
    (place) => readAgentsFile(place)?.clients ?? [],
  )
  const known = new Set([
    ...connected,
    ...heard.flatMap((run) => notesOf(run, workspace).map(({ client }) => client)),
  ])
  return CLIENTS.filter((client) => known.has(client))
}

/** When the project got its journal. */
function madeAt({ workspace }: TranscriptWorld): number {
  const made = statSync(join(workspace.home, 'project.json'), { throwIfNoEntry: false })
  return made === undefined ? Number.POSITIVE_INFINITY : made.mtimeMs
}
