import type { Addition } from './json-edit.ts'

/** A client event that Mettle listens to. `of` limits it to some tools. */
export interface Registration {
  readonly event: string
  readonly of?: string
}

const CLAUDE_TOOLS = 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Agent|Task|mcp__.*'
/** Hooked before the step only, for files that no agent may open unasked; the reads themselves are not recorded. */
const CLAUDE_READS = 'Read|NotebookRead|Grep|Glob|LS'
/** Web results are recorded, so that an agent repeating one does not count as a second source. */
const CLAUDE_WEB = 'WebFetch|WebSearch'

/** In session order; other clients adopted these names. */
export const CLAUDE_EVENTS: readonly Registration[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', of: `${CLAUDE_TOOLS}|${CLAUDE_READS}` },
  { event: 'PostToolUse', of: `${CLAUDE_TOOLS}|${CLAUDE_WEB}` },
  { event: 'PostToolUseFailure', of: CLAUDE_TOOLS },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  // Copilot reads Claude Code's hooks, and only this event announces its compaction.
  { event: 'PreCompact' },
  { event: 'SessionEnd' },
]

/** Seconds that a client waits for us at most. On an overloaded machine starting Node alone takes several, and a client that times out takes the step. */
export const PATIENCE_SECONDS = 30

/** Hooks as entries of a JSON file, each in its own group. */
export function hookGroups(events: readonly Registration[], handler: (event: string) => object): Addition[] {
  return events.map(({ event, of }) => ({
    path: ['hooks', event],
    value: { matcher: of, hooks: [handler(event)] },
  }))
}
