import { orElse } from '../../domain/sets.ts'
import { listIn } from '../agents/payload.ts'
import { codexRecord } from '../agents/transcripts/codex.ts'
import { compareVersions } from './check-installation.ts'
import { CLAUDE_EVENTS, hookGroups, PATIENCE_SECONDS } from './client-hooks.ts'
import {
  type ClientWorld,
  inFolder,
  inProject,
  isAround,
  known,
  pathOn,
  pluginsBelow,
  type Settings,
  settingsAt,
} from './client-world.ts'
import { hookCommand, type Reach, serverCommand, windowsCommand } from './hook-command.ts'
import { isOwnCommand } from './own-entries.ts'
import { tomlBlock } from './toml-block.ts'
import {
  type ClientSettings,
  type Connection,
  hooks,
  json,
  type Silence,
  server,
  type WantedFile,
} from './wanted-files.ts'

const TOOLS = 'Bash|shell|local_shell|exec_command|write_stdin|apply_patch|spawn_agent|mcp__.*'
const READS = 'view_image|read_file|grep_files|list_dir'

/** Codex starts the session again after compaction, and reports failed steps by the same event as passed ones. */
const EVENTS = CLAUDE_EVENTS.filter(({ event }) => event !== 'PostToolUseFailure' && event !== 'PreCompact').map(
  ({ event, of }) =>
    of === undefined ? { event } : { event, of: event === 'PreToolUse' ? `${TOOLS}|${READS}` : TOOLS },
)

export const codex: ClientSettings = {
  record: codexRecord,
  label: 'Codex',
  executable: 'codex',
  package: '@openai/codex',
  variable: 'CODEX_HOME',
  folder: ['.codex'],
  provedWith: '0.166.0',
  nextStep: "it runs hooks only after you trust them. Start codex, type /hooks, and trust Mettle's.",
  fields: '',
  afterStep: 'PostToolUse',
  projectFiles: (connection) => filesIn(pathOn(connection.machine, connection.root, '.codex'), connection),
  ownFiles: filesIn,
  hookFiles: (world) => [inProject(world, '.codex', 'hooks.json'), ...known(inFolder(codex, world, 'hooks.json'))],
  silences: (world) => [...untrustedProject(world), ...untrustedHooks(world), ...untrustedPlugin(world)],
  plugins: (world) => {
    const found = pluginsBelow(inFolder(codex, world, 'plugins', 'cache'), world)
    return found.sort((a, b) => compareVersions(a.version ?? '', b.version ?? '')).slice(-1)
  },
  updatesPluginBy: 'codex plugin remove mettle@mettle, then codex plugin add mettle@mettle',
}

function filesIn(folder: string, { machine, reach }: Connection): WantedFile[] {
  const { command, args } = serverCommand(reach)
  return [
    hooks(pathOn(machine, folder, 'hooks.json'), ['codex'], json(codexHooks(reach))),
    server(pathOn(machine, folder, 'config.toml'), ['codex'], { kind: 'toml', block: tomlBlock({ command, args }) }),
  ]
}

export function codexHooks(reach: Reach) {
  return hookGroups(EVENTS, (event) => ({
    type: 'command',
    command: hookCommand({ client: 'codex', event }, reach),
    commandWindows: reach.by === 'place' ? undefined : windowsCommand({ client: 'codex', event }, reach),
    timeout: PATIENCE_SECONDS,
  }))
}

/** Codex reads a project's files only if a person trusts the project. */
function untrustedProject(world: ClientWorld): Silence[] {
  if (!world.machine.has(inProject(world, '.codex', 'hooks.json'))) return []
  const trusted = namesIn(world, /^projects\.(.+)$/, /^\s*trust_level\s*=\s*["']trusted["']/m)
  if (isAround(trusted, world)) return []
  return [
    {
      detail: 'you have not trusted this project, so its hooks are not read',
      fix: 'Start codex here and trust the folder',
    },
  ]
}

const TRUST = "Start codex, type /hooks, and trust Mettle's"

/** Codex silently skips a hook whose hash is not stored. */
function untrustedHooks(world: ClientWorld): Silence[] {
  const trusted = trustedHooks(world)
  return codex.hookFiles(world).flatMap((path) => {
    const keys = hookKeys(path, settingsAt(world, path))
    const missing = keys.filter((key) => !trusted.includes(key)).length
    if (missing === 0) return []
    return [{ detail: `${missing} of ${keys.length} hooks in ${path} are not trusted, so they do not run`, fix: TRUST }]
  })
}

/** A plugin's hooks are stored under its name or its folder, depending on the version of Codex. */
function untrustedPlugin(world: ClientWorld): Silence[] {
  if (codex.plugins(world).length === 0) return []
  const isTrusted = trustedHooks(world).some((key) => /mettle/i.test(key) && !key.includes('.codex/hooks.json:'))
  return isTrusted ? [] : [{ detail: "the plugin's hooks are not trusted, so they do not run", fix: TRUST }]
}

function trustedHooks(world: ClientWorld): string[] {
  return namesIn(world, /^hooks\.state\.(.+)$/, /^\s*trusted_(?:content_)?hash\s*=/m)
}

/** The keys under which Codex stores trust: file, event, index of the group and of the handler in it. */
function hookKeys(path: string, { hooks: events }: Settings): string[] {
  return Object.entries((events ?? {}) as Settings).flatMap(([event, groups]) =>
    listIn(groups).flatMap((group, g) =>
      listIn((group as Settings)?.hooks).flatMap((handler, h) =>
        isOwnCommand((handler as Settings)?.command)
          ? [`${path}:${event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()}:${g}:${h}`]
          : [],
      ),
    ),
  )
}

/** The names of settings tables that contain a matching line, if the name has a line of its own. */
function namesIn(world: ClientWorld, named: RegExp, holds: RegExp): string[] {
  const path = inFolder(codex, world, 'config.toml')
  const found: { name: string; body: string }[] = []
  for (const line of ((path && world.read(path)) ?? '').split('\n')) {
    const name = /^\s*\[([^[].*)\]\s*(?:#.*)?$/.exec(line)?.[1]
    const last = found.at(-1)
    if (name !== undefined) found.push({ name: name.trim(), body: '' })
    else if (last !== undefined) last.body += `${line}\n`
  }
  return found.flatMap(({ name, body }) => {
    const key = named.exec(name)?.[1]
    return key !== undefined && holds.test(body) ? [unquoted(key)] : []
  })
}

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1)
  return orElse(() => (key.startsWith('"') ? (JSON.parse(key) as string) : key), key)
}
