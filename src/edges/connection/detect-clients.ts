import type { Client } from '../../domain/values/session.ts'
import { CLIENT_PROFILES } from './client-profile.ts'
import { clientFolder, executablePath, type Machine } from './machine.ts'

export interface DetectedClient {
  readonly client: Client
  /** Where it is run from, if it is on PATH. */
  readonly executable?: string
  /** The folder of its own settings, if it is there. */
  readonly folder?: string
}

/** The clients of this machine: those that can be run, and those that left settings behind. */
export function detectClients(machine: Machine): DetectedClient[] {
  return CLIENT_PROFILES.flatMap((profile) => {
    const executable = executablePath(profile.executable, machine)
    const folder = clientFolder(profile, machine)
    const hasFolder = folder !== undefined && machine.has(folder)
    if (executable === undefined && !hasFolder) return []
    return [
      { client: profile.client, executable: executable || undefined, folder: hasFolder ? folder : undefined },
    ]
  })
}
