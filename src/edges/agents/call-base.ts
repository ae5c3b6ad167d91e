import type { Client } from '../../domain/values/session.ts'
import type { HookCall, Moment, ToolStep } from './hook-call.ts'
import { type Payload, textOf } from './payload.ts'
import { ownWords, personWords } from './person-words.ts'

/** Where and in which session something happened, as the clients that speak Claude's protocol tell it. */
export interface CallBase {
  readonly client: Client
  readonly event: string
  readonly session: string
  readonly cwd: string
  readonly transcript?: string
  readonly agent?: { readonly id: string; readonly type: string }
  readonly model?: string
  readonly reason?: string
}

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
  return {
    ...base,
    moment: 'subagent-spawn',
    tool,
    ...optional('prompt', ownWords(textOf(tool.input, taskMember))),
  }
}

/** The end of a turn or of a subagent: its last words, and whether the client already went on for a hook. */
export function endOf(base: CallBase, moment: Moment, payload: Payload): HookCall {
  const said = ownWords(textOf(payload, 'last_assistant_message', 'response', 'prompt_response'))
  return {
    ...base,
    moment,
    ...optional('said', said),
    isAgain: payload.stop_hook_active === true || undefined,
  }
}

export function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: string })
}
