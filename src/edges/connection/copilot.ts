import { listIn } from '../agents/payload.ts'
import { copilotRecord } from '../agents/transcripts/copilot.ts'
import { CLAUDE_EVENTS, PATIENCE_SECONDS } from './client-hooks.ts'
import {
  type ClientWorld,
  type InstalledPlugin,
  inFolder,
  inProject,
  isAround,
  known,
  PLUGIN_ID,
  pathOn,
  pluginsBelow,
  type Settings,
  settingsAt,
} from './client-world.ts'
import { hookCommand, type Reach, windowsCommand } from './hook-command.ts'
import {
  type ClientSettings,
  hooks,
  type Silence,
  server,
  servers,
  switchedOff,
  type WantedFile,
} from './wanted-files.ts'

export const copilot: ClientSettings = {
  record: copilotRecord,
  label: 'Copilot CLI',
  executable: 'copilot',
  package: '@github/copilot',
  variable: 'COPILOT_HOME',
  folder: ['.copilot'],
  provedWith: '1.0.102',
  nextStep: 'it runs hooks only in folders that you trust. Start copilot here and say yes.',
  fields:
    'agentId agentName agentType agent_name hookName initialPrompt initial_prompt parentAgentId parent_agent_id response sessionId stopReason stop_reason toolArgs toolInput toolName toolResult tool_result transcriptPath',
  afterStep: 'PostToolUse',
  /** Copilot also reads Claude Code's shared files. */
  projectFiles: ({ machine, root, reach, clients, level }) => {
    if (level === 'project' && clients.includes('claude-code')) return []
    return [
      ownFile(pathOn(machine, root, '.github', 'hooks', 'mettle.json'), reach),
      server(pathOn(machine, root, '.mcp.json'), ['copilot'], servers(reach)),
    ]
  },
  ownFiles: (folder, { machine, reach }) => [
    ownFile(pathOn(machine, folder, 'hooks', 'mettle.json'), reach),
    server(pathOn(machine, folder, 'mcp-config.json'), ['copilot'], servers(reach, { type: 'local', tools: ['*'] })),
  ],
  hookFiles: (world) => [
    inProject(world, '.claude', 'settings.json'),
    inProject(world, '.github', 'hooks', 'mettle.json'),
    ...known(inFolder(copilot, world, 'hooks', 'mettle.json')),
  ],
  silences: (world) => [
    ...known(inFolder(copilot, world, 'settings.json'), inFolder(copilot, world, 'config.json')).flatMap((path) =>
      switchedOff(path, settingsAt(world, path)),
    ),
    ...untrustedFolder(world),
  ],
  plugins: installed,
  updatesPluginBy: 'copilot plugin update mettle',
}

/** With Claude Code's event names, Copilot sends Claude Code's payloads. */
export function copilotHooks(reach: Reach): string {
  const events = CLAUDE_EVENTS.map(({ event }) => {
    const command = { client: 'copilot' as const, event }
    const handler = { type: 'command', bash: hookCommand(command, reach), powershell: windowsCommand(command, reach) }
    return [event, [{ ...handler, timeoutSec: PATIENCE_SECONDS }]]
  })
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(events) }, null, 2)}\n`
}

/** A hooks file of its own. */
function ownFile(path: string, reach: Reach): WantedFile {
  return hooks(path, ['copilot'], { kind: 'whole', text: copilotHooks(reach), mark: '--client copilot' })
}

function untrustedFolder(world: ClientWorld): Silence[] {
  const { trustedFolders, trusted_folders } = settingsAt(world, inFolder(copilot, world, 'config.json'))
  const trusted = [...listIn(trustedFolders), ...listIn(trusted_folders)].filter((one) => typeof one === 'string')
  if (isAround(trusted, world) || world.machine.environment.COPILOT_ALLOW_ALL === 'true') return []
  return [{ detail: 'this folder is not trusted, so no hook runs', fix: 'Start copilot here and trust the folder' }]
}

/** A plugin from a local folder is only listed, not copied. */
function installed(world: ClientWorld): InstalledPlugin[] {
  const copied = pluginsBelow(inFolder(copilot, world, 'installed-plugins'), world)
  const { enabledPlugins } = settingsAt(world, inFolder(copilot, world, 'settings.json'))
  const on = Object.entries((enabledPlugins ?? {}) as Settings).filter(
    ([id, isOn]) => PLUGIN_ID.test(id) && isOn === true,
  )
  return copied.length > 0 ? copied : on.map(([id]) => ({ folder: `the plugin ${id}` }))
}
