import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { idProblem } from '../../domain/id.ts'
import type { Client } from '../../domain/values/session.ts'
import { recordOf } from '../../edges/connection/clients.ts'
import type { SessionOnDisk } from '../../loop/sessions/transcripts.ts'
import { opencodeSessions } from './opencode-storage.ts'
import type { TranscriptWorld } from './read-transcript.ts'
import { transcriptLines } from './transcript-lines.ts'
import { filesAt, isWithin, recordsFolder } from './transcript-places.ts'

/** How many of a client's latest files are checked by default. */
const MOST_FILES = 50
/** A record names its session and folder within this many lines. */
const HEAD_LINES = 40

interface Head {
  readonly session: string
  readonly startedAt: number
  readonly isHere: boolean
}

/** Sessions in this repository that began since a time, by the records of clients, whether hooks reported them or not. */
export function sessionsOnDisk(
  clients: readonly Client[],
  { since, most = MOST_FILES }: { readonly since: number; readonly most?: number },
  world: TranscriptWorld,
): SessionOnDisk[] {
  return clients.flatMap((client) => {
    try {
      return heads(client, { since, most }, world).flatMap(({ session: run, startedAt, isHere }) =>
        isHere && startedAt >= since && idProblem(run) === undefined ? [{ client, run, startedAt }] : [],
      )
    } catch {
      // An unreadable folder of another program must not prevent learning from the rest.
      return []
    }
  })
}

function heads(
  client: Client,
  { since, most }: { readonly since: number; readonly most: number },
  { environment, workspace, openDatabase }: TranscriptWorld,
): Head[] {
  const folder = recordsFolder(client, environment)
  if (folder === undefined) return []
  const root = realpathSync(workspace.root)
  const { reader, within, byDay } = recordOf(client)
  if (reader === undefined)
    return opencodeSessions(join(folder, 'opencode.db'), most, openDatabase).map(
      ({ id: session, directory, startedAt }) => ({ session, startedAt, isHere: isIn(directory, root) }),
    )
  const paths = within(root).flatMap((place) => filesAt(folder, place, byDay ? most : undefined))
  const files = paths.map((path) => ({ path, at: statSync(path).mtimeMs }))
  const latest = files.filter(({ at }) => at >= since).sort((a, b) => b.at - a.at)
  return latest.slice(0, most).flatMap(({ path }) => headOf(client, path, root) ?? [])
}

function headOf(client: Client, path: string, root: string): Head | undefined {
  let left = HEAD_LINES
  for (const { line } of transcriptLines(path, 0)) {
    const { session, at, folders = [] } = recordOf(client).begins?.(line, root) ?? {}
    const named = folders.filter((folder) => typeof folder === 'string')
    if (session !== undefined && at !== undefined && named.length > 0)
      return { session, startedAt: at, isHere: named.some((folder) => isIn(folder, root)) }
    if (--left === 0) return undefined
  }
  return undefined
}

function isIn(folder: string, root: string): boolean {
  return folder === root || isWithin(folder, root)
}
