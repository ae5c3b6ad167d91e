import type { ClientProfile } from './client-profile.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What is asked of a machine: its platform, its variables, and which files are there. */
export interface Machine {
  readonly platform: string
  readonly environment: Environment
  /** Whether there is a file or folder at a path. */
  has(path: string): boolean
}

/** The person's folder. */
export function homeFolder({ environment }: Pick<Machine, 'environment'>): string | undefined {
  return environment.HOME || environment.USERPROFILE || undefined
}

/** Joins in the way of the platform that is asked about, which need not be the one that this runs on. */
export function pathOn({ platform }: Pick<Machine, 'platform'>, ...parts: readonly string[]): string {
  const separator = platform === 'win32' ? '\\' : '/'
  return parts.map((part, i) => (i === 0 ? part.replace(/[\\/]+$/, '') : part)).join(separator)
}

/** Where a client keeps its own settings on this machine; opencode follows XDG on every platform. */
export function clientFolder(profile: ClientProfile, machine: Omit<Machine, 'has'>): string | undefined {
  const { environment } = machine
  const moved = profile.variable && environment[profile.variable]
  if (moved) return moved
  if (profile.client === 'opencode' && environment.XDG_CONFIG_HOME)
    return pathOn(machine, environment.XDG_CONFIG_HOME, 'opencode')
  const home = homeFolder(machine)
  return home && pathOn(machine, home, ...profile.folder)
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
