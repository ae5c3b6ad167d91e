import { readdirSync, realpathSync, statSync } from 'node:fs'
import { type ClientCheck, clientFindings } from '../connection/check-clients.ts'
import { quietFindings } from '../connection/check-quiet.ts'
import type { ClientWorld } from '../connection/client-world.ts'
import type { Check } from '../loop/doctor.ts'
import { readAgentsFile } from '../system/agents-file.ts'
import { isDependencyOf, packageFiles } from '../system/package-files.ts'
import { readRegularText } from '../system/regular-file.ts'
import { stateFolder } from '../system/user-folders.ts'
import type { Workspace } from '../system/workspace.ts'
import { thisMachine } from './connect-clients.ts'
import type { CommandContext } from './context.ts'

/** When the loop last showed a sign of life, and after how many days that is a reason to worry. */
export interface LastHeard {
  readonly heardAt: number
  readonly quietDays: number
}

/** What is wrong with the clients that are connected here. */
export function findingsOfClients(
  context: CommandContext,
  { root, home }: Workspace,
  heard: LastHeard | undefined,
): Check[] {
  const here = readAgentsFile(home)
  const everywhere = readAgentsFile(stateFolder(context.environment))
  const connected = [...(here?.clients ?? []), ...(everywhere?.clients ?? [])]
  const installation: ClientCheck['installation'] = {
    version: context.version,
    hook: packageFiles().hook,
    isByName: (here?.clients.length ?? 0) > 0,
    isDependency: isDependencyOf(root),
    ...(here === undefined ? {} : { told: here }),
  }
  const world = worldOf(context, root)
  const quiet =
    heard === undefined || connected.length === 0 ? [] : quietFindings(world, { ...heard, modifiedAt })
  return [...clientFindings({ connected, installation }, world), ...quiet]
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

function worldOf(context: CommandContext, root: string): ClientWorld {
  return {
    machine: thisMachine(context),
    root,
    read: (path) => orNothing(() => readRegularText(path)),
    list: (folder) => orNothing(() => readdirSync(folder)) ?? [],
    realPath: (path) => orNothing(() => realpathSync(path)) ?? path,
  }
}

function orNothing<T>(deed: () => T): T | undefined {
  try {
    return deed()
  } catch {
    return undefined
  }
}
