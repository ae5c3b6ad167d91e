import type { ConfigName } from './keys.ts'
import type { Config } from './load.ts'
import { PROJECT_FILE } from './project-file.ts'

/** Whether a setting holds because the repository's file sets it; such a path is relative to the repository, and stays in it. */
export function isOfProject(config: Config, name: ConfigName): boolean {
  return config.sources[name].endsWith(PROJECT_FILE)
}
