import { CLIENTS, type Client } from '../../domain/values/session.ts'
import { claudeCode } from './claude-code.ts'
import { clientFolder, executablePath, type Machine } from './client-world.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import type { ClientSettings, Connection, WantedFile } from './wanted-files.ts'

const SETTINGS: Readonly<Record<Client, ClientSettings>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  gemini,
  opencode,
}

export function settingsOf(client: Client): ClientSettings {
  return SETTINGS[client]
}

export function labelOf(client: Client): string {
  return SETTINGS[client].label
}

export function wantedFiles(connection: Connection): WantedFile[] {
  const wanted = CLIENTS.filter((client) => connection.clients.includes(client))
  return wanted.flatMap((client) => {
    const settings = SETTINGS[client]
    if (connection.level !== 'user') return settings.projectFiles(connection)
    const folder = clientFolder(settings, connection.machine)
    return folder === undefined ? [] : settings.ownFiles(folder, connection)
  })
}

export interface DetectedClient {
  readonly client: Client
  /** Where it is run from, if it is on PATH. */
  readonly executable?: string
  /** The folder of its own settings, if it is there. */
  readonly folder?: string
}

/** The clients of this machine: those that can be run, and those that left settings behind. */
export function detectClients(machine: Machine): DetectedClient[] {
  return CLIENTS.flatMap((client) => {
    const executable = executablePath(SETTINGS[client].executable, machine)
    const folder = clientFolder(SETTINGS[client], machine)
    const hasFolder = folder !== undefined && machine.has(folder)
    if (executable === undefined && !hasFolder) return []
    return [{ client, executable: executable || undefined, folder: hasFolder ? folder : undefined }]
  })
}
