import { baseOf, endOf, promptCall } from './call-base.ts'
import { claudeAnswer } from './claude-answer.ts'
import type { HookAnswer, HookCall, Moment, ToolStep } from './hook-call.ts'
import { listIn, type Payload, printedIn, recordIn, recordOf, textOf, wholeNumberOf } from './payload.ts'
import { ownWords } from './person-words.ts'
import { endByExit, type StepEnd } from './step.ts'
import { type ToolReading, toolCall } from './tool-call.ts'
import type { ToolNames } from './tool-kind.ts'

const TOOLS: ToolNames = {
  shell: ['Bash', 'PowerShell'],
  edit: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
  read: ['Read', 'NotebookRead'],
  agent: ['Agent', 'Task'],
  mcp: /^mcp__/,
}

const MOMENTS = new Map<string, Moment>([
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

const EXIT_CODE = /^Exit code (-?\d{1,9})\b/
const DENIED = /^(?:The user doesn't want to|Permission to use )/

const READING: ToolReading = { tools: TOOLS, task: 'prompt', end: stepEnd }

/** What Claude Code tells a hook. */
export function readClaudeCode(payload: Payload, eventArgument?: string): HookCall | undefined {
  const event = textOf(payload, 'hook_event_name') ?? eventArgument ?? ''
  const moment = MOMENTS.get(event)
  const base = baseOf(payload, 'claude-code', event)
  if (moment === undefined || base === undefined) return undefined
  if (moment === 'prompt') return promptCall(base, textOf(payload, 'prompt'))
  if (moment === 'before-tool' || moment === 'after-tool')
    return toolCall({ ...base, moment }, payload, READING)
  if (moment === 'subagent-end') return endOf(base, moment, payload)
  if (moment !== 'turn-end') return { ...base, moment }
  const isUnfinished = listIn(payload.background_tasks).some(isAgentsWork)
  return { ...endOf(base, moment, payload), ...(isUnfinished && { isUnfinished }) }
}

export function printClaudeCode(answer: HookAnswer, call: HookCall): string {
  return claudeAnswer(answer, call, { canAsk: true, task: 'prompt', rewriteNeedsAllow: false })
}

function stepEnd(payload: Payload, { kind }: ToolStep, event: string): StepEnd {
  const durationMs = wholeNumberOf(payload, 'duration_ms')
  const end = event === 'PostToolUseFailure' ? failure(payload) : success(payload, kind)
  return { ...end, ...(durationMs !== undefined && durationMs >= 0 && { durationMs }) }
}

function success(payload: Payload, kind: string): StepEnd {
  const response = recordOf(payload, 'tool_response')
  const output = ownWords(printed(payload.tool_response, response))
  const shown = kind === 'edit' || output === undefined ? {} : { output }
  if (response?.interrupted === true) return { ended: 'interrupted', ...shown }
  if (isBackground(response)) return { ended: 'unknown', ...shown }
  return { ...(kind === 'shell' ? endByExit(0) : { ended: 'passed' }), ...shown }
}

function failure(payload: Payload): StepEnd {
  const error = textOf(payload, 'error') ?? ''
  const output = ownWords(error)
  const code = EXIT_CODE.exec(error)?.[1]
  const shown = output === undefined ? {} : { output }
  if (payload.is_interrupt === true) return { ended: 'interrupted', ...shown }
  if (DENIED.test(error)) return { ended: 'denied', ...shown }
  return { ...(code === undefined ? { ended: 'failed' } : endByExit(Number(code))), ...shown }
}

function printed(value: unknown, response: Payload | undefined): string | undefined {
  if (response === undefined) return printedIn(value)
  const streams = [textOf(response, 'stdout'), textOf(response, 'stderr')].filter(
    (text) => text !== undefined,
  )
  if (streams.length > 0) return streams.join('\n')
  return textOf(recordOf(response, 'file'), 'content') ?? printedIn(response.content)
}

/** It goes on in the background: how it ends is told elsewhere. */
function isBackground(response: Payload | undefined): boolean {
  return textOf(response, 'backgroundTaskId') !== undefined || textOf(response, 'status') === 'async_launched'
}

/** A server left running does not keep a turn open; an agent at work does. */
function isAgentsWork(task: unknown): boolean {
  return !['shell', 'monitor'].includes(textOf(recordIn(task), 'type') ?? '')
}
