import { orElse, present } from '../../domain/sets.ts'
import { broken, CLIENTS, type Client, type Finding, fine, warning } from '../../domain/values/session.ts'
import { type Installation, installationFindings, versionFindings } from './check-installation.ts'
import type { ClientWorld } from './client-world.ts'
import { labelOf, settingsOf } from './clients.ts'
import { JsonProblem, readJsonText } from './json-edit.ts'
import { isOwnCommand, ownHooks } from './own-entries.ts'

/** A client whose hooks are in two places runs them twice, so everything is recorded and shown twice. */
function doubleFindings(client: Client, world: ClientWorld): Finding[] {
  const plugins = settingsOf(client).plugins(world)
  const files = settingsOf(client)
    .hookFiles(world)
    .filter((path) => hasOwnHooks(world.read(path)))
  const places = [...files, ...plugins.map(({ folder }) => folder)]
  if (places.length < 2) return []
  const isPersons = files.some((path) => !path.startsWith(world.root))
  const detail = `Mettle's hooks are installed in ${places.length} places, and each of them runs: ${places.join(', ')}`
  const fix = isPersons && files.length > 1 ? 'mettle init --remove --user' : 'mettle init --remove'
  return [warning(labelOf(client), detail, fix)]
}

/** A plugin keeps the hook that it was installed with until the client updates it; one without its hook is silent. */
function pluginFindings(client: Client, world: ClientWorld, version: string): Finding[] {
  const { label: name, plugins, updatesPluginBy } = settingsOf(client)
  return plugins(world).flatMap(({ hook, folder, version: other, clone }) =>
    present<Finding>([
      hook !== undefined &&
        !world.machine.has(hook) &&
        broken(
          name,
          `the plugin's hook is missing: ${hook}`,
          'npm run build in your clone of Mettle, then install the plugin again',
        ),
      other !== undefined &&
        other !== version && {
          name,
          verdict: 'warning',
          detail: `the plugin in ${folder} has version ${other}, Mettle is ${version}`,
          fix: clone
            ? `git -C ${clone} pull, then npm run build there`
            : (updatesPluginBy ?? `Remove ${folder} and install the plugin again`),
        },
    ]),
  )
}

/** A client passes over a file that it cannot read, hooks included, and some say nothing. */
function unreadable(client: Client, world: ClientWorld): Finding[] {
  const files = settingsOf(client)
    .hookFiles(world)
    .filter((path) => path.endsWith('.json'))
  return files.flatMap((path) => {
    try {
      readJsonText(world.read(path) ?? '{}', { comments: settingsOf(client).comments ?? false })
      return []
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error
      const detail = `${path} cannot be read, so none of its hooks run: line ${error.line}: ${error.message}`
      return [broken(labelOf(client), detail, `Correct line ${error.line} of ${path}`)]
    }
  })
}

function hasOwnHooks(text: string | undefined): boolean {
  if (text === undefined) return false
  if (/^\s*[{/]/.test(text) === false) return text.includes('mettle')
  return orElse(() => ownHooks(text).length > 0, isOwnCommand(text) || text.includes('mettle'))
}

export interface ClientCheck {
  readonly connected: readonly Client[]
  readonly installation: Installation
}

/** The silent problems of connected clients: hooks that are not trusted, switched off, run twice, or point nowhere. */
export function clientFindings({ connected, installation }: ClientCheck, world: ClientWorld): Finding[] {
  const served = CLIENTS.filter((client) => connected.includes(client) || settingsOf(client).plugins(world).length > 0)
  if (served.length === 0) return [fine('clients', 'none is connected; mettle init connects them')]
  const findings = served.flatMap((client) => {
    const found = [
      ...unreadable(client, world),
      // The ways in which a client silently runs none of our hooks.
      ...settingsOf(client)
        .silences(world)
        .map((silence): Finding => ({ name: labelOf(client), verdict: 'warning', ...silence })),
      ...doubleFindings(client, world),
      ...pluginFindings(client, world, installation.version),
      ...versionFindings(settingsOf(client), world),
    ]
    return found.length > 0 ? found : [fine(labelOf(client), 'connected')]
  })
  return connected.length === 0 ? findings : [...findings, ...installationFindings(installation, world)]
}
