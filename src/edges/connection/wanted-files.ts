import type { Client } from '../../domain/values/session.ts'
import type { ClientRecord } from '../agents/transcripts/transcript-reader.ts'
import type { WantedContent } from './change-file.ts'
import type { ClientWorld, InstalledPlugin, Machine, SettingsPlace } from './client-world.ts'
import { type Reach, serverCommand } from './hook-command.ts'
import { SERVER } from './own-entries.ts'

/** A file of a client that Mettle has something to put into. */
export interface WantedFile {
  readonly path: string
  /** Whom it serves. */
  readonly clients: readonly Client[]
  /** Hooks connect a client; the server is what it may ask besides. */
  readonly brings: 'hooks' | 'server'
  readonly content: WantedContent
}

/** In the project for everyone who works in it, in the project for this person alone, or for this person in all projects. */
export type Level = 'project' | 'local' | 'user'

export interface Connection {
  readonly clients: readonly Client[]
  readonly level: Level
  readonly root: string
  readonly machine: Machine
  readonly reach: Reach
  readonly opencodePlugin: string
}

/** Why a client that has our hooks runs none of them, and the line that puts it right. */
export interface Silence {
  readonly detail: string
  readonly fix: string
}

/** All that Mettle has to know of a client to connect with it, to see that it stays connected, and to find what it keeps of its sessions. */
export interface ClientSettings extends SettingsPlace {
  readonly record: ClientRecord
  readonly label: string
  readonly executable: string
  /** Its npm package, whose manifest tells the version of what is installed. */
  readonly package: string
  /** The version that its hooks were proved with. */
  readonly provedWith: string
  /** What a person must do in it before it runs what is registered. */
  readonly nextStep: string
  /** The fields that it sent to hooks in that version. */
  readonly fields: string
  /** The event after a step, and whether a plugin of ours makes its payloads. */
  readonly afterStep: string
  readonly byPlugin?: boolean
  /** Whether its settings may have comments. */
  readonly comments?: boolean
  /** What goes into the folder of the project, and what into that of its own settings. */
  projectFiles(connection: Connection): WantedFile[]
  ownFiles(folder: string, connection: Connection): WantedFile[]
  /** Files that may have hooks of ours. */
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

/** Said in one way by the clients that took the switch over. */
export function switchedOff(path: string, { disableAllHooks }: Readonly<Record<string, unknown>>): Silence[] {
  return disableAllHooks === true
    ? [{ detail: `all hooks are off in ${path}`, fix: `Remove "disableAllHooks" from ${path}` }]
    : []
}
