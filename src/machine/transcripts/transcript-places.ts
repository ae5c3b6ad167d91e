import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import type { Client } from '../../domain/values/session.ts'
import { recordInLine, textOf } from '../../edges/agents/payload.ts'
import type { Place } from '../../edges/agents/transcripts/transcript-reader.ts'
import { clientFolder, homeFolder } from '../../edges/connection/client-world.ts'
import { recordOf, settingsOf } from '../../edges/connection/clients.ts'
import { filesOf, isFolder } from '../files/files-of.ts'
import { readRegularText } from '../files/regular-file.ts'
import type { Workspace } from '../files/workspace.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A file that may be, or belong to, a session's record. */
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

/** A client's records folder; undefined without a home folder. */
export function recordsFolder(client: Client, environment: Environment): string | undefined {
  const machine = { environment, platform: process.platform }
  if (client !== 'opencode') return clientFolder(settingsOf(client), machine)
  const home = homeFolder(machine)
  const data = environment.XDG_DATA_HOME || (home && join(home, '.local', 'share'))
  return data && join(data, 'opencode')
}

export function usualFiles(client: Client, session: string, environment: Environment): TranscriptFile[] {
  const folder = recordsFolder(client, environment)
  if (folder === undefined || !/^[\w-]{8,80}$/.test(session)) return []
  const paths = recordOf(client)
    .of(session)
    .flatMap((place) => filesAt(folder, place))
  return paths.map((path) => ({ client, session, path }))
}

/** The files at a place, latest folders first; a literal name is not searched for. */
export function filesAt(folder: string, place: Place, most = MOST_FOLDERS): string[] {
  const [last, ...before] = [...place].reverse()
  const folders = before.reduceRight<string[]>(
    (found, part) => {
      if (typeof part === 'string') return found.map((one) => join(one, part))
      return found
        .flatMap((one) =>
          foldersOf(one)
            .sort()
            .reverse()
            .flatMap((name) => (part.test(name) ? [join(one, name)] : [])),
        )
        .slice(0, most)
    },
    [folder],
  )
  if (typeof last === 'string') return folders.map((one) => join(one, last))
  return folders.flatMap((one) => filesOf(one).flatMap((name) => (last?.test(name) ? [join(one, name)] : [])))
}

/** The subagents' files beside a session's record. */
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
  const text = orElse(() => readRegularText(join(folder, `agent-${id}.meta.json`), { noFollow: true }), '')
  return textOf(recordInLine(text), 'agentType') ?? 'subagent'
}

/** Why a file is not read; undefined if it may be. A payload may name any path, so the file must be named like this session's record, must not be a link or behind one out of the client's folder, and must not come from the repository. */
export function refusal(
  file: TranscriptFile,
  { root, hooks }: Workspace,
  environment: Environment,
): string | undefined {
  const { path, client } = file
  if (!isAbsolute(path)) return 'is no absolute path'
  if (!recordOf(client).isNamed(basename(path), basename(dirname(path)), file))
    return 'is not named like a transcript of this session'
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
