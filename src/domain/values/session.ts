export const CLIENTS = ['claude-code', 'codex', 'copilot', 'gemini', 'opencode'] as const
export type Client = (typeof CLIENTS)[number]

export const SESSION_CLIENTS = [...CLIENTS, 'other'] as const

export const TOOL_KINDS = ['shell', 'edit', 'read', 'agent', 'mcp', 'other'] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

export const STEP_RESULTS = ['passed', 'failed', 'denied', 'interrupted', 'unknown'] as const
export type StepResult = (typeof STEP_RESULTS)[number]

/** The prefix of a call's id if its client gave neither an id nor a time: identical calls then have the same id. */
export const UNNAMED_CALL = 'unnamed-'

/** The suffix of the key of a step that is recorded again, from the transcript, because its hook could not see how it ended. */
export const LATE_END = '/end'

/** Signs in a session of a lesson that outlasts it: lasting instructions, a correction, a refusal with words, a call that failed and passed in another form, a failure that an earlier session met, work that was taken back. */
export const NOTICES = ['rule', 'correction', 'refusal', 'cure', 'known-failure', 'reverted'] as const

/** The speaker: an agent, a program, or a person who is present. */
export type Speaker = 'agent' | 'pipeline' | 'person'

/** How far the text of an event is to be trusted. */
export const TRUSTS = ['internal', 'corroborated', 'external', 'quarantined'] as const
export type Trust = (typeof TRUSTS)[number]

/** The places where patterns are shown without a request. */
export const SURFACE_NAMES = ['agent-start', 'tool-call', 'prompt'] as const
export type SurfaceName = (typeof SURFACE_NAMES)[number]

/** What can judge learnings: the built-in rules, a program, or a model behind an API. */
export const CLASSIFIERS = ['rules', 'command', 'openai', 'anthropic'] as const
export type Classifier = (typeof CLASSIFIERS)[number]

export type HealthVerdict = 'fine' | 'warning' | 'broken'

/** The result of one check. `fix` is the line that repairs the problem. */
export interface Finding {
  readonly name: string
  readonly verdict: HealthVerdict
  readonly detail: string
  readonly fix?: string
}

export const fine = (name: string, detail: string): Finding => ({ name, verdict: 'fine', detail })
export const warning = (name: string, detail: string, fix: string): Finding => ({
  name,
  verdict: 'warning',
  detail,
  fix,
})
export const broken = (name: string, detail: string, fix: string): Finding => ({ name, verdict: 'broken', detail, fix })

/** Tokens that a model used, by the client's own record of the session. */
export interface Spent {
  readonly at: number
  readonly tokens: number
  readonly bySubagent?: true
}
