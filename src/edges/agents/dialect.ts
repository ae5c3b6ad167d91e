import type { Client } from '../../domain/values/session.ts'
import { baseOf, beforeTool, endOf, type HookCall, type Moment, promptCall, type ToolStep } from './hook-call.ts'
import { type Payload, textOf } from './payload.ts'
import { isReadable, type StepEnd, type ToolNames, toolIn } from './step.ts'

/** The differences between clients that call a hook with one payload per event. */
export interface Dialect {
  readonly client: Client
  /** Our events, by the client's event names. */
  readonly moments: ReadonlyMap<string, Moment>
  readonly tools: ToolNames
  /** The field of a step's input that holds a subagent's task. */
  readonly task: string
  readonly end: (payload: Payload, step: ToolStep, event: string) => StepEnd
}

/** The events of Claude Code, whose names others took over. */
export const CLAUDE_MOMENTS: ReadonlyMap<string, Moment> = new Map([
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-tool'],
  ['PostToolUse', 'after-tool'],
  ['PostToolUseFailure', 'after-tool'],
  ['SubagentStart', 'subagent-start'],
  ['SubagentStop', 'subagent-end'],
  ['Stop', 'turn-end'],
  ['SessionEnd', 'session-end'],
])

/** Reads a client's payload. Not every payload names its event. */
export function readPayload(
  payload: Payload,
  eventArgument: string | undefined,
  { client, moments, tools, task, end }: Dialect,
): HookCall | undefined {
  const event = textOf(payload, 'hook_event_name') ?? eventArgument ?? ''
  const moment = moments.get(event) ?? moments.get(event.toLowerCase())
  const base = baseOf(payload, client, event)
  if (moment === undefined || base === undefined) return undefined
  if (moment === 'prompt') return promptCall(base, textOf(payload, 'prompt'))
  if (moment === 'turn-end' || moment === 'subagent-end') return endOf(base, moment, payload)
  if (moment !== 'before-tool' && moment !== 'after-tool') return { ...base, moment }
  const tool = toolIn(payload, tools)
  if (tool === undefined) return undefined
  if (moment === 'before-tool') return isReadable(payload, tool) ? beforeTool(base, tool, task) : undefined
  return { ...base, moment, tool: { ...tool, ...end(payload, tool, event) } }
}
