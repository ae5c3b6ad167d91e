import type { Client } from '../../domain/values/session.ts'
import { isBeforeStep } from '../agents/answers.ts'
import { askForm } from '../agents/read-hook-call.ts'

export type Reach =
  /** By name, from PATH: the same on every machine of a team. */
  | { readonly by: 'name'; readonly isWindows?: boolean }
  /** From the packages of the repository that is worked in, else by name. */
  | { readonly by: 'dependency'; readonly isWindows?: boolean }
  /** By the place where it is installed on this machine. */
  | { readonly by: 'place'; readonly hook: string; readonly cli: string }

export interface HookCommand {
  /** `auto` tells clients apart by what they send. */
  readonly client: Client | 'auto'
  readonly event: string
}

/** Packages of the repository: clients run hooks in the folder of the session, Claude Code tells the project's. */
const OWN_PACKAGES = `PATH="\${CLAUDE_PROJECT_DIR:-.}/node_modules/.bin:$PATH" `

/** What a client runs at an event. By name it is silent where Mettle is not installed: a line that is committed must not trouble those who do not use it. */
export function hookCommand({ client, event }: HookCommand, reach: Reach): string {
  const words = `--client ${client} --event ${event}`
  const otherwise = isBeforeStep(event) ? askWhereUsed({ client, event }) : 'true'
  if (reach.by === 'place') {
    const command = `node ${quoted(reach.hook)} ${words}`
    return isBeforeStep(event) && reach.hook.startsWith('/') ? `${command} || ${otherwise}` : command
  }
  return `${reach.by === 'dependency' ? OWN_PACKAGES : ''}mettle hook ${words} 2>/dev/null || ${otherwise}`
}

/** Where Mettle has kept something on this machine: in the git directory, or in a folder without git. */
const IS_USED = `[ -d "$(git rev-parse --git-common-dir 2>/dev/null)/mettle/ahead" ] || [ -d .mettle ]`

/** Without quotes, which the shell would read. */
const NOT_STARTED =
  'The hook of Mettle could not be started, so its gate cannot decide about this step. To fix: install Mettle again, or remove its hooks from the settings of this client.'

/** A hook that is missing or broken decides nothing; where Mettle is in use, a person has to. */
function askWhereUsed(command: HookCommand): string {
  return `{ { ${IS_USED}; } && echo '${askForm({ decision: 'ask', reason: NOT_STARTED }, command)}'; } || true`
}

/** The same where commands are run by PowerShell or cmd. */
export function windowsCommand({ client, event }: HookCommand, reach: Reach): string {
  const words = `--client ${client} --event ${event}`
  if (reach.by === 'place') return `node ${quoted(reach.hook)} ${words}`
  return reach.by === 'dependency' ? `npx --no-install mettle hook ${words}` : `mettle hook ${words}`
}

/** Every tool takes room in every prompt, and hooks do what most of them do; who wants more of them names another list. */
const SERVES = ['mcp', '--tools', 'core']

/** The command of the MCP server; it is started once in a session, so a slow start does no harm. */
export function serverCommand(reach: Reach): { readonly command: string; readonly args: readonly string[] } {
  if (reach.by === 'place') return { command: 'node', args: [reach.cli, ...SERVES] }
  const words = [...(reach.by === 'dependency' ? ['npx', '--no-install'] : []), 'mettle', ...SERVES]
  // What npm installs on Windows is a script, which only a shell can start.
  const [command, ...args] = reach.isWindows ? ['cmd', '/c', ...words] : words
  return { command: command!, args }
}

/** In double quotes, which every shell knows; what would end them or mean something inside is escaped. */
function quoted(path: string): string {
  return `"${path.replace(/["$`\\]/g, (found) => (found === '\\' ? '\\\\' : `\\${found}`))}"`
}
