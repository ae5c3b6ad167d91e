import { jsonValue, readJsonText } from './json-edit.ts'

/** A client's settings folder: from its environment variable, else in the home folder or the XDG one. */
export interface SettingsPlace {
  readonly variable?: string
  readonly folder: readonly string[]
  readonly xdg?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** What we need to know of a machine: platform, environment variables and files. */
export interface Machine {
  readonly platform: string
  readonly environment: Environment
  has(path: string): boolean
}

export function homeFolder({ environment }: Pick<Machine, 'environment'>): string | undefined {
  return environment.HOME || environment.USERPROFILE || undefined
}

/** Joins a path by the rules of the given platform, which need not be the current one. */
export function pathOn({ platform }: Pick<Machine, 'platform'>, ...parts: readonly string[]): string {
  const separator = platform === 'win32' ? '\\' : '/'
  return parts.map((part, i) => (i === 0 ? part.replace(/[\\/]+$/, '') : part)).join(separator)
}

/** Where a client keeps its own settings on this machine. */
export function clientFolder(place: SettingsPlace, machine: Omit<Machine, 'has'>): string | undefined {
  const { environment } = machine
  const moved = place.variable && environment[place.variable]
  if (moved) return moved
  if (place.xdg && environment.XDG_CONFIG_HOME) return pathOn(machine, environment.XDG_CONFIG_HOME, place.xdg)
  const home = homeFolder(machine)
  return home && pathOn(machine, home, ...place.folder)
}

const WINDOWS_ENDINGS = ['.exe', '.cmd', '.ps1']

/** The file that would be run for a name: the first on PATH. */
export function executablePath(name: string, machine: Machine): string | undefined {
  const { environment, platform } = machine
  const isWindows = platform === 'win32'
  const folders = (environment.PATH ?? environment.Path ?? '').split(isWindows ? ';' : ':')
  const names = isWindows ? WINDOWS_ENDINGS.map((ending) => `${name}${ending}`) : [name]
  for (const folder of folders)
    for (const file of names) {
      const path = pathOn(machine, folder, file)
      if (folder !== '' && machine.has(path)) return path
    }
  return undefined
}

/** Read access to a machine's clients: only files; no client is ever run. */
export interface ClientWorld {
  readonly machine: Machine
  readonly root: string
  read(path: string): string | undefined
  list(folder: string): readonly string[]
  realPath(path: string): string
}

export type Settings = Readonly<Record<string, unknown>>

/** The settings in a file; empty if it is missing or unreadable, which another finding reports. */
export function settingsAt(world: ClientWorld, path: string | undefined): Settings {
  const text = path === undefined ? undefined : world.read(path)
  if (text === undefined) return {}
  try {
    const value = jsonValue(text, readJsonText(text, { comments: true }))
    return typeof value === 'object' && value !== null ? (value as Settings) : {}
  } catch {
    return {}
  }
}

export function inProject({ machine, root }: ClientWorld, ...parts: string[]): string {
  return pathOn(machine, root, ...parts)
}

/** A file in a client's settings folder; undefined without a known home. */
export function inFolder(place: SettingsPlace, { machine }: ClientWorld, ...parts: string[]): string | undefined {
  const folder = clientFolder(place, machine)
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

/** The known paths of a list; unknown without a home. */
export function known(...paths: readonly (string | undefined)[]): string[] {
  return paths.filter((path) => path !== undefined)
}

export interface InstalledPlugin {
  readonly folder: string
  /** Unknown if the client loads the plugin from its original folder. */
  readonly version?: string | undefined
  /** Set if the client loads it from a local folder, which no client command updates. */
  readonly clone?: string | undefined
  /** The hook that the client runs; absent if unknown. */
  readonly hook?: string
}

/** The id of our plugin, which ends with its marketplace. */
export const PLUGIN_ID = /^mettle@/

export function hookIn(folder: string, { machine }: ClientWorld): string {
  return pathOn(machine, folder, 'dist', 'hook.cjs')
}

const MANIFESTS = [['.claude-plugin', 'plugin.json'], ['gemini-extension.json']]
const MOST_DEPTH = 4

/** Folders of plugins, some under marketplace, name and version. */
export function pluginsBelow(folder: string | undefined, world: ClientWorld, depth = 0): InstalledPlugin[] {
  if (folder === undefined) return []
  for (const manifest of MANIFESTS) {
    const { name, version } = settingsAt(world, pathOn(world.machine, folder, ...manifest))
    if (name !== undefined)
      return name === 'mettle' ? [{ folder, version: String(version), hook: hookIn(folder, world) }] : []
  }
  if (depth === MOST_DEPTH) return []
  return world.list(folder).flatMap((name) => pluginsBelow(pathOn(world.machine, folder, name), world, depth + 1))
}
