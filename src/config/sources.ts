import { join } from 'node:path'
import { configFolder } from '../system/user-folders.ts'
import type { Workspace } from '../system/workspace.ts'
import type { ConfigInputs } from './load.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where the configuration of a workspace is read from: the user's file, the project's, the environment and flags. */
export function configInputs(
  workspace: Workspace,
  environment: Environment,
  flags: readonly string[],
): ConfigInputs {
  return {
    userFile: join(configFolder(environment), 'config.json'),
    projectFile: join(workspace.home, 'config.json'),
    environment,
    flags,
  }
}
