import { existsSync, readFileSync } from 'node:fs'
import { didYouMean } from '../../../domain/user-error.ts'
import { CLIENTS, type Client } from '../../../domain/values/session.ts'
import { type AgentsFile, readAgentsFile, removeAgentsFile, writeAgentsFile } from '../../../machine/agents-file.ts'
import { carryOut, findClientFile, removeEmptyFolders } from '../../../machine/client-files.ts'
import { stateFolder } from '../../../machine/files/user-folders.ts'
import type { Workspace } from '../../../machine/files/workspace.ts'
import { isDependencyOf, packageFiles } from '../../../machine/package-files.ts'
import type { Machine } from '../../connection/client-world.ts'
import { detectClients, settingsOf } from '../../connection/clients.ts'
import {
  changesOf,
  connectedClients,
  type FilePlan,
  planConnection,
  planDisconnection,
  type Surveyed,
  stayingLevel,
} from '../../connection/plan.ts'
import type { Connection, Level } from '../../connection/wanted-files.ts'
import type { CommandContext } from '../context.ts'
import { usageError } from '../input/tokens.ts'

/** The planned changes to client files, and where to record them. */
export interface ConnectionPlan {
  readonly level: Level
  /** All clients that will be connected. */
  readonly clients: readonly Client[]
  readonly files: readonly FilePlan[]
}

export function thisMachine({ environment }: Pick<CommandContext, 'environment'>): Machine {
  return { platform: process.platform, environment, has: existsSync }
}

/** The named clients, else those found on this machine. */
export function chosenClients(given: string | undefined, machine: Machine): Client[] {
  const offered = offeredClients()
  if (given === undefined)
    return detectClients(machine).flatMap(({ client }) => (offered.includes(client) ? [client] : []))
  return namedClients(given, offered)
}

/** The clients named by `--client`, which must be among those offered. */
export function namedClients(given: string, offered: readonly Client[]): Client[] {
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(offered as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw usageError(
      `--client: '${unknown}' is not a client that Mettle knows.${didYouMean(unknown, offered)}`,
      `Use one or more of these, with commas between them: ${offered.join(', ')}`,
    )
  return offered.filter((client) => names.includes(client))
}

/** The supported clients; opencode only if the package contains its plugin. */
function offeredClients(): Client[] {
  const hasPlugin = existsSync(packageFiles().opencodePlugin)
  return CLIENTS.filter((client) => !settingsOf(client).byPlugin || hasPlugin)
}

export function planToConnect(
  context: CommandContext,
  workspace: Workspace,
  { clients: chosen, level: wanted }: { clients: readonly Client[]; level: Level },
): ConnectionPlan {
  const surveyed = survey(context, workspace, wanted)
  const level = stayingLevel(connectionOf(context, workspace, wanted), surveyed)
  const connection = connectionOf(context, workspace, level)
  const before = presentClients(context, workspace, level)
  const clients = CLIENTS.filter((client) => chosen.includes(client) || before.includes(client))
  const files = planConnection({ ...connection, clients }, surveyed)
  return { level, clients, files }
}

export function planToDisconnect(
  context: CommandContext,
  workspace: Workspace,
  { clients, level: wanted }: { clients: readonly Client[]; level: Level },
): ConnectionPlan {
  const surveyed = survey(context, workspace, wanted)
  const level = stayingLevel(connectionOf(context, workspace, wanted), surveyed)
  const connection = connectionOf(context, workspace, level)
  const staying = presentClients(context, workspace, level).filter((client) => !clients.includes(client))
  return { level, clients: staying, files: planDisconnection({ ...connection, clients }, staying, surveyed) }
}

/** Clients on record, and those whose files have our hooks: a fresh clone has no record. */
function presentClients(context: CommandContext, workspace: Workspace, level: Level): Client[] {
  const found = connectedClients(connectionOf(context, workspace, level), survey(context, workspace, level))
  const known = readAgentsFile(recordFolder(context, workspace, level))?.clients ?? []
  return CLIENTS.filter((client) => known.includes(client) || found.includes(client))
}

/** Carries out the plan. A file that cannot be written is reported, and the others are still changed. */
export function carryOutAll(context: CommandContext, workspace: Workspace, plan: ConnectionPlan): FilePlan[] {
  const folder = recordFolder(context, workspace, plan.level)
  const known = readAgentsFile(folder)
  const files = { ...known?.files }
  const folders = [...(known?.folders ?? [])]
  const done = plan.files.map((file): FilePlan => {
    if (changesOf([file]).length === 0) return file
    const { folders: made, why } = carryOut(file, boundOf(workspace, plan.level))
    if (why !== undefined) return { ...file, action: 'refuse', why }
    folders.push(...made)
    delete files[file.path]
    if (file.record !== undefined) files[file.path] = file.record
    return file
  })
  const refused = done.filter(({ action, brings }) => action === 'refuse' && brings === 'hooks')
  const clients = plan.clients.filter((client) => !refused.some((file) => file.clients.includes(client)))
  keep(context, folder, { clients, files, folders: removeEmptyFolders(folders) })
  return done
}

/** Records the connected clients; without any, no file is written. */
function keep(
  context: CommandContext,
  folder: string,
  { clients, files, folders }: Pick<AgentsFile, 'clients' | 'files' | 'folders'>,
): void {
  const { cli } = packageFiles()
  const file = { node: process.execPath, cli, version: context.version, clients, files, folders }
  if (clients.length > 0 || Object.keys(files).length > 0) writeAgentsFile(folder, file)
  else removeAgentsFile(folder)
}

/** Records the worker's path in the project's file, where all hooks look, also those of plugins and personal settings. */
export function keepWorkerKnown(context: CommandContext, workspace: Workspace): void {
  const known = readAgentsFile(workspace.home)
  const { cli } = packageFiles()
  const own = { clients: known?.clients ?? [], files: known?.files ?? {}, folders: known?.folders ?? [] }
  writeAgentsFile(workspace.home, { node: process.execPath, cli, version: context.version, ...own })
}

function recordFolder({ environment }: CommandContext, { home }: Workspace, level: Level): string {
  return level === 'user' ? stateFolder(environment) : home
}

/** Files of a repository may not link outside it; a person's own settings may be links. */
function boundOf({ root }: Workspace, level: Level): string | undefined {
  return level === 'user' ? undefined : root
}

function survey(context: CommandContext, workspace: Workspace, level: Level): Surveyed {
  const files = readAgentsFile(recordFolder(context, workspace, level))?.files ?? {}
  return {
    find: (path) => findClientFile(path, boundOf(workspace, level)),
    record: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  }
}

function connectionOf(context: CommandContext, { root }: Workspace, level: Level): Omit<Connection, 'clients'> {
  const { hook, cli, opencodePlugin } = packageFiles()
  const isWindows = process.platform === 'win32'
  const reach =
    level === 'user'
      ? ({ by: 'place', hook, cli } as const)
      : ({ by: isDependencyOf(root) ? 'dependency' : 'name', isWindows } as const)
  return {
    level,
    root,
    machine: thisMachine(context),
    reach,
    opencodePlugin: existsSync(opencodePlugin) ? readFileSync(opencodePlugin, 'utf8') : '',
  }
}
