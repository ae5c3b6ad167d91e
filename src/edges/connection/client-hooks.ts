import type { Client } from '../../domain/values/session.ts'
import { hookCommand, type Reach, windowsCommand } from './hook-command.ts'
import type { Addition } from './json-edit.ts'

/** The events of a client that Mettle listens to, in the order of a session. `of` names the tools it asks about. */
interface Registration {
  readonly event: string
  readonly of?: string
}

const CLAUDE_TOOLS = 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Agent|Task|mcp__.*'
const CODEX_TOOLS = 'Bash|shell|local_shell|exec_command|write_stdin|apply_patch|spawn_agent|mcp__.*'
const GEMINI_TOOLS = 'run_shell_command|write_file|replace|invoke_agent|mcp_.*'
/** Asked about beforehand, for what no agent opens by itself; that something was read is not on record. */
const CLAUDE_READS = 'Read|NotebookRead|Grep|Glob|LS'
const CODEX_READS = 'view_image|read_file|grep_files|list_dir'
const GEMINI_READS = 'read_file|read_many_files|glob|search_file_content|grep_search|list_directory'
/** What the web said is on record, so that an agent who repeats it is no second source. */
const CLAUDE_WEB = 'WebFetch|WebSearch'
const GEMINI_WEB = 'web_fetch|google_web_search'

const CLAUDE_EVENTS: readonly Registration[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', of: `${CLAUDE_TOOLS}|${CLAUDE_READS}` },
  { event: 'PostToolUse', of: `${CLAUDE_TOOLS}|${CLAUDE_WEB}` },
  { event: 'PostToolUseFailure', of: CLAUDE_TOOLS },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  // Copilot, which reads the hooks of Claude Code, tells only by this that it makes a session shorter.
  { event: 'PreCompact' },
  { event: 'SessionEnd' },
]

/** It begins the session again after it made it shorter, and has no event for failures: they come with those that passed. */
const CODEX_EVENTS: readonly Registration[] = CLAUDE_EVENTS.filter(
  ({ event }) => event !== 'PostToolUseFailure' && event !== 'PreCompact',
).map(({ event, of }) => {
  if (of === undefined) return { event }
  return { event, of: event === 'PreToolUse' ? `${CODEX_TOOLS}|${CODEX_READS}` : CODEX_TOOLS }
})

const GEMINI_EVENTS: readonly Registration[] = [
  { event: 'SessionStart' },
  { event: 'BeforeAgent' },
  { event: 'BeforeTool', of: `${GEMINI_TOOLS}|${GEMINI_READS}` },
  { event: 'AfterTool', of: `${GEMINI_TOOLS}|${GEMINI_WEB}` },
  { event: 'AfterAgent' },
  { event: 'SessionEnd' },
]

/** Seconds that a client waits for us at most. On a machine that is busy beyond measure Node alone takes some of them, and a client that has waited in vain takes the step. */
const PATIENCE_SECONDS = 30

/** Hooks of `.claude/settings.json`: Copilot reads that file, too, so the client is told from what it sends. */
export function claudeHooks(reach: Reach): Addition[] {
  return groups(CLAUDE_EVENTS, ({ event }) => ({
    type: 'command',
    command: hookCommand({ client: 'auto', event }, reach),
    timeout: PATIENCE_SECONDS,
  }))
}

export function codexHooks(reach: Reach): Addition[] {
  return groups(CODEX_EVENTS, ({ event }) => ({
    type: 'command',
    command: hookCommand({ client: 'codex', event }, reach),
    commandWindows: reach.by === 'place' ? undefined : windowsCommand({ client: 'codex', event }, reach),
    timeout: PATIENCE_SECONDS,
  }))
}

/** Its time is in milliseconds, and on Windows PowerShell runs its hooks. */
export function geminiHooks(reach: Reach): Addition[] {
  const command = reach.by !== 'place' && reach.isWindows ? windowsCommand : hookCommand
  return groups(GEMINI_EVENTS, ({ event }) => ({
    name: 'mettle',
    type: 'command',
    command: command({ client: 'gemini', event }, reach),
    timeout: PATIENCE_SECONDS * 1_000,
  }))
}

/** A hooks file of its own. Names as Claude Code writes them make it send what Claude Code sends. */
export function copilotHooks(reach: Reach): string {
  const hooks = CLAUDE_EVENTS.map(({ event }) => {
    const command = { client: 'copilot' as Client, event }
    const handler = {
      type: 'command',
      bash: hookCommand(command, reach),
      powershell: windowsCommand(command, reach),
    }
    return [event, [{ ...handler, timeoutSec: PATIENCE_SECONDS }]]
  })
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`
}

function groups(events: readonly Registration[], handler: (event: Registration) => object): Addition[] {
  return events.map((registration) => ({
    path: ['hooks', registration.event],
    value: { matcher: registration.of, hooks: [handler(registration)] },
  }))
}
