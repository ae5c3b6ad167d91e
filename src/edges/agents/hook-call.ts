import type { Client, StepResult, ToolKind } from '../../domain/values/session.ts'
import { type Payload, textOf } from './payload.ts'
import { ownWords, personWords } from './person-words.ts'

/** The events of a session, in one vocabulary for all clients. */
export type Moment =
  | 'session-start'
  /** The client is about to compact the session, and sends no event afterwards. */
  | 'compaction'
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
  /** The client's id of the call, which links the events before and after it; without one, an id of this event alone. */
  readonly call: string
  /** The client's own name of the tool. */
  readonly name: string
  readonly kind: ToolKind
  readonly command?: string
  /** As reported by the client. */
  readonly files?: readonly string[]
  readonly removed?: string
  readonly added?: string
  /** The complete input: a client that accepts rewritten arguments needs all of them. */
  readonly input: Readonly<Record<string, unknown>>
  /** Known after the step. */
  readonly ended?: StepResult
  readonly exitCode?: number
  readonly output?: string
  readonly durationMs?: number
}

/** One hook call, in a form that does not depend on the client. */
export interface HookCall {
  readonly client: Client
  readonly moment: Moment
  /** The client's own name of the event, which its answer must repeat. */
  readonly event: string
  /** The client's session; it is the run. */
  readonly session: string
  readonly cwd: string
  readonly transcript?: string
  /** The subagent's own transcript. */
  readonly agentTranscript?: string
  /** The subagent in which this happens; absent in the session itself. */
  readonly agent?: { readonly id: string; readonly type: string }
  readonly model?: string
  /** How a session began (`startup`, `resume`, `compact`) or why it ended. */
  readonly reason?: string
  /** What a person typed, without text that we or the client added; a subagent's task at `subagent-spawn`. */
  readonly prompt?: string
  readonly tool?: ToolStep
  /** The agent's last words, at the end of a turn. */
  readonly said?: string
  /** Subagents of the turn are still running. */
  readonly isUnfinished?: boolean
  /** The client already continued once because a hook asked it to. */
  readonly isAgain?: boolean
}

/** The answer to the client. An empty one prints nothing. */
export interface HookAnswer {
  /** Goes into the prompt; it carries its own tag. */
  readonly context?: string
  /** The subagent's task with added patterns, at `subagent-spawn`. */
  readonly task?: string
  /** The step needs approval or is denied. */
  readonly gate?: { readonly decision: 'ask' | 'deny'; readonly reason: string }
  /** The reason why the turn should continue. */
  readonly goOn?: string
  /** One line for the person, where the client shows such. */
  readonly notice?: string
}

/** The place and session of an event, as clients with Claude's protocol report them. */
export type CallBase = Omit<HookCall, 'moment' | 'prompt' | 'tool' | 'said' | 'isUnfinished' | 'isAgain'>

/** Undefined if the payload names no session, or concerns an agent that the client hides. */
export function baseOf(payload: Payload, client: Client, event: string): CallBase | undefined {
  const session = textOf(payload, 'session_id', 'sessionId')
  const id = textOf(payload, 'agent_id', 'agentId')
  const type = textOf(payload, 'agent_type', 'agentType')
  if (session === undefined || (id !== undefined && type === undefined)) return undefined
  return {
    client,
    event,
    session,
    cwd: textOf(payload, 'cwd') ?? '',
    ...optional('transcript', textOf(payload, 'transcript_path', 'transcriptPath')),
    agent: id !== undefined && type !== undefined ? { id, type } : undefined,
    ...optional('agentTranscript', textOf(payload, 'agent_transcript_path')),
    ...optional('model', textOf(payload, 'model')),
    ...optional('reason', textOf(payload, 'source', 'reason')),
  }
}

/** A person's prompt; undefined inside a subagent, where the prompt is a task that no person typed. */
export function promptCall(base: CallBase, typed: string | undefined): HookCall | undefined {
  const prompt = personWords(typed)
  return prompt === undefined || base.agent !== undefined ? undefined : { ...base, moment: 'prompt', prompt }
}

/** A step about to be taken; one that starts a subagent also has the task, from the named field of its input. */
export function beforeTool(base: CallBase, tool: ToolStep, taskMember: string): HookCall {
  if (tool.kind !== 'agent') return { ...base, moment: 'before-tool', tool }
  return { ...base, moment: 'subagent-spawn', tool, ...optional('prompt', ownWords(textOf(tool.input, taskMember))) }
}

/** The end of a turn or of a subagent: its last words, and whether a hook already made the client continue. */
export function endOf(base: CallBase, moment: Moment, payload: Payload): HookCall {
  const said = ownWords(textOf(payload, 'last_assistant_message', 'response', 'prompt_response'))
  return { ...base, moment, ...optional('said', said), isAgain: payload.stop_hook_active === true || undefined }
}

export function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: string })
}
