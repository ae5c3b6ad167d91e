import { listIn } from '../agents/payload.ts'
import { claudeRecord } from '../agents/transcripts/claude-code.ts'
import { CLAUDE_EVENTS, hookGroups, PATIENCE_SECONDS } from './client-hooks.ts'
import {
  type ClientWorld,
  hookIn,
  type InstalledPlugin,
  inFolder,
  inProject,
  known,
  PLUGIN_ID,
  pathOn,
  type Settings,
  settingsAt,
} from './client-world.ts'
import { hookCommand, type Reach } from './hook-command.ts'
import { type ClientSettings, hooks, json, type Silence, server, servers, switchedOff } from './wanted-files.ts'

/** The administrator's settings, which nobody else can change. */
const MANAGED: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  win32: 'C:\\ProgramData\\ClaudeCode\\managed-settings.json',
  linux: '/etc/claude-code/managed-settings.json',
}

export const claudeCode: ClientSettings = {
  record: claudeRecord,
  label: 'Claude Code',
  executable: 'claude',
  package: '@anthropic-ai/claude-code',
  variable: 'CLAUDE_CONFIG_DIR',
  folder: ['.claude'],
  provedWith: '2.1.325',
  nextStep: 'begin a new session; it asks whether you trust the folder and the server.',
  fields:
    'background_tasks context_tokens duration_ms effort estimated_cache_write_usd is_interrupt mcp_server prompt_cache_likely_expired prompt_id seconds_since_last_response session_crons session_title',
  afterStep: 'PostToolUse',
  /** `settings.json` and `.mcp.json` serve Copilot as well: a file of its own would run every hook twice. Personal settings serve nobody else. */
  projectFiles: ({ machine, root, reach, clients, level }) => {
    const at = (...parts: string[]) => pathOn(machine, root, ...parts)
    if (level === 'local')
      return [hooks(at('.claude', 'settings.local.json'), ['claude-code'], json(claudeHooks(reach)))]
    const served = (['claude-code', 'copilot'] as const).filter((client) => clients.includes(client))
    return [
      hooks(at('.claude', 'settings.json'), served, json(claudeHooks(reach))),
      server(at('.mcp.json'), served, servers(reach)),
    ]
  },
  /** No server entry: Claude Code constantly rewrites the file of a person's servers, so a person adds ours with its command. */
  ownFiles: (folder, { machine, reach }) => [
    hooks(pathOn(machine, folder, 'settings.json'), ['claude-code'], json(claudeHooks(reach))),
  ],
  hookFiles: (world) => [...inProjectFiles(world), ...known(inFolder(claudeCode, world, 'settings.json'))],
  silences: (world) => {
    const files = [
      ...known(MANAGED[world.machine.platform], inFolder(claudeCode, world, 'settings.json')),
      ...inProjectFiles(world),
    ]
    return [
      ...files.flatMap((path) => switchedOff(path, settingsAt(world, path))),
      ...managedOnly(world),
      ...files.flatMap((path) => pluginOff(path, settingsAt(world, path))),
      ...bareMode(world),
    ]
  },
  plugins: installed,
  updatesPluginBy: 'claude plugin update mettle@mettle',
}

/** Copilot reads the same file, so the hook detects the client from its payload. */
export function claudeHooks(reach: Reach) {
  return hookGroups(CLAUDE_EVENTS, (event) => ({
    type: 'command',
    command: hookCommand({ client: 'auto', event }, reach),
    timeout: PATIENCE_SECONDS,
  }))
}

function inProjectFiles(world: ClientWorld): string[] {
  return ['settings.json', 'settings.local.json'].map((file) => inProject(world, '.claude', file))
}

function managedOnly(world: ClientWorld): Silence[] {
  const path = MANAGED[world.machine.platform]
  if (settingsAt(world, path).allowManagedHooksOnly !== true) return []
  return [
    {
      detail: `${path} allows only an administrator's hooks, so Mettle's do not run`,
      fix: `Ask your administrator to add Mettle's hooks to ${path}`,
    },
  ]
}

function pluginOff(path: string, { enabledPlugins }: Settings): Silence[] {
  const plugins = Object.entries((enabledPlugins ?? {}) as Settings)
  const off = plugins.find(([id, isOn]) => PLUGIN_ID.test(id) && isOn === false)?.[0]
  return off === undefined
    ? []
    : [{ detail: `the plugin is switched off in ${path}`, fix: `claude plugin enable ${off}` }]
}

function bareMode({ machine }: ClientWorld): Silence[] {
  const value = machine.environment.CLAUDE_CODE_SIMPLE
  if (!value || value === '0' || value === 'false') return []
  return [{ detail: 'CLAUDE_CODE_SIMPLE is set, and bare sessions run no hooks', fix: 'unset CLAUDE_CODE_SIMPLE' }]
}

/** Claude Code keeps old versions beside the current one, and a list of those in use. A plugin from a local folder is copied, yet runs from that folder. */
function installed(world: ClientWorld): InstalledPlugin[] {
  const { plugins } = settingsAt(world, inFolder(claudeCode, world, 'plugins', 'installed_plugins.json'))
  return Object.entries((plugins ?? {}) as Settings)
    .filter(([id]) => PLUGIN_ID.test(id))
    .flatMap(([id, versions]) => (listIn(versions) as Settings[]).map((one) => ({ ...one, id })))
    .map(({ id, installPath, version }: Settings) => {
      const clone = marketplaceFolder(String(id).replace(PLUGIN_ID, ''), world)
      const folder = clone ?? String(installPath)
      const runs =
        clone === undefined
          ? version
          : settingsAt(world, pathOn(world.machine, clone, '.claude-plugin', 'plugin.json')).version
      return { folder, hook: hookIn(folder, world), version: runs === undefined ? undefined : String(runs), clone }
    })
}

function marketplaceFolder(name: string, world: ClientWorld): string | undefined {
  const marketplaces = settingsAt(world, inFolder(claudeCode, world, 'plugins', 'known_marketplaces.json'))
  const { source, path: folder } = ((marketplaces[name] as Settings | undefined)?.source ?? {}) as Settings
  return source === 'directory' && typeof folder === 'string'
    ? pathOn(world.machine, folder, 'plugins', 'mettle')
    : undefined
}
