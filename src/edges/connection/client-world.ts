import type { Client, HealthVerdict } from '../../domain/values/session.ts'
import { jsonValue, readJsonText } from './json-edit.ts'

/** What is known of a client: how it is called, where it keeps its own settings, and with which version it was proved. */
export interface ClientProfile {
  readonly client: Client
  readonly label: string
  readonly executable: string
  /** Its npm package, whose manifest tells the version of what is installed. */
  readonly package: string
  /** The folder of its own settings: the variable that moves it, else where it is in the home folder. */
  readonly variable?: string
  readonly folder: readonly string[]
  readonly provedWith: string
}

export const CLIENT_PROFILES: readonly ClientProfile[] = [
  {
    client: 'claude-code',
    label: 'Claude Code',
    executable: 'claude',
    package: '@anthropic-ai/claude-code',
    variable: 'CLAUDE_CONFIG_DIR',
    folder: ['.claude'],
    provedWith: '2.1.325',
  },
  {
    client: 'codex',
    label: 'Codex',
    executable: 'codex',
    package: '@openai/codex',
    variable: 'CODEX_HOME',
    folder: ['.codex'],
    provedWith: '0.166.0',
  },
  {
    client: 'copilot',
    label: 'Copilot CLI',
    executable: 'copilot',
    package: '@github/copilot',
    variable: 'COPILOT_HOME',
    folder: ['.copilot'],
    provedWith: '1.0.102',
  },
  {
    client: 'gemini',
    label: 'Gemini CLI',
    executable: 'gemini',
    package: '@google/gemini-cli',
    folder: ['.gemini'],
    provedWith: '0.61.0',
  },
  {
    client: 'opencode',
    label: 'opencode',
    executable: 'opencode',
    package: 'opencode-ai',
    folder: ['.config', 'opencode'],
    provedWith: '1.18.33',
  },
]

export const CLIENTS = CLIENT_PROFILES.map(({ client }) => client)

export function profileOf(client: Client): ClientProfile {
  return CLIENT_PROFILES.find((profile) => profile.client === client)!
}

export function labelOf(client: Client): string {
  return profileOf(client).label
}

type Environment = Readonly<Record<string, string | undefined>>

/** What is asked of a machine: its platform, its variables, and which files are there. */
export interface Machine {
  readonly platform: string
  readonly environment: Environment
  has(path: string): boolean
}

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

/** What a look at the clients of a machine reads: files alone, no client is ever run. */
export interface ClientWorld {
  readonly machine: Machine
  readonly root: string
  read(path: string): string | undefined
  list(folder: string): readonly string[]
  realPath(path: string): string
}

/** One thing that was looked at. `fix` is the line that puts it right. */
export interface Finding {
  readonly name: string
  readonly verdict: HealthVerdict
  readonly detail: string
  readonly fix?: string
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
    return [{ client: profile.client, executable: executable || undefined, folder: hasFolder ? folder : undefined }]
  })
}
