import { contextOf, gateOf, goOnOf, jsonLine, taskOf } from './answers.ts'
import {
  baseOf,
  type CallBase,
  endOf,
  type HookAnswer,
  type HookCall,
  type Moment,
  promptCall,
  type ToolStep,
} from './hook-call.ts'
import { type Payload, recordInLine, recordOf, textOf } from './payload.ts'
import { ownWords } from './person-words.ts'
import { endByExit, type StepEnd, type ToolNames, type ToolReading, toolCall } from './step.ts'

/** The tools go by their own names, or by Claude's where the hook is registered under Claude's names of events. */
const TOOLS: ToolNames = {
  shell: ['bash', 'Bash', 'powershell', 'PowerShell'],
  edit: ['create', 'edit', 'apply_patch', 'str_replace_editor', 'Write', 'Edit', 'MultiEdit'],
  read: ['view', 'Read'],
  agent: ['task', 'Agent', 'Task'],
  mcp: /-/,
}

const MOMENTS = new Map<string, Moment>([
  ['sessionstart', 'session-start'],
  ['userpromptsubmit', 'prompt'],
  ['userpromptsubmitted', 'prompt'],
  ['pretooluse', 'before-tool'],
  ['posttooluse', 'after-tool'],
  ['posttoolusefailure', 'after-tool'],
  ['subagentstart', 'subagent-start'],
  ['subagentstop', 'subagent-end'],
  ['stop', 'turn-end'],
  ['agentstop', 'turn-end'],
  ['sessionend', 'session-end'],
])

const EXIT_CODE = /\n?<[^<>\n]*\bexit code (-?\d{1,9})>\s*$/
const SESSION_FOLDER = /[\\/]session-state[\\/]([^\\/]+)[\\/]/

const READING: ToolReading = { tools: TOOLS, task: 'prompt', end: stepEnd }

/** What Copilot CLI tells a hook, in either spelling of its fields. Not every payload names its event. */
export function readCopilot(payload: Payload, eventArgument?: string): HookCall | undefined {
  const event = textOf(payload, 'hook_event_name') ?? eventArgument ?? ''
  const moment = MOMENTS.get(event.toLowerCase())
  const base = sessionBase(payload, event)
  if (moment === undefined || base === undefined) return undefined
  if (moment === 'prompt') return promptCall(base, textOf(payload, 'prompt'))
  if (moment === 'before-tool' || moment === 'after-tool')
    return toolCall({ ...base, moment }, payload, READING)
  if (moment === 'subagent-end') return endOf(base, moment, payload)
  if (moment !== 'turn-end') return { ...base, moment }
  return base.agent === undefined ? endOf(base, moment, payload) : undefined
}

/** Copilot looks for what it honours at the top of the answer. */
export function printCopilot(answer: HookAnswer, call: HookCall): string {
  const gate = gateOf(answer, call)
  const task = taskOf(answer, call)
  const goOn = goOnOf(answer, call)
  return jsonLine({
    ...(gate !== undefined && { permissionDecision: gate.decision, permissionDecisionReason: gate.reason }),
    ...(task !== undefined && { modifiedArgs: { ...call.tool?.input, prompt: task } }),
    ...contextOf(answer, call),
    ...(goOn !== undefined && { decision: 'block', reason: goOn }),
  })
}

/** A subagent's events carry its own id as the session's; the session is the one it came from. */
function sessionBase(payload: Payload, event: string): CallBase | undefined {
  const base = baseOf(payload, 'copilot', event)
  if (base?.agent === undefined || base.session !== base.agent.id) return base
  const folder = SESSION_FOLDER.exec(base.transcript ?? '')?.[1]
  const session = folder ?? textOf(payload, 'parent_agent_id', 'parentAgentId') ?? base.session
  return { ...base, session }
}

function stepEnd(payload: Payload, { kind }: ToolStep): StepEnd {
  const result = recordOf(payload, 'tool_result', 'toolResult')
  const text = textOf(result, 'text_result_for_llm', 'textResultForLlm') ?? textOf(payload, 'error')
  const code = EXIT_CODE.exec(text ?? '')?.[1]
  const output = ownWords(text?.replace(EXIT_CODE, ''))
  return {
    ...ended(textOf(result, 'result_type', 'resultType'), kind, code),
    ...(kind !== 'edit' && output !== undefined && { output }),
  }
}

/** A tool that failed has an error and no result. */
function ended(result: string | undefined, kind: string, code: string | undefined): StepEnd {
  if (result === 'denied' || result === 'rejected') return { ended: 'denied' }
  if (result !== 'success') return { ended: 'failed' }
  if (kind === 'shell') return endByExit(code === undefined ? undefined : Number(code))
  return { ended: 'passed' }
}

const SPOKEN = /^(?:user\.message|assistant\.turn_start|assistant\.message|tool\.execution_\w+)$/

/**
 * The end of a turn with the agent's last words, as the last lines of Copilot's `events.jsonl` tell them.
 *
 * They are there only when nothing of the session itself comes after them: an older message is that of an older turn. Lines of subagents name
 * their agent and are passed over.
 */
export function saidFromEvents(call: HookCall, eventsTail: string): HookCall {
  const last = eventsTail.split('\n').map(recordInLine).findLast(isSpoken)
  if (textOf(last, 'type') !== 'assistant.message') return call
  const said = ownWords(textOf(recordOf(last, 'data'), 'content'))
  return said === undefined ? call : { ...call, said }
}

function isSpoken(line: Payload | undefined): boolean {
  return SPOKEN.test(textOf(line, 'type') ?? '') && textOf(line, 'agentId') === undefined
}
