import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../domain/digest.ts'
import type { Client } from '../../domain/values/session.ts'
import { listIn, type Payload, recordOf, textOf } from '../../edges/agents/payload.ts'
import { timeIn } from '../../edges/agents/transcripts/transcript-reader.ts'
import { filesOf } from '../files/files-of.ts'
import { opencodeSessions } from './opencode-storage.ts'
import type { TranscriptWorld } from './read-transcript.ts'
import { transcriptLines } from './transcript-lines.ts'
import { foldersOf, isWithin, recordsFolder, rolloutDays } from './transcript-places.ts'

/** So many of a client's latest files are looked at. */
const MOST_FILES = 50
/** Within so many lines a record names its session and its folder. */
const HEAD_LINES = 40

interface Head {
  readonly session: string
  readonly startedAt: number
  readonly isHere: boolean
}

/**
 * Sessions in this repository of which no hook was heard, by the records of clients. Only those that began since the project has a journal:
 * whoever made it asked for its sessions to be followed, not for what was before.
 */
export function unrecordedSessions(
  clients: readonly Client[],
  since: number,
  world: TranscriptWorld,
): string[] {
  return clients.flatMap((client) => {
    try {
      return heads(client, since, world).flatMap(({ session, startedAt, isHere }) =>
        isHere && startedAt >= since ? [session] : [],
      )
    } catch {
      // A folder of another program that cannot be read is no reason not to learn from the rest.
      return []
    }
  })
}

function heads(
  client: Client,
  since: number,
  { environment, workspace, openDatabase }: TranscriptWorld,
): Head[] {
  const folder = recordsFolder(client, environment)
  if (folder === undefined) return []
  const root = realpathSync(workspace.root)
  if (client === 'opencode')
    return opencodeSessions(join(folder, 'opencode.db'), openDatabase).map(
      ({ id: session, directory, startedAt }) => ({ session, startedAt, isHere: isIn(directory, root) }),
    )
  const files = candidates(client, folder, root).map((path) => ({ path, at: statSync(path).mtimeMs }))
  const latest = files.filter(({ at }) => at >= since).sort((a, b) => b.at - a.at)
  return latest.slice(0, MOST_FILES).flatMap(({ path }) => headOf(client, path, root) ?? [])
}

function candidates(client: Client, folder: string, root: string): string[] {
  const within = (place: string, name: RegExp) =>
    filesOf(place).flatMap((file) => (name.test(file) ? [join(place, file)] : []))
  switch (client) {
    case 'claude-code': {
      const own = root.replace(/[^A-Za-z0-9]/g, '-')
      const projects = foldersOf(join(folder, 'projects')).filter(
        (name) => name === own || name.startsWith(`${own}-`),
      )
      return projects.flatMap((name) => within(join(folder, 'projects', name), /^[\w-]+\.jsonl$/))
    }
    case 'codex':
      return rolloutDays(join(folder, 'sessions'))
        .slice(0, MOST_FILES)
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
      if (textOf(line, 'type') !== 'session_meta' || recordOf(payload, 'source') !== undefined)
        return undefined
      return begun(textOf(payload, 'id', 'session_id'), textOf(payload, 'cwd'))
    case 'copilot':
      if (textOf(line, 'type') !== 'session.start') return undefined
      return begun(textOf(data, 'sessionId'), textOf(recordOf(data, 'context'), 'cwd'))
    default: {
      if (textOf(line, 'kind') === 'subagent') return undefined
      const folders = [
        ...listIn(line.directories),
        textOf(line, 'projectHash') === digest(root) ? root : undefined,
      ]
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
