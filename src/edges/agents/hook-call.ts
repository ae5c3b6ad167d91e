import type { Client, StepResult, ToolKind } from '../../domain/values/session.ts'

/** What happens in a session, in one vocabulary for all clients. */
export type Moment =
  | 'session-start'
  | 'prompt'
  /** The session is about to hand a task to a subagent; its prompt may still be changed. */
  | 'subagent-spawn'
  | 'subagent-start'
  | 'before-tool'
  | 'after-tool'
  | 'subagent-end'
  | 'turn-end'
  | 'session-end'

/** A step that an agent is about to take, or took. */
export interface ToolStep {
  /** The client's id of the call, which joins what was before and after; one of this event alone where it has none. */
  readonly call: string
  /** The client's own name of the tool. */
  readonly name: string
  readonly kind: ToolKind
  readonly command?: string
  /** As the client told them. */
  readonly files?: readonly string[]
  readonly removed?: string
  readonly added?: string
  /** What it was given, whole; a client that rewrites arguments wants them back whole. */
  readonly input: Readonly<Record<string, unknown>>
  /** Known after the step. */
  readonly ended?: StepResult
  readonly exitCode?: number
  readonly output?: string
  readonly durationMs?: number
}

/** One call of a hook, as every client would have told it. */
export interface HookCall {
  readonly client: Client
  readonly moment: Moment
  /** The client's own name of the event, which its answer must repeat. */
  readonly event: string
  /** The client's session; it is the run. */
  readonly session: string
  readonly cwd: string
  readonly transcript?: string
  /** The subagent in which this happens; absent in the session itself. */
  readonly agent?: { readonly id: string; readonly type: string }
  readonly model?: string
  /** How a session began (`startup`, `resume`, `compact`) or why it ended. */
  readonly reason?: string
  /** What a person typed, without what we or the client put into it; a subagent's task at `subagent-spawn`. */
  readonly prompt?: string
  readonly tool?: ToolStep
  /** The agent's last words, at the end of a turn. */
  readonly said?: string
  /** The turn goes on in subagents that still run. */
  readonly isUnfinished?: boolean
  /** The client already went on once because a hook asked for it. */
  readonly isAgain?: boolean
}

/** What to tell the client. An empty answer prints nothing. */
export interface HookAnswer {
  /** Goes into the prompt; it carries its own tag. */
  readonly context?: string
  /** The subagent's task with what it should know, at `subagent-spawn`. */
  readonly task?: string
  /** A step that a person must allow, or may not be taken. */
  readonly gate?: { readonly decision: 'ask' | 'deny'; readonly reason: string }
  /** The turn should go on, for this reason. */
  readonly goOn?: string
  /** One line for the person, where the client shows such. */
  readonly notice?: string
}
