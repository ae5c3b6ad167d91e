import type { Client, StepResult, ToolKind } from '../../domain/values/session.ts'
import { type Payload, textOf } from './payload.ts'
import { ownWords, personWords } from './person-words.ts'

/** What happens in a session, in one vocabulary for all clients. */
export type Moment =
  | 'session-start'
  /** The client is about to make the session shorter, and will not say when it has. */
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
  /** The record of the subagent alone. */
  readonly agentTranscript?: string
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

/** Where and in which session something happened, as the clients that speak Claude's protocol tell it. */
export type CallBase = Omit<HookCall, 'moment' | 'prompt' | 'tool' | 'said' | 'isUnfinished' | 'isAgain'>

/** Undefined where the payload names no session, or speaks of an agent that the client keeps to itself. */
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

/** A person's prompt. Inside a subagent it is the task, which no person typed. */
export function promptCall(base: CallBase, typed: string | undefined): HookCall | undefined {
  const prompt = personWords(typed)
  return prompt === undefined || base.agent !== undefined ? undefined : { ...base, moment: 'prompt', prompt }
}

/** A step about to be taken; one that hands a task to a subagent has the task, in the named member of its input. */
export function beforeTool(base: CallBase, tool: ToolStep, taskMember: string): HookCall {
  if (tool.kind !== 'agent') return { ...base, moment: 'before-tool', tool }
  return { ...base, moment: 'subagent-spawn', tool, ...optional('prompt', ownWords(textOf(tool.input, taskMember))) }
}

/** The end of a turn or of a subagent: its last words, and whether the client already went on for a hook. */
export function endOf(base: CallBase, moment: Moment, payload: Payload): HookCall {
  const said = ownWords(textOf(payload, 'last_assistant_message', 'response', 'prompt_response'))
  return { ...base, moment, ...optional('said', said), isAgain: payload.stop_hook_active === true || undefined }
}

export function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: string })
}
