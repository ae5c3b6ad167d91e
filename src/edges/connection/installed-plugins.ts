import type { Client } from '../../domain/values/session.ts'
import { compareVersions } from './check-installation.ts'
import { type ClientWorld, inFolderOf, pathOn, type Settings, settingsAt } from './client-world.ts'

export interface InstalledPlugin {
  readonly folder: string
  /** Unknown where the client loads it from where it lies. */
  readonly version?: string
  /** Set where the client loads it from a folder of this machine, which no command of the client updates. */
  readonly clone?: string | undefined
  /** The hook that the client runs; absent where nobody can tell. */
  readonly hook?: string
}

const ID = /^mettle@/

/** Each client remembers its plugins in a way of its own. */
export function installedPlugins(client: Client, world: ClientWorld): InstalledPlugin[] {
  if (client === 'claude-code') return claudePlugins(world)
  if (client === 'codex') return newest(pluginsBelow(inFolderOf(client, world, 'plugins', 'cache'), world))
  if (client === 'gemini') return pluginsBelow(inFolderOf(client, world, 'extensions'), world)
  return client === 'copilot' ? copilotPlugins(world) : []
}

/** It keeps old versions beside the one in use, and a list of those in use. What comes from a folder of this machine it copies, and yet runs from there. */
function claudePlugins(world: ClientWorld): InstalledPlugin[] {
  const path = inFolderOf('claude-code', world, 'plugins', 'installed_plugins.json')
  const { plugins } = path === undefined ? {} : settingsAt(world, path)
  return Object.entries((plugins ?? {}) as Settings)
    .filter(([id, installed]) => ID.test(id) && Array.isArray(installed))
    .flatMap(([id, installed]) => (installed as Settings[]).map((one) => ({ id, ...one }) as Settings))
    .map(({ id, installPath, version }) => {
      const clone = marketplaceFolder(String(id).replace(ID, ''), world)
      const folder = clone ?? String(installPath)
      const runs =
        clone === undefined
          ? version
          : settingsAt(world, pathOn(world.machine, clone, '.claude-plugin', 'plugin.json')).version
      return { folder, hook: hookIn(folder, world), ...(runs !== undefined && { version: String(runs) }), clone }
    })
}

function marketplaceFolder(name: string, world: ClientWorld): string | undefined {
  const path = inFolderOf('claude-code', world, 'plugins', 'known_marketplaces.json')
  const known = (path === undefined ? {} : settingsAt(world, path))[name] as Settings | undefined
  const { source, path: folder } = (known?.source ?? {}) as Settings
  return source === 'directory' && typeof folder === 'string'
    ? pathOn(world.machine, folder, 'plugins', 'mettle')
    : undefined
}

function hookIn(folder: string, { machine }: ClientWorld): string {
  return pathOn(machine, folder, 'dist', 'hook.cjs')
}

/** What comes from a folder of this machine is not copied; it is only listed. */
function copilotPlugins(world: ClientWorld): InstalledPlugin[] {
  const copied = pluginsBelow(inFolderOf('copilot', world, 'installed-plugins'), world)
  const path = inFolderOf('copilot', world, 'settings.json')
  const { enabledPlugins } = path === undefined ? {} : settingsAt(world, path)
  const listed = Object.entries((enabledPlugins ?? {}) as Settings).filter(([id, isOn]) => ID.test(id) && isOn === true)
  return copied.length > 0 ? copied : listed.map(([id]) => ({ folder: `the plugin ${id}` }))
}

const MANIFESTS = [['.claude-plugin', 'plugin.json'], ['gemini-extension.json']]
const MOST_DEPTH = 4

/** Folders of plugins, some under marketplace, name and version. */
function pluginsBelow(folder: string | undefined, world: ClientWorld, depth = 0): InstalledPlugin[] {
  if (folder === undefined) return []
  for (const manifest of MANIFESTS) {
    const { name, version } = settingsAt(world, pathOn(world.machine, folder, ...manifest))
    if (name !== undefined)
      return name === 'mettle' ? [{ folder, version: String(version), hook: hookIn(folder, world) }] : []
  }
  if (depth === MOST_DEPTH) return []
  return world.list(folder).flatMap((name) => pluginsBelow(pathOn(world.machine, folder, name), world, depth + 1))
}

function newest(plugins: readonly InstalledPlugin[]): InstalledPlugin[] {
  const last = [...plugins].sort((a, b) => compareVersions(a.version ?? '', b.version ?? '')).at(-1)
  return last === undefined ? [] : [last]
}
