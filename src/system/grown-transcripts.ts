import { statSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf } from './files-of.ts'
import { mainFile, markOf, type TranscriptWorld } from './read-transcript.ts'
import type { TranscriptStates } from './transcript-state.ts'

/** So many of the latest sessions are looked at; each costs a look at its file. */
const MOST_SESSIONS = 200

/** Sessions of this repository whose record has grown since it was read, the oldest first. */
export function grownSessions(world: TranscriptWorld, states: TranscriptStates): string[] {
  const folder = join(world.workspace.hooks, 'sessions')
  const noted = filesOf(folder).flatMap((name) => {
    if (!name.endsWith('.jsonl')) return []
    return [{ run: name.slice(0, -'.jsonl'.length), at: statSync(join(folder, name)).mtimeMs }]
  })
  const latest = noted.sort((a, b) => b.at - a.at).slice(0, MOST_SESSIONS)
  return latest.reverse().flatMap(({ run }) => {
    const { main } = mainFile(run, world)
    if (main === undefined) return []
    const known = states.read(run).files[main.path]
    return known?.mark === markOf(main) ? [] : [run]
  })
}
