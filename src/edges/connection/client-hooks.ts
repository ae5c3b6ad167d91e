import type { Addition } from './json-edit.ts'

/** An event of a client that Mettle listens to. `of` names the tools it asks about. */
export interface Registration {
  readonly event: string
  readonly of?: string
}

const CLAUDE_TOOLS = 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Agent|Task|mcp__.*'
/** Asked about beforehand, for what no agent opens by itself; that something was read is not on record. */
const CLAUDE_READS = 'Read|NotebookRead|Grep|Glob|LS'
/** What the web said is on record, so that an agent who repeats it is no second source. */
const CLAUDE_WEB = 'WebFetch|WebSearch'

/** In the order of a session; others took these names over. */
export const CLAUDE_EVENTS: readonly Registration[] = [
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

/** Seconds that a client waits for us at most. On a machine that is busy beyond measure Node alone takes some of them, and a client that has waited in vain takes the step. */
export const PATIENCE_SECONDS = 30

/** Hooks as they stand in a JSON file, each in a group of its own. */
export function hookGroups(events: readonly Registration[], handler: (event: string) => object): Addition[] {
  return events.map(({ event, of }) => ({
    path: ['hooks', event],
    value: { matcher: of, hooks: [handler(event)] },
  }))
}
