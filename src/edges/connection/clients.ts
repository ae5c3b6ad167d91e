import { CLIENTS, type Client } from '../../domain/values/session.ts'
import type { ClientRecord } from '../agents/transcripts/transcript-reader.ts'
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

export function recordOf(client: Client): ClientRecord {
  return SETTINGS[client].record
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

/** The clients of this machine: those with an executable, with its path, and those with a settings folder. */
export function detectClients(machine: Machine) {
  return CLIENTS.map((client) => {
    const folder = clientFolder(SETTINGS[client], machine)
    const executable = executablePath(SETTINGS[client].executable, machine)
    return { client, executable, folder: folder !== undefined && machine.has(folder) ? folder : undefined }
  }).filter(({ executable, folder }) => executable !== undefined || folder !== undefined)
}
