import { claudeAnswer } from './answers.ts'
import { CLAUDE_MOMENTS, type Dialect, readPayload } from './dialect.ts'
import type { HookAnswer, HookCall, ToolStep } from './hook-call.ts'
import {
  everyTextIn,
  type Payload,
  printedIn,
  recordIn,
  recordInLine,
  recordOf,
  textOf,
  wholeNumberOf,
} from './payload.ts'
import { endByExit, type StepEnd, shownOf } from './step.ts'

const EXIT_CODE = /^Exit code: (-?\d{1,9})\b/

const DIALECT: Dialect = {
  client: 'codex',
  moments: CLAUDE_MOMENTS,
  tools: {
    shell: ['Bash', 'shell', 'local_shell', 'exec_command', 'write_stdin'],
    edit: ['apply_patch'],
    read: ['view_image', 'read_file'],
    agent: ['spawn_agent', 'multi_agent_v1spawn_agent'],
    mcp: /^mcp__/,
  },
  task: 'message',
  end: stepEnd,
}

/** Reads a Codex payload: Claude's event names, its own tools, and no information on whether a command failed. */
export function readCodex(payload: Payload, eventArgument?: string): HookCall | undefined {
  return readPayload(payload, eventArgument, DIALECT)
}

/** Codex rejects an answer with an unknown key, and cannot ask the person, so a step that needs approval is denied. */
export function printCodex(answer: HookAnswer, call: HookCall): string {
  return claudeAnswer(answer, call, { canAsk: false, task: 'message', rewriteNeedsAllow: true })
}

function stepEnd({ tool_response: response }: Payload, { kind }: ToolStep): StepEnd {
  const text = printedIn(response) ?? printedIn(recordIn(response)?.content) ?? everyTextIn(response)
  const code = EXIT_CODE.exec(text ?? '')?.[1]
  return { ...ended(response, kind, code), ...shownOf(kind, text) }
}

function ended(response: unknown, kind: string, code: string | undefined): StepEnd {
  if (code !== undefined) return endByExit(Number(code))
  if (kind === 'shell' || kind === 'edit' || response === undefined) return { ended: 'unknown' }
  return { ended: recordIn(response)?.isError === true ? 'failed' : 'passed' }
}

/** The call with its command's result, from the last lines of the rollout. Codex writes them before it calls the hook; if they are about another call, this one stays as it was. */
export function endFromRollout(call: HookCall, rolloutTail: string): HookCall {
  const { tool } = call
  if (tool?.ended !== 'unknown') return call
  const lines = rolloutTail.split('\n').filter((line) => line.includes(tool.call))
  const end = lines.map((line) => commandEnd(line, tool.call)).findLast((found) => found !== undefined)
  return end === undefined ? call : { ...call, tool: { ...tool, ...end } }
}

function commandEnd(line: string, call: string): StepEnd | undefined {
  const payload = recordOf(recordInLine(line), 'payload')
  const item = recordOf(payload, 'item') ?? payload
  return item !== undefined && textOf(item, 'id', 'call_id') === call ? endTold(item) : undefined
}

/** A command's result, from a rollout line about it. */
export function endTold(given: Payload): StepEnd | undefined {
  if (textOf(given, 'status') === 'declined') return { ended: 'denied' }
  const code = wholeNumberOf(given, 'exit_code')
  return code === undefined ? undefined : endByExit(code)
}
