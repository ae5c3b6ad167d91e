import { claudeAnswer } from './answers.ts'
import { claudeStepEnd } from './claude-step-end.ts'
import { baseOf, endOf, type HookAnswer, type HookCall, type Moment, promptCall } from './hook-call.ts'
import { listIn, type Payload, recordIn, textOf } from './payload.ts'
import { type ToolNames, type ToolReading, toolCall } from './step.ts'

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

const READING: ToolReading = { tools: TOOLS, task: 'prompt', end: claudeStepEnd }

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
  // Most steps are answered with nothing, and the form of an answer is then not loaded.
  if (Object.keys(answer).length === 0) return ''
  return claudeAnswer(answer, call, { canAsk: true, task: 'prompt', rewriteNeedsAllow: false })
}

/** A server left running does not keep a turn open; an agent at work does. */
function isAgentsWork(task: unknown): boolean {
  return !['shell', 'monitor'].includes(textOf(recordIn(task), 'type') ?? '')
}
