import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { orElse } from '../../../domain/sets.ts'
import { CLIENTS, type Client } from '../../../domain/values/session.ts'
import type { Check } from '../../../loop/reports/doctor.ts'
import { type AgentsFile, readAgentsFile } from '../../../machine/agents-file.ts'
import { readableText } from '../../../machine/files/regular-file.ts'
import { stateFolder } from '../../../machine/files/user-folders.ts'
import type { Workspace } from '../../../machine/files/workspace.ts'
import { isDependencyOf, packageFiles } from '../../../machine/package-files.ts'
import { type ClientCheck, clientFindings } from '../../connection/check-clients.ts'
import { installedVersion } from '../../connection/check-installation.ts'
import type { ClientWorld } from '../../connection/client-world.ts'
import { labelOf, settingsOf } from '../../connection/clients.ts'
import { payloadChanges } from '../../connection/payload-changes.ts'
import { changesOf, hookCommandsIn } from '../../connection/plan.ts'
import type { Level } from '../../connection/wanted-files.ts'
import { FORMS_FILE } from '../../hook/note-form.ts'
import type { CommandContext } from '../context.ts'
import { quantity } from '../output/numbers-text.ts'
import { planToConnect, thisMachine } from './connect-clients.ts'

/** Problems of the connected clients: from their files, then from starting their hooks. */
export async function findingsOfClients(context: CommandContext, workspace: Workspace): Promise<Check[]> {
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
  const byFiles = [
    ...clientFindings({ connected, installation }, worldOf(context, root)),
    ...otherHooks(context, workspace, 'project'),
    ...otherHooks(context, workspace, 'user'),
    ...copied(here, root),
  ]
  const started = [
    ...(await probe(context, workspace, 'project')),
    ...(await probe(context, workspace, 'user')),
    ...(await probePlugins(context, workspace)),
  ]
  const isOf = (check: Check, { name }: Check) => check.name.split(', ').includes(name)
  // A client without problems is described by its hooks' answers; one that runs no hooks counts as not connected, whatever they answer.
  const isSaid = (check: Check) => check.verdict === 'fine' && started.some((probed) => isOf(probed, check))
  const isSound = (probed: Check) => byFiles.every((check) => check.verdict === 'fine' || !isOf(probed, check))
  const plain = (check: Check) => ({ ...check, detail: check.detail.replace('connected; ', '') })
  return [...byFiles.filter((check) => !isSaid(check)), ...started.map((one) => (isSound(one) ? one : plain(one)))]
}

/** How the payloads of connected clients differ from those of the tested versions. */
export function changedPayloads(context: CommandContext, { root, hooks }: Workspace): Check[] {
  const world = worldOf(context, root)
  const versionOf = (client: Client) => {
    const { executable, package: name } = settingsOf(client)
    return installedVersion(executable, name, world)
  }
  return payloadChanges(readableText(join(hooks, FORMS_FILE)) ?? '', versionOf)
}

/** Hooks that an earlier version installed or somebody changed or removed: the event argument, time limit or whole entries may be missing. */
function otherHooks(context: CommandContext, workspace: Workspace, level: Level): Check[] {
  const { files } = planToConnect(context, workspace, { clients: [], level })
  return changesOf(files)
    .filter(({ brings, action }) => brings === 'hooks' && action !== 'remove')
    .map(({ path, clients, action }) => ({
      name: clients.map(labelOf).join(', '),
      verdict: 'warning',
      detail:
        action === 'create'
          ? `${path} is gone, and so are its hooks`
          : `the hooks in ${path} are not the ones that this version installs`,
      fix: level === 'user' ? 'mettle init --user' : 'mettle init',
    }))
}

/** The folder .mettle of another repository, or of this one before it was moved. */
function copied(here: AgentsFile | undefined, root: string): Check[] {
  const paths = Object.keys(here?.files ?? {})
  if (paths.length === 0 || paths.some((path) => path.startsWith(root))) return []
  return [
    {
      name: 'journal',
      verdict: 'warning',
      detail: `it was connected in another folder, with ${paths[0]}; what was learned there is shown here`,
      fix: 'mettle init if the repository was moved; rm -r .mettle and mettle init if it is another one',
    },
  ]
}

const PROBE_MS = 10_000
const SHELL = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c']

/** Starts every hook as the client would, with a probe payload. The commands are the ones this version installs; none is read from a file. */
async function probe(context: CommandContext, workspace: Workspace, level: Level): Promise<Check[]> {
  const plan = planToConnect(context, workspace, { clients: [], level })
  const checks: Check[] = []
  for (const file of plan.files) {
    const commands = file.action === 'keep' ? hookCommandsIn(file) : []
    if (commands.length === 0) continue
    const name = file.clients.map(labelOf).join(', ')
    const answers = await Promise.all(commands.map((command) => isAnswering([...SHELL, command], context, workspace)))
    const silent = commands.filter((_, at) => !answers[at])
    checks.push(
      silent.length === 0
        ? { name, verdict: 'fine', detail: `connected; all ${quantity(commands.length, 'hook')} answered` }
        : {
            name,
            verdict: 'broken',
            detail: `${silent.length} of ${quantity(commands.length, 'hook')} did not answer when started: ${silent[0]}`,
            fix: `See which mettle that is and what it prints: command -v mettle; echo '{}' | ${silent[0]!.replace(' 2>/dev/null', '').replace(/ \|\| .*$/s, '')}`,
          },
    )
  }
  return checks
}

/** A client's plugin has its own hook, which runs with the Node on PATH. */
async function probePlugins(context: CommandContext, workspace: Workspace): Promise<Check[]> {
  const world = worldOf(context, workspace.root)
  const plugins = CLIENTS.flatMap((client) =>
    settingsOf(client)
      .plugins(world)
      .flatMap(({ hook }) => (hook !== undefined && world.machine.has(hook) ? [{ client, hook }] : [])),
  )
  const checks = plugins.map(async ({ client, hook }): Promise<Check> => {
    const name = labelOf(client)
    const line = ['node', hook, '--client', client, '--event', 'SessionStart']
    if (await isAnswering(line, context, workspace))
      return { name, verdict: 'fine', detail: 'connected; the hook of the plugin answered' }
    const detail = `the hook of the plugin did not answer when started: ${hook}`
    const fix = 'Install the plugin again, and see that node --version prints 20 or later'
    return { name, verdict: 'broken', detail, fix }
  })
  return Promise.all(checks)
}

function isAnswering(
  [program, ...words]: readonly string[],
  { environment }: CommandContext,
  { root }: Workspace,
): Promise<boolean> {
  const mettleProbe = randomUUID()
  return new Promise((resolve) => {
    const how = { cwd: root, env: { ...environment }, timeout: PROBE_MS, windowsHide: true }
    const child = execFile(program!, words, how, (_, stdout) => resolve(stdout.includes(mettleProbe)))
    // A hook that exits without reading shows it by its answer.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(JSON.stringify({ mettleProbe }))
  })
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
