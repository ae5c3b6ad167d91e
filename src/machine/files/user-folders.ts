import { homedir } from 'node:os'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The folder of the user's settings. METTLE_HOME puts everything of ours in one place, for tests and containers. */
export function configFolder(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  if (environment.METTLE_HOME) return environment.METTLE_HOME
  if (platform === 'win32' && environment.APPDATA) return join(environment.APPDATA, 'mettle')
  return join(environment.XDG_CONFIG_HOME || join(homeOf(environment), '.config'), 'mettle')
}

/** The folder of our records about journals, outside every project. */
export function stateFolder(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  if (environment.METTLE_HOME) return environment.METTLE_HOME
  if (platform === 'win32' && environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, 'mettle')
  return join(environment.XDG_STATE_HOME || join(homeOf(environment), '.local', 'state'), 'mettle')
}

/** The folder of data that can be recreated at any time. */
export function cacheFolder(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  if (environment.METTLE_HOME) return join(environment.METTLE_HOME, 'cache')
  if (platform === 'win32' && environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, 'mettle', 'cache')
  return join(environment.XDG_CACHE_HOME || join(homeOf(environment), '.cache'), 'mettle')
}

function homeOf(environment: Environment): string {
  return environment.HOME || environment.USERPROFILE || homedir()
}
