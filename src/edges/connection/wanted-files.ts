import type { Client } from '../../domain/values/session.ts'
import type { ClientRecord } from '../agents/transcripts/transcript-reader.ts'
import type { WantedContent } from './change-file.ts'
import type { ClientWorld, InstalledPlugin, Machine, SettingsPlace } from './client-world.ts'
import { type Reach, serverCommand } from './hook-command.ts'
import { SERVER } from './own-entries.ts'

/** A client file into which Mettle puts something. */
export interface WantedFile {
  readonly path: string
  /** The clients that read it. */
  readonly clients: readonly Client[]
  /** Hooks connect a client; the MCP server answers its questions. */
  readonly brings: 'hooks' | 'server'
  readonly content: WantedContent
}

/** `project`: for everyone in the project; `local`: for this person in this project; `user`: for this person everywhere. */
export type Level = 'project' | 'local' | 'user'

export interface Connection {
  readonly clients: readonly Client[]
  readonly level: Level
  readonly root: string
  readonly machine: Machine
  readonly reach: Reach
  readonly opencodePlugin: string
}

/** Why a client runs none of our hooks, and the line that fixes it. */
export interface Silence {
  readonly detail: string
  readonly fix: string
}

/** Everything Mettle needs to connect a client, check that it stays connected, and find its session records. */
export interface ClientSettings extends SettingsPlace {
  readonly record: ClientRecord
  readonly label: string
  readonly executable: string
  /** Its npm package, whose manifest has the installed version. */
  readonly package: string
  /** The version that its hooks were proved with. */
  readonly provedWith: string
  /** What a person must do in it before it runs what is registered. */
  readonly nextStep: string
  /** The payload fields of that version. */
  readonly fields: string
  /** The event after a step, and whether a plugin of ours makes its payloads. */
  readonly afterStep: string
  readonly byPlugin?: boolean
  /** Whether its settings may have comments. */
  readonly comments?: boolean
  /** What goes into the folder of the project, and what into that of its own settings. */
  projectFiles(connection: Connection): WantedFile[]
  ownFiles(folder: string, connection: Connection): WantedFile[]
  /** Files that may contain our hooks. */
  hookFiles(world: ClientWorld): string[]
  silences(world: ClientWorld): Silence[]
  /** Each client remembers its plugins in a way of its own. */
  plugins(world: ClientWorld): InstalledPlugin[]
  readonly updatesPluginBy?: string
}

export function hooks(path: string, clients: readonly Client[], content: WantedContent): WantedFile {
  return { path, clients, brings: 'hooks', content }
}

export function server(path: string, clients: readonly Client[], content: WantedContent): WantedFile {
  return { path, clients, brings: 'server', content }
}

export function json(entries: Extract<WantedContent, { kind: 'json' }>['entries'], comments = false): WantedContent {
  return { kind: 'json', comments, entries }
}

export function servers(reach: Reach, more: object = {}): WantedContent {
  return json([{ path: ['mcpServers'], key: SERVER, value: { ...more, ...serverCommand(reach) } }])
}

/** The same switch in every client that adopted it. */
export function switchedOff(path: string, { disableAllHooks }: Readonly<Record<string, unknown>>): Silence[] {
  return disableAllHooks === true
    ? [{ detail: `all hooks are off in ${path}`, fix: `Remove "disableAllHooks" from ${path}` }]
    : []
}
