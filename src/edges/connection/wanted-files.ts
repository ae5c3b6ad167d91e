import type { Client } from '../../domain/values/session.ts'
import type { WantedContent } from './change-file.ts'
import { claudeHooks, codexHooks, copilotHooks, geminiHooks } from './client-hooks.ts'
import { clientFolder, type Machine, pathOn, profileOf } from './client-world.ts'
import { type Reach, serverCommand } from './hook-command.ts'
import { SERVER } from './own-entries.ts'
import { tomlBlock } from './toml-block.ts'

/** A file of a client that Mettle has something to put into. */
export interface WantedFile {
  readonly path: string
  /** Whom it serves. */
  readonly clients: readonly Client[]
  /** Hooks connect a client; the server is what it may ask besides. */
  readonly brings: 'hooks' | 'server'
  readonly content: WantedContent
}

/** In the project for everyone who works in it, in the project for this person alone, or for this person in all projects. */
export type Level = 'project' | 'local' | 'user'

export interface Connection {
  readonly clients: readonly Client[]
  readonly level: Level
  readonly root: string
  readonly machine: Machine
  readonly reach: Reach
  readonly opencodePlugin: string
}

/** The words by which a plugin file of ours is known. */
export const PLUGIN_MARK = 'mettle'

export function wantedFiles(connection: Connection): WantedFile[] {
  return connection.level === 'user' ? userFiles(connection) : projectFiles(connection)
}

/** `.claude/settings.json` and `.mcp.json` serve Copilot as well: a file of its own would run every hook twice. Personal settings of Claude Code serve nobody else. */
function projectFiles(connection: Connection): WantedFile[] {
  const { machine, root, reach, clients } = connection
  const at = (...parts: string[]) => pathOn(machine, root, ...parts)
  const wants = (client: Client) => clients.includes(client)
  const isShared = connection.level === 'project'
  const shared = (['claude-code', 'copilot'] as const).filter(
    (client) => wants(client) && (isShared || client === 'copilot'),
  )
  const files: WantedFile[] = []
  if (wants('claude-code') && !isShared)
    files.push(hooks(at('.claude', 'settings.local.json'), ['claude-code'], json(claudeHooks(reach))))
  if (shared.includes('claude-code'))
    files.push(hooks(at('.claude', 'settings.json'), shared, json(claudeHooks(reach))))
  else if (wants('copilot')) files.push(hooks(at('.github', 'hooks', 'mettle.json'), ['copilot'], copilotFile(reach)))
  if (shared.length > 0) files.push(server(at('.mcp.json'), shared, servers(reach)))
  if (wants('codex')) files.push(...codex(at('.codex'), connection))
  if (wants('gemini')) files.push(hooks(at('.gemini', 'settings.json'), ['gemini'], gemini(reach)))
  if (wants('opencode'))
    files.push(...opencode(connection, { settings: root, plugin: at('.opencode', 'plugins', 'mettle.js') }))
  return files
}

/** Claude Code keeps servers of a person in a file that it rewrites all the time; a person adds ours with its own command. */
function userFiles(connection: Connection): WantedFile[] {
  return connection.clients.flatMap((client) => {
    const folder = clientFolder(profileOf(client), connection.machine)
    return folder === undefined ? [] : filesIn(folder, client, connection)
  })
}

function filesIn(folder: string, client: Client, connection: Connection): WantedFile[] {
  const { machine, reach } = connection
  const at = (...parts: string[]) => pathOn(machine, folder, ...parts)
  if (client === 'claude-code') return [hooks(at('settings.json'), [client], json(claudeHooks(reach)))]
  if (client === 'codex') return codex(folder, connection)
  if (client === 'gemini') return [hooks(at('settings.json'), [client], gemini(reach))]
  if (client === 'opencode') return opencode(connection, { settings: folder, plugin: at('plugins', 'mettle.js') })
  return [
    hooks(at('hooks', 'mettle.json'), [client], copilotFile(reach)),
    server(at('mcp-config.json'), [client], servers(reach, { type: 'local', tools: ['*'] })),
  ]
}

function hooks(path: string, clients: readonly Client[], content: WantedContent): WantedFile {
  return { path, clients, brings: 'hooks', content }
}

function server(path: string, clients: readonly Client[], content: WantedContent): WantedFile {
  return { path, clients, brings: 'server', content }
}

function codex(folder: string, { machine, reach }: Connection): WantedFile[] {
  return [
    hooks(pathOn(machine, folder, 'hooks.json'), ['codex'], json(codexHooks(reach))),
    server(pathOn(machine, folder, 'config.toml'), ['codex'], codexServer(reach)),
  ]
}

function json(entries: Extract<WantedContent, { kind: 'json' }>['entries'], comments = false): WantedContent {
  return { kind: 'json', comments, entries }
}

function servers(reach: Reach, more: object = {}): WantedContent {
  return json([{ path: ['mcpServers'], key: SERVER, value: { ...more, ...serverCommand(reach) } }])
}

function copilotFile(reach: Reach): WantedContent {
  return { kind: 'whole', text: copilotHooks(reach), mark: '--client copilot' }
}

function codexServer(reach: Reach): WantedContent {
  const { command, args } = serverCommand(reach)
  return { kind: 'toml', block: tomlBlock({ command, args }) }
}

/** Its settings may have comments. */
function gemini(reach: Reach): WantedContent {
  return json([...geminiHooks(reach), { path: ['mcpServers'], key: SERVER, value: serverCommand(reach) }], true)
}

function opencode(
  { machine, reach, opencodePlugin }: Connection,
  place: { readonly settings: string; readonly plugin: string },
): WantedFile[] {
  const { command, args } = serverCommand(reach)
  const value = { type: 'local', command: [command, ...args], enabled: true }
  const withComments = pathOn(machine, place.settings, 'opencode.jsonc')
  const settings = machine.has(withComments) ? withComments : pathOn(machine, place.settings, 'opencode.json')
  return [
    hooks(place.plugin, ['opencode'], { kind: 'whole', text: opencodePlugin, mark: PLUGIN_MARK }),
    server(settings, ['opencode'], json([{ path: ['mcp'], key: SERVER, value }], true)),
  ]
}
