import { claudeAnswer } from './answers.ts'
import { claudeStepEnd } from './claude-step-end.ts'
import { CLAUDE_MOMENTS, type Dialect, readPayload } from './dialect.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'
import { listIn, type Payload, recordIn, textOf } from './payload.ts'

const DIALECT: Dialect = {
  client: 'claude-code',
  moments: CLAUDE_MOMENTS,
  tools: {
    shell: ['Bash', 'PowerShell'],
    edit: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
    read: ['Read', 'NotebookRead'],
    agent: ['Agent', 'Task'],
    mcp: /^mcp__/,
  },
  task: 'prompt',
  end: claudeStepEnd,
}

export function readClaudeCode(payload: Payload, eventArgument?: string): HookCall | undefined {
  const call = readPayload(payload, eventArgument, DIALECT)
  // A background server does not keep a turn open; a running agent does.
  const isAgentsWork = (task: unknown) => !['shell', 'monitor'].includes(textOf(recordIn(task), 'type') ?? '')
  const isUnfinished = call?.moment === 'turn-end' && listIn(payload.background_tasks).some(isAgentsWork)
  return isUnfinished ? { ...call, isUnfinished } : call
}

export function printClaudeCode(answer: HookAnswer, call: HookCall): string {
  // Most answers are empty, and then the formatter is not loaded.
  if (Object.keys(answer).length === 0) return ''
  return claudeAnswer(answer, call, { canAsk: true, task: 'prompt', rewriteNeedsAllow: false })
}
