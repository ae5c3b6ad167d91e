import type { Client } from '../../domain/values/session.ts'
import { isBeforeStep } from '../agents/answers.ts'
import { askForm } from '../agents/read-hook-call.ts'

export type Reach =
  /** By name, from PATH: the same on every machine of a team. */
  | { readonly by: 'name'; readonly isWindows?: boolean }
  /** From the packages of the repository that is worked in, else by name. */
  | { readonly by: 'dependency'; readonly isWindows?: boolean }
  /** By its installed path on this machine. */
  | { readonly by: 'place'; readonly hook: string; readonly cli: string }

export interface HookCommand {
  /** `auto` detects the client from its payload. */
  readonly client: Client | 'auto'
  readonly event: string
}

/** The repository's packages: clients run hooks in the session's folder; Claude Code also sets the project's. */
const OWN_PACKAGES = `PATH="\${CLAUDE_PROJECT_DIR:-.}/node_modules/.bin:$PATH" `

/** The command that a client runs at an event. By name it does nothing where Mettle is not installed: a committed line must not disturb people who do not use it. */
export function hookCommand({ client, event }: HookCommand, reach: Reach): string {
  const words = `--client ${client} --event ${event}`
  const otherwise = isBeforeStep(event) ? askWhereUsed({ client, event }) : 'true'
  if (reach.by === 'place') {
    const command = `node ${quoted(reach.hook)} ${words}`
    return isBeforeStep(event) && reach.hook.startsWith('/') ? `${command} || ${otherwise}` : command
  }
  return `${reach.by === 'dependency' ? OWN_PACKAGES : ''}mettle hook ${words} 2>/dev/null || ${otherwise}`
}

/** Whether Mettle has been used here on this machine: by its data in the git directory, or in `.mettle` without git. */
const IS_USED = `[ -d "$(git rev-parse --git-common-dir 2>/dev/null)/mettle/ahead" ] || [ -d .mettle ]`

/** Contains no quotes, because the shell would interpret them. */
const NOT_STARTED =
  'The hook of Mettle could not be started, so its gate cannot decide about this step. To fix: install Mettle again, or remove its hooks from the settings of this client.'

/** A missing or broken hook cannot decide; in a repository that uses Mettle, a person is asked instead. */
function askWhereUsed(command: HookCommand): string {
  return `{ { ${IS_USED}; } && echo '${askForm({ decision: 'ask', reason: NOT_STARTED }, command)}'; } || true`
}

/** The same for PowerShell and cmd. */
export function windowsCommand({ client, event }: HookCommand, reach: Reach): string {
  const words = `--client ${client} --event ${event}`
  if (reach.by === 'place') return `node ${quoted(reach.hook)} ${words}`
  return reach.by === 'dependency' ? `npx --no-install mettle hook ${words}` : `mettle hook ${words}`
}

/** Each tool costs tokens in every prompt, and hooks already do most of their work; for more tools, pass another list to `--tools`. */
const SERVES = ['mcp', '--tools', 'core']

/** The command of the MCP server; it is started once in a session, so a slow start does no harm. */
export function serverCommand(reach: Reach): { readonly command: string; readonly args: readonly string[] } {
  if (reach.by === 'place') return { command: 'node', args: [reach.cli, ...SERVES] }
  const words = [...(reach.by === 'dependency' ? ['npx', '--no-install'] : []), 'mettle', ...SERVES]
  // What npm installs on Windows is a script, which only a shell can start.
  const [command, ...args] = reach.isWindows ? ['cmd', '/c', ...words] : words
  return { command: command!, args }
}

/** Double-quotes a path, which every shell understands, and escapes special characters in it. */
function quoted(path: string): string {
  return `"${path.replace(/["$`\\]/g, (found) => (found === '\\' ? '\\\\' : `\\${found}`))}"`
}
