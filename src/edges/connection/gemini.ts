import { listIn } from '../agents/payload.ts'
import { geminiRecord } from '../agents/transcripts/gemini.ts'
import { hookGroups, PATIENCE_SECONDS } from './client-hooks.ts'
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
import { SERVER } from './own-entries.ts'
import { type ClientSettings, hooks, json, type Silence, type WantedFile } from './wanted-files.ts'

const TOOLS = 'run_shell_command|write_file|replace|invoke_agent|mcp_.*'
const READS = 'read_file|read_many_files|glob|search_file_content|grep_search|list_directory'
const WEB = 'web_fetch|google_web_search'

const EVENTS = [
  { event: 'SessionStart' },
  { event: 'BeforeAgent' },
  { event: 'BeforeTool', of: `${TOOLS}|${READS}` },
  { event: 'AfterTool', of: `${TOOLS}|${WEB}` },
  { event: 'AfterAgent' },
  { event: 'SessionEnd' },
]

export const gemini: ClientSettings = {
  record: geminiRecord,
  label: 'Gemini CLI',
  executable: 'gemini',
  package: '@google/gemini-cli',
  folder: ['.gemini'],
  provedWith: '0.61.0',
  nextStep: 'it reads settings only in folders that you trust. Start gemini here and say yes.',
  fields: 'llm_request llm_response mcp_context prompt_response details',
  afterStep: 'AfterTool',
  comments: true,
  projectFiles: ({ machine, root, reach }) => [settings(pathOn(machine, root, '.gemini', 'settings.json'), reach)],
  ownFiles: (folder, { machine, reach }) => [settings(pathOn(machine, folder, 'settings.json'), reach)],
  hookFiles: (world) => [
    inProject(world, '.gemini', 'settings.json'),
    ...known(inFolder(gemini, world, 'settings.json')),
  ],
  silences: (world) => [...switchedOff(world), ...untrusted(world)],
  plugins: (world) => pluginsBelow(inFolder(gemini, world, 'extensions'), world),
  updatesPluginBy: 'gemini extensions update mettle',
}

function settings(path: string, reach: Reach): WantedFile {
  const server = { path: ['mcpServers'], key: SERVER, value: serverCommand(reach) }
  return hooks(path, ['gemini'], json([...geminiHooks(reach), server], true))
}

/** Gemini's timeout is in milliseconds, and on Windows it runs hooks with PowerShell. */
export function geminiHooks(reach: Reach) {
  const command = reach.by !== 'place' && reach.isWindows ? windowsCommand : hookCommand
  return hookGroups(EVENTS, (event) => ({
    name: 'mettle',
    type: 'command',
    command: command({ client: 'gemini', event }, reach),
    timeout: PATIENCE_SECONDS * 1_000,
  }))
}

function switchedOff(world: ClientWorld): Silence[] {
  return gemini
    .hookFiles(world)
    .reverse()
    .flatMap((path) => {
      const { enabled, disabled } = (settingsAt(world, path).hooksConfig ?? {}) as Settings
      if (enabled === false)
        return [{ detail: `hooks are off in ${path}`, fix: `Set hooksConfig.enabled to true in ${path}` }]
      if (!listIn(disabled).includes('mettle')) return []
      return [{ detail: `Mettle's hooks are off in ${path}`, fix: 'Start gemini and type /hooks enable mettle' }]
    })
}

/** Settings of a project, and with them its hooks, are read in trusted folders only. */
function untrusted(world: ClientWorld): Silence[] {
  const isOpen = gemini.hookFiles(world).some((file) => {
    const { folderTrust } = (settingsAt(world, file).security ?? {}) as Settings
    return ((folderTrust ?? {}) as Settings).enabled === false
  })
  const isProject = world.read(inProject(world, '.gemini', 'settings.json'))?.includes('--client gemini')
  if (!isProject || isOpen || world.machine.environment.GEMINI_CLI_TRUST_WORKSPACE === 'true') return []
  const levels = Object.entries(settingsAt(world, inFolder(gemini, world, 'trustedFolders.json')))
  const trusted = levels.flatMap(([folder, level]) => {
    if (level === 'TRUST_FOLDER') return [folder]
    return level === 'TRUST_PARENT' ? [folder.replace(/[\\/][^\\/]*$/, '')] : []
  })
  if (isAround(trusted, world)) return []
  return [
    {
      detail: 'this folder is not trusted, so its settings are not read',
      fix: 'Start gemini here and trust the folder',
    },
  ]
}
