import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { DAY_MS } from '../../domain/numbers.ts'
import type { Client } from '../../domain/values/session.ts'
import { clientFolder, homeFolder, profileOf } from '../../edges/connection/client-world.ts'
import { filesOf, isFolder } from '../files/files-of.ts'
import { readRegularText } from '../files/regular-file.ts'
import type { Workspace } from '../files/workspace.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A file that is said to be, or to belong to, the record of a session. */
export interface TranscriptFile {
  readonly client: Client
  readonly session: string
  readonly path: string
  readonly agent?: { readonly id: string; readonly type: string }
}

export interface TranscriptNote {
  readonly agent: string
  readonly transcript: string
  readonly client: Client
  readonly session: string
}

const MOST_FOLDERS = 2_000

/** Where a client keeps its records; undefined where this machine has no home folder. */
export function recordsFolder(client: Client, environment: Environment): string | undefined {
  const machine = { environment, platform: process.platform }
  if (client !== 'opencode') return clientFolder(profileOf(client), machine)
  const home = homeFolder(machine)
  const data = environment.XDG_DATA_HOME || (home && join(home, '.local', 'share'))
  return data && join(data, 'opencode')
}

export function usualFiles(client: Client, session: string, environment: Environment): TranscriptFile[] {
  const folder = recordsFolder(client, environment)
  if (folder === undefined || !/^[\w-]{8,80}$/.test(session)) return []
  const at = (...parts: readonly string[]) => ({ client, session, path: join(folder, ...parts) })
  switch (client) {
    case 'claude-code':
      return foldersOf(join(folder, 'projects')).map((name) => at('projects', name, `${session}.jsonl`))
    case 'codex':
      return rolloutDays(join(folder, 'sessions'), session).flatMap((day) =>
        filesOf(day).flatMap((name) =>
          name.endsWith(`-${session}.jsonl`) ? [{ client, session, path: join(day, name) }] : [],
        ),
      )
    case 'copilot':
      return [at('session-state', session, 'events.jsonl'), at('session-state', `${session}.jsonl`)]
    case 'gemini':
      return foldersOf(join(folder, 'tmp')).flatMap((name) =>
        filesOf(join(folder, 'tmp', name, 'chats')).flatMap((file) =>
          new RegExp(`^session-.*-${session.slice(0, 8)}\\.jsonl?$`).test(file) ? [at('tmp', name, 'chats', file)] : [],
        ),
      )
    case 'opencode':
      return [at('opencode.db'), at('storage')]
  }
}

/** Files beside the record of a session that hold what its subagents did. */
export function subagentFiles({ client, session, path }: TranscriptFile): TranscriptFile[] {
  if (client !== 'claude-code') return []
  const folder = join(dirname(path), session, 'subagents')
  return filesOf(folder).flatMap((name) => {
    const id = /^agent-([\w-]+)\.jsonl$/.exec(name)?.[1]
    return id === undefined
      ? []
      : [{ client, session, path: join(folder, name), agent: { id, type: typeIn(folder, id) } }]
  })
}

function typeIn(folder: string, id: string): string {
  try {
    const { agentType } = JSON.parse(readRegularText(join(folder, `agent-${id}.meta.json`), { noFollow: true })) as {
      agentType?: unknown
    }
    return typeof agentType === 'string' && agentType !== '' ? agentType : 'subagent'
  } catch {
    return 'subagent'
  }
}

function isNamedFor({ client, session, path, agent }: TranscriptFile): boolean {
  const name = basename(path)
  const own = agent?.id ?? session
  switch (client) {
    case 'claude-code':
      return name === `${session}.jsonl` || (agent !== undefined && name === `agent-${agent.id}.jsonl`)
    case 'codex':
      return name.startsWith('rollout-') && name.endsWith(`-${own}.jsonl`)
    case 'copilot':
      return name === `${session}.jsonl` || (name === 'events.jsonl' && basename(dirname(path)) === session)
    case 'gemini':
      return /^session-.*\.jsonl?$/.test(name)
    case 'opencode':
      return name === 'opencode.db' || name === 'storage'
  }
}

/**
 * Why a file is not read; undefined for one that may be. A payload may name any path: the file has to be called like a record of that very
 * session, must be no link and not lie behind one that leads out of the client's folder, and must not come from the repository itself.
 */
export function refusal(
  file: TranscriptFile,
  { root, hooks }: Workspace,
  environment: Environment,
): string | undefined {
  const { path, client } = file
  if (!isAbsolute(path)) return 'is no absolute path'
  if (!isNamedFor(file)) return 'is not named like a transcript of this session'
  if (lstatSync(path).isSymbolicLink()) return 'is a link'
  const real = realpathSync(path)
  const folder = recordsFolder(client, environment)
  if (folder !== undefined && isWithin(path, folder))
    return isWithin(real, realpathSync(folder)) ? undefined : 'is behind a link that leads elsewhere'
  if (isWithin(real, realpathSync(root)) || isWithin(real, hooks)) return 'lies in the repository'
  return undefined
}

export function isWithin(path: string, folder: string): boolean {
  const within = relative(folder, path)
  return within !== '' && within !== '..' && !within.startsWith(`..${sep}`) && !isAbsolute(within)
}

export function foldersOf(folder: string): string[] {
  if (!isFolder(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.slice(0, MOST_FOLDERS).map(({ name }) => name)
}

/** `sessions/2026/11/15`: an id of version 7 begins with its time; for any other all days are looked at, the latest first. */
export function rolloutDays(sessions: string, session?: string): string[] {
  const time =
    session !== undefined && /^[\da-f]{8}-[\da-f]{4}-7/.test(session)
      ? Number.parseInt(session.slice(0, 13).replace('-', ''), 16)
      : undefined
  if (time !== undefined)
    return [-1, 0, 1].map((days) => {
      const [day] = new Date(time + days * DAY_MS).toISOString().split('T')
      return join(sessions, ...day!.split('-'))
    })
  const years = latestFirst(sessions)
  return years.flatMap((year) => latestFirst(year).flatMap(latestFirst)).slice(0, MOST_FOLDERS)
}

function latestFirst(folder: string): string[] {
  return foldersOf(folder)
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}
