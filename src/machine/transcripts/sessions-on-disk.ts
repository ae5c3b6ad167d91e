import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../domain/digest.ts'
import { idProblem } from '../../domain/id.ts'
import type { Client } from '../../domain/values/session.ts'
import { listIn, type Payload, recordOf, textOf } from '../../edges/agents/payload.ts'
import { timeIn } from '../../edges/agents/transcripts/transcript-reader.ts'
import type { SessionOnDisk } from '../../loop/sessions/transcripts.ts'
import { filesOf } from '../files/files-of.ts'
import { opencodeSessions } from './opencode-storage.ts'
import type { TranscriptWorld } from './read-transcript.ts'
import { transcriptLines } from './transcript-lines.ts'
import { foldersOf, isWithin, recordsFolder, rolloutDays } from './transcript-places.ts'

/** So many of a client's latest files are looked at unless more are asked for. */
const MOST_FILES = 50
/** Within so many lines a record names its session and its folder. */
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
      // A folder of another program that cannot be read is no reason not to learn from the rest.
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
  if (client === 'opencode')
    return opencodeSessions(join(folder, 'opencode.db'), most, openDatabase).map(
      ({ id: session, directory, startedAt }) => ({ session, startedAt, isHere: isIn(directory, root) }),
    )
  const files = candidates(client, folder, { root, most }).map((path) => ({ path, at: statSync(path).mtimeMs }))
  const latest = files.filter(({ at }) => at >= since).sort((a, b) => b.at - a.at)
  return latest.slice(0, most).flatMap(({ path }) => headOf(client, path, root) ?? [])
}

function candidates(
  client: Client,
  folder: string,
  { root, most }: { readonly root: string; readonly most: number },
): string[] {
  const within = (place: string, name: RegExp) =>
    filesOf(place).flatMap((file) => (name.test(file) ? [join(place, file)] : []))
  switch (client) {
    case 'claude-code': {
      const own = root.replace(/[^A-Za-z0-9]/g, '-')
      const projects = foldersOf(join(folder, 'projects')).filter((name) => name === own || name.startsWith(`${own}-`))
      return projects.flatMap((name) => within(join(folder, 'projects', name), /^[\w-]+\.jsonl$/))
    }
    case 'codex':
      return rolloutDays(join(folder, 'sessions'))
        .slice(0, most)
        .flatMap((day) => within(day, /^rollout-.*\.jsonl$/))
    case 'copilot':
      return foldersOf(join(folder, 'session-state')).flatMap((name) =>
        within(join(folder, 'session-state', name), /^events\.jsonl$/),
      )
    case 'gemini':
      return foldersOf(join(folder, 'tmp')).flatMap((name) =>
        within(join(folder, 'tmp', name, 'chats'), /^session-.*\.jsonl?$/),
      )
    default:
      return []
  }
}

function headOf(client: Client, path: string, root: string): Head | undefined {
  let left = HEAD_LINES
  for (const { line } of transcriptLines(path, 0)) {
    const head = headIn(client, line, root)
    if (head !== undefined || --left === 0) return head
  }
  return undefined
}

function headIn(client: Client, line: Payload, root: string): Head | undefined {
  const [payload, data] = [recordOf(line, 'payload'), recordOf(line, 'data')]
  const begun = (session: string | undefined, folder: string | undefined) =>
    head(session, timeIn(line, 'timestamp'), [folder], root)
  switch (client) {
    case 'claude-code':
      return begun(textOf(line, 'sessionId'), textOf(line, 'cwd'))
    case 'codex':
      // A subagent has a record of its own, and says where it came from.
      if (textOf(line, 'type') !== 'session_meta' || recordOf(payload, 'source') !== undefined) return undefined
      return begun(textOf(payload, 'id', 'session_id'), textOf(payload, 'cwd'))
    case 'copilot':
      if (textOf(line, 'type') !== 'session.start') return undefined
      return begun(textOf(data, 'sessionId'), textOf(recordOf(data, 'context'), 'cwd'))
    default: {
      if (textOf(line, 'kind') === 'subagent') return undefined
      const folders = [...listIn(line.directories), textOf(line, 'projectHash') === digest(root) ? root : undefined]
      return head(textOf(line, 'sessionId'), timeIn(line, 'startTime'), folders, root)
    }
  }
}

function head(
  session: string | undefined,
  at: number | undefined,
  folders: readonly unknown[],
  root: string,
): Head | undefined {
  const named = folders.filter((folder) => typeof folder === 'string')
  if (session === undefined || at === undefined || named.length === 0) return undefined
  return { session, startedAt: at, isHere: named.some((folder) => isIn(folder, root)) }
}

function isIn(folder: string, root: string): boolean {
  return folder === root || isWithin(folder, root)
}
