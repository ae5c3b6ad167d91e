import { orElse } from '../../domain/sets.ts'
import type { Client } from '../../domain/values/session.ts'
import {
  type ClientWorld,
  type Finding,
  inFolderOf,
  inProject,
  isAround,
  labelOf,
  type Settings,
  settingsAt,
} from './client-world.ts'
import { installedPlugins } from './installed-plugins.ts'
import { isOwnCommand } from './own-entries.ts'

/** The cases in which a client has our hooks and silently runs none of them. */
export function trustFindings(client: Client, world: ClientWorld): Finding[] {
  const name = labelOf(client)
  const warning = (detail: string, fix: string): Finding => ({ name, verdict: 'warning', detail, fix })
  return CHECKS[client](world).map(({ detail, fix }) => warning(detail, fix))
}

interface Silence {
  readonly detail: string
  readonly fix: string
}

const CHECKS: Readonly<Record<Client, (world: ClientWorld) => Silence[]>> = {
  'claude-code': (world) => [
    ...switchedOff(world, claudeFiles(world)),
    ...managedOnly(world),
    ...pluginOff(world),
    ...bareMode(world),
  ],
  codex: (world) => [...untrustedProject(world), ...untrustedHooks(world), ...untrustedPlugin(world)],
  copilot: (world) => [...switchedOff(world, copilotFiles(world)), ...untrustedFolder(world)],
  gemini: (world) => [...geminiSwitchedOff(world), ...geminiUntrusted(world)],
  opencode: () => [],
}

/** Where an administrator sets what nobody else can change. */
const MANAGED: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  win32: 'C:\\ProgramData\\ClaudeCode\\managed-settings.json',
  linux: '/etc/claude-code/managed-settings.json',
}

function claudeFiles(world: ClientWorld): string[] {
  return [
    MANAGED[world.machine.platform],
    inFolderOf('claude-code', world, 'settings.json'),
    inProject(world, '.claude', 'settings.json'),
    inProject(world, '.claude', 'settings.local.json'),
  ].filter((path) => path !== undefined)
}

function copilotFiles(world: ClientWorld): string[] {
  const own = ['settings.json', 'config.json'].map((file) => inFolderOf('copilot', world, file))
  return own.filter((path) => path !== undefined)
}

function switchedOff(world: ClientWorld, paths: readonly string[]): Silence[] {
  return paths
    .filter((path) => settingsAt(world, path).disableAllHooks === true)
    .map((path) => ({ detail: `all hooks are off in ${path}`, fix: `Remove "disableAllHooks" from ${path}` }))
}

function managedOnly(world: ClientWorld): Silence[] {
  const path = MANAGED[world.machine.platform] ?? ''
  if (settingsAt(world, path).allowManagedHooksOnly !== true) return []
  return [
    {
      detail: `${path} allows only the hooks of an administrator, so those of Mettle do not run`,
      fix: `Ask your administrator to add the hooks of Mettle to ${path}`,
    },
  ]
}

function pluginOff(world: ClientWorld): Silence[] {
  return claudeFiles(world).flatMap((path) => {
    const plugins = Object.entries((settingsAt(world, path).enabledPlugins ?? {}) as Settings)
    const off = plugins.find(([id, isOn]) => id.startsWith('mettle@') && isOn === false)?.[0]
    return off === undefined
      ? []
      : [{ detail: `the plugin is switched off in ${path}`, fix: `claude plugin enable ${off}` }]
  })
}

function bareMode({ machine }: ClientWorld): Silence[] {
  const value = machine.environment.CLAUDE_CODE_SIMPLE
  if (!value || value === '0' || value === 'false') return []
  return [{ detail: 'CLAUDE_CODE_SIMPLE is set, and bare sessions run no hooks', fix: 'unset CLAUDE_CODE_SIMPLE' }]
}

/** Codex reads what a project brings along only where a person trusts it. */
function untrustedProject(world: ClientWorld): Silence[] {
  if (!world.machine.has(inProject(world, '.codex', 'hooks.json'))) return []
  const trusted = tables(codexSettings(world)).flatMap(({ name, body }) => {
    const path = /^projects\.(.+)$/.exec(name)?.[1]
    return path !== undefined && /^\s*trust_level\s*=\s*["']trusted["']/m.test(body) ? [unquoted(path)] : []
  })
  if (isAround(trusted, world)) return []
  return [
    { detail: 'the project is not trusted, so its hooks are not read', fix: 'Start codex here and trust the folder' },
  ]
}

function trustedHooks(world: ClientWorld): Set<string> {
  const keys = tables(codexSettings(world)).flatMap(({ name, body }) => {
    const key = /^hooks\.state\.(.+)$/.exec(name)?.[1]
    return key !== undefined && /^\s*trusted_(?:content_)?hash\s*=/m.test(body) ? [unquoted(key)] : []
  })
  return new Set(keys)
}

/** Those of a plugin stand there under its name or its folder; which, the version of Codex decides. */
function untrustedPlugin(world: ClientWorld): Silence[] {
  const [plugin] = installedPlugins('codex', world)
  if (plugin === undefined) return []
  const ofPlugin = (key: string) => /mettle/i.test(key) && !key.includes('.codex/hooks.json:')
  const isTrusted = [...trustedHooks(world)].some(ofPlugin)
  if (isTrusted) return []
  const detail = 'the hooks of the plugin are not trusted, and those are not run'
  return [{ detail, fix: 'Start codex, type /hooks, and trust those of Mettle' }]
}

/** Without a stored hash of a hook Codex passes over it and says nothing. */
function untrustedHooks(world: ClientWorld): Silence[] {
  const trusted = trustedHooks(world)
  const files = [inProject(world, '.codex', 'hooks.json'), inFolderOf('codex', world, 'hooks.json')]
  return files.flatMap((path) => {
    const keys = path === undefined ? [] : hookKeys(path, settingsAt(world, path))
    const missing = keys.filter((key) => !trusted.has(key))
    if (missing.length === 0) return []
    return [
      {
        detail: `${missing.length} of ${keys.length} hooks in ${path} are not trusted, and those are not run`,
        fix: 'Start codex, type /hooks, and trust those of Mettle',
      },
    ]
  })
}

/** The name under which Codex keeps its trust: file, event, place of the group and of the handler in it. */
function hookKeys(path: string, { hooks }: Settings): string[] {
  return Object.entries((hooks ?? {}) as Settings).flatMap(([event, groups]) =>
    listed(groups).flatMap((group, g) =>
      listed((group as Settings)?.hooks).flatMap((handler, h) =>
        isOwnCommand((handler as Settings)?.command) ? [`${path}:${snakeCase(event)}:${g}:${h}`] : [],
      ),
    ),
  )
}

function codexSettings(world: ClientWorld): string {
  const path = inFolderOf('codex', world, 'config.toml')
  return (path && world.read(path)) ?? ''
}

/** The tables of a TOML text, as far as their names stand in a line of their own. */
function tables(text: string): { name: string; body: string }[] {
  const found: { name: string; body: string }[] = []
  for (const line of text.split('\n')) {
    const name = /^\s*\[([^[].*)\]\s*(?:#.*)?$/.exec(line)?.[1]
    const last = found.at(-1)
    if (name !== undefined) found.push({ name: name.trim(), body: '' })
    else if (last !== undefined) last.body += `${line}\n`
  }
  return found
}

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1)
  return orElse(() => (key.startsWith('"') ? (JSON.parse(key) as string) : key), key)
}

function untrustedFolder(world: ClientWorld): Silence[] {
  const path = inFolderOf('copilot', world, 'config.json')
  const settings = path === undefined ? {} : settingsAt(world, path)
  const trusted = [...listed(settings.trustedFolders), ...listed(settings.trusted_folders)]
  if (
    isAround(
      trusted.filter((folder) => typeof folder === 'string'),
      world,
    ) ||
    world.machine.environment.COPILOT_ALLOW_ALL === 'true'
  )
    return []
  return [
    { detail: 'this folder is not trusted, and there no hook is run', fix: 'Start copilot here and trust the folder' },
  ]
}

function geminiFiles(world: ClientWorld): string[] {
  const files = [inFolderOf('gemini', world, 'settings.json'), inProject(world, '.gemini', 'settings.json')]
  return files.filter((path) => path !== undefined)
}

function geminiSwitchedOff(world: ClientWorld): Silence[] {
  return geminiFiles(world).flatMap((path) => {
    const { enabled, disabled } = (settingsAt(world, path).hooksConfig ?? {}) as Settings
    if (enabled === false)
      return [{ detail: `hooks are off in ${path}`, fix: `Set hooksConfig.enabled to true in ${path}` }]
    if (!listed(disabled).includes('mettle')) return []
    return [{ detail: `the hooks of Mettle are off in ${path}`, fix: 'Start gemini and type /hooks enable mettle' }]
  })
}

/** Settings of a project, and with them its hooks, are read in trusted folders only. */
function geminiUntrusted(world: ClientWorld): Silence[] {
  const path = inFolderOf('gemini', world, 'trustedFolders.json')
  const isOpen = geminiFiles(world).some((file) => {
    const { folderTrust } = (settingsAt(world, file).security ?? {}) as Settings
    return ((folderTrust ?? {}) as Settings).enabled === false
  })
  const isProject = world.read(inProject(world, '.gemini', 'settings.json'))?.includes('--client gemini')
  if (!isProject || isOpen || world.machine.environment.GEMINI_CLI_TRUST_WORKSPACE === 'true') return []
  const trusted = Object.entries(path === undefined ? {} : settingsAt(world, path)).flatMap(([folder, level]) => {
    if (level === 'TRUST_FOLDER') return [folder]
    return level === 'TRUST_PARENT' ? [folder.replace(/[\\/][^\\/]*$/, '')] : []
  })
  if (isAround(trusted, world)) return []
  return [
    {
      detail: 'this folder is not trusted, and there its settings are not read',
      fix: 'Start gemini here and trust the folder',
    },
  ]
}

function snakeCase(event: string): string {
  return event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
