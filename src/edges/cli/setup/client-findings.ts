import { readdirSync, realpathSync, statSync } from 'node:fs'
import { orElse } from '../../../domain/sets.ts'
import type { Check } from '../../../loop/journal/doctor.ts'
import { readAgentsFile } from '../../../machine/agents-file.ts'
import { readableText } from '../../../machine/files/regular-file.ts'
import { isDependencyOf, packageFiles } from '../../../machine/package-files.ts'
import { stateFolder } from '../../../machine/user-folders.ts'
import type { Workspace } from '../../../machine/workspace.ts'
import { type ClientCheck, clientFindings } from '../../connection/check-clients.ts'
import { quietFindings } from '../../connection/check-installation.ts'
import { type ClientWorld, labelOf } from '../../connection/client-world.ts'
import { changesOf } from '../../connection/plan.ts'
import type { CommandContext } from '../context.ts'
import { type Level, planToConnect, thisMachine } from './connect-clients.ts'

/** When the loop last showed a sign of life, and after how many days that is a reason to worry. */
export interface LastReport {
  readonly heardAt: number
  readonly quietDays: number
}

/** What is wrong with the clients that are connected here. */
export function findingsOfClients(
  context: CommandContext,
  workspace: Workspace,
  heard: LastReport | undefined,
): Check[] {
  const { root, home } = workspace
  const here = readAgentsFile(home)
  const everywhere = readAgentsFile(stateFolder(context.environment))
  const connected = [...(here?.clients ?? []), ...(everywhere?.clients ?? [])]
  const installation: ClientCheck['installation'] = {
    version: context.version,
    hook: packageFiles().hook,
    isByName: (here?.clients.length ?? 0) > 0,
    isDependency: isDependencyOf(root),
    told: here,
  }
  const world = worldOf(context, root)
  const quiet =
    heard === undefined || connected.length === 0 ? [] : quietFindings(world, { ...heard, modifiedAt })
  return [
    ...clientFindings({ connected, installation }, world),
    ...otherHooks(context, workspace, 'project'),
    ...otherHooks(context, workspace, 'user'),
    ...quiet,
  ]
}

/** Hooks that an earlier version installed, or that somebody changed: they may not say their event, or wait too short a time, or be fewer. */
function otherHooks(context: CommandContext, workspace: Workspace, level: Level): Check[] {
  const { files } = planToConnect(context, workspace, { clients: [], level })
  return changesOf(files)
    .filter(({ brings, deed }) => brings === 'hooks' && deed === 'change')
    .map(({ path, clients }) => ({
      name: clients.map(labelOf).join(', '),
      verdict: 'warning',
      detail: `the hooks in ${path} are not those that this version installs`,
      mend: level === 'project' ? 'mettle init' : 'mettle init --user',
    }))
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

function worldOf(context: CommandContext, root: string): ClientWorld {
  return {
    machine: thisMachine(context),
    root,
    read: readableText,
    list: (folder) => orElse(() => readdirSync(folder), []),
    realPath: (path) => orElse(() => realpathSync(path), path),
  }
}
