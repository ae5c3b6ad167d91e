import type { Client, HealthVerdict } from '../../domain/values/session.ts'
import { profileOf } from './client-profile.ts'
import { jsonValue, readJsonText } from './json-edit.ts'
import { clientFolder, type Machine, pathOn } from './machine.ts'

/** What a look at the clients of a machine reads: files alone, no client is ever run. */
export interface ClientWorld {
  readonly machine: Machine
  /** The project. */
  readonly root: string
  /** The text of a file, or nothing. */
  read(path: string): string | undefined
  /** The names in a folder; none where there is no such folder. */
  list(folder: string): readonly string[]
  /** Where links lead. */
  realPath(path: string): string
}

/** One thing that was looked at. `mend` is the line that puts it right. */
export interface Finding {
  readonly name: string
  readonly verdict: HealthVerdict
  readonly detail: string
  readonly mend?: string
}

export type Settings = Readonly<Record<string, unknown>>

/** The settings in a file; none where it is missing or cannot be read, for that is another finding. */
export function settingsAt(world: ClientWorld, path: string): Settings {
  const text = world.read(path)
  if (text === undefined) return {}
  try {
    const value = jsonValue(text, readJsonText(text, { comments: true }))
    return typeof value === 'object' && value !== null ? (value as Settings) : {}
  } catch {
    return {}
  }
}

/** A file in the project. */
export function inProject({ machine, root }: ClientWorld, ...parts: string[]): string {
  return pathOn(machine, root, ...parts)
}

/** A file among a client's own settings; nothing where no home is known. */
export function inFolderOf(client: Client, { machine }: ClientWorld, ...parts: string[]): string | undefined {
  const folder = clientFolder(profileOf(client), machine)
  return folder && pathOn(machine, folder, ...parts)
}

/** Whether one of these folders is the project or around it. */
export function isAround(folders: readonly string[], { root, machine }: ClientWorld): boolean {
  const separator = machine.platform === 'win32' ? '\\' : '/'
  return folders.some((folder) => {
    const trimmed = folder.replace(/[\\/]+$/, '')
    return root === trimmed || root.startsWith(`${trimmed}${separator}`)
  })
}
