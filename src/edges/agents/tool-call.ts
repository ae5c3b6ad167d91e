import { beforeTool, type CallBase } from './call-base.ts'
import type { HookCall, ToolStep } from './hook-call.ts'
import { type Payload, recordOf, textOf } from './payload.ts'
import { type StepEnd, stepOf } from './step.ts'
import { type ToolNames, toolKindOf } from './tool-kind.ts'

/** What differs between the clients that tell of a step in one payload. */
export interface ToolReading {
  readonly tools: ToolNames
  /** The member of a step's input that holds the task of a subagent. */
  readonly task: string
  readonly end: (payload: Payload, step: ToolStep, event: string) => StepEnd
}

/** A step before it is taken or after, in either spelling of the fields; undefined where the payload names no tool. */
export function toolCall(
  call: CallBase & { readonly moment: 'before-tool' | 'after-tool' },
  payload: Payload,
  { tools, task, end }: ToolReading,
): HookCall | undefined {
  const tool = toolIn(payload, tools)
  if (tool === undefined) return undefined
  const { moment, ...base } = call
  if (moment === 'before-tool') return beforeTool(base, tool, task)
  return { ...base, moment, tool: { ...tool, ...end(payload, tool, base.event) } }
}

function toolIn(payload: Payload, tools: ToolNames): ToolStep | undefined {
  const name = textOf(payload, 'tool_name', 'toolName')
  if (name === undefined) return undefined
  // Gemini says that a tool is of a server, and names it as any other.
  const kind = recordOf(payload, 'mcp_context') === undefined ? toolKindOf(name, tools) : 'mcp'
  const input = recordOf(payload, 'tool_input', 'toolArgs', 'toolInput') ?? {}
  return stepOf({
    name,
    kind,
    input,
    id: textOf(payload, 'tool_use_id', 'toolCallId'),
    at: timeIn(payload),
  })
}

/** Of calls without an id, each is known by its time. */
function timeIn({ timestamp }: Payload): string {
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? String(timestamp) : ''
}
