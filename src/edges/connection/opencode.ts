import { opencodeRecord } from '../agents/transcripts/opencode.ts'
import { inFolder, inProject, known, pathOn } from './client-world.ts'
import { serverCommand } from './hook-command.ts'
import { SERVER } from './own-entries.ts'
import { type ClientSettings, type Connection, hooks, json, server, type WantedFile } from './wanted-files.ts'

/** It follows XDG on every platform. */
export const opencode: ClientSettings = {
  record: opencodeRecord,
  label: 'opencode',
  executable: 'opencode',
  package: 'opencode-ai',
  folder: ['.config', 'opencode'],
  xdg: 'opencode',
  provedWith: '1.18.33',
  nextStep: 'begin a new session.',
  fields:
    'input.agent input.args input.callID input.info input.messageID input.model input.part input.sessionID input.time input.tool input.variant output.args output.attachments output.content output.isError output.message output.metadata output.output output.parts output.structuredContent output._meta output.system output.text output.title',
  afterStep: 'tool.execute.after',
  byPlugin: true,
  projectFiles: (connection) => filesIn(connection.root, ['.opencode', 'plugins', 'mettle.js'], connection),
  ownFiles: (folder, connection) => filesIn(folder, ['plugins', 'mettle.js'], connection),
  hookFiles: (world) => [
    inProject(world, '.opencode', 'plugins', 'mettle.js'),
    ...known(inFolder(opencode, world, 'plugins', 'mettle.js')),
  ],
  silences: () => [],
  plugins: () => [],
}

function filesIn(folder: string, plugin: readonly string[], connection: Connection): WantedFile[] {
  const { machine, reach, opencodePlugin: text } = connection
  const { command, args } = serverCommand(reach)
  const value = { type: 'local', command: [command, ...args], enabled: true }
  const withComments = pathOn(machine, folder, 'opencode.jsonc')
  const settings = machine.has(withComments) ? withComments : pathOn(machine, folder, 'opencode.json')
  return [
    hooks(pathOn(machine, folder, ...plugin), ['opencode'], { kind: 'whole', text, mark: 'mettle' }),
    server(settings, ['opencode'], json([{ path: ['mcp'], key: SERVER, value }], true)),
  ]
}
