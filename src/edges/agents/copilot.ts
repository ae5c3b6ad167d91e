import { contextOf, gateOf, goOnOf, jsonLine, taskOf } from './answers.ts'
import { CLAUDE_MOMENTS, type Dialect, readPayload } from './dialect.ts'
import type { HookAnswer, HookCall, ToolStep } from './hook-call.ts'
import { type Payload, recordInLine, recordOf, textOf } from './payload.ts'
import { ownWords } from './person-words.ts'
import { endByExit, type StepEnd, shownOf } from './step.ts'

const EXIT_CODE = /\n?<[^<>\n]*\bexit code (-?\d{1,9})>\s*$/
const SESSION_FOLDER = /[\\/]session-state[\\/]([^\\/]+)[\\/]/

/** Events and tools have Copilot's names, or Claude's if the hook is registered under Claude's event names. */
const DIALECT: Dialect = {
  client: 'copilot',
  moments: new Map(
    [
      ...CLAUDE_MOMENTS,
      ['UserPromptSubmitted', 'prompt'] as const,
      ['AgentStop', 'turn-end'] as const,
      ['PreCompact', 'compaction'] as const,
    ].map(([event, moment]) => [event.toLowerCase(), moment]),
  ),
  tools: {
    shell: ['bash', 'Bash', 'powershell', 'PowerShell'],
    edit: ['create', 'edit', 'apply_patch', 'str_replace_editor', 'Write', 'Edit', 'MultiEdit'],
    read: ['view', 'Read'],
    agent: ['task', 'Agent', 'Task'],
    mcp: /-/,
  },
  task: 'prompt',
  end: stepEnd,
}

/** Reads a Copilot CLI payload, in either spelling of its fields and event names. */
export function readCopilot(payload: Payload, eventArgument?: string): HookCall | undefined {
  const call = readPayload(payload, eventArgument, DIALECT)
  if (call?.agent === undefined) return call
  return call.moment === 'turn-end' ? undefined : { ...call, session: sessionOf(payload, call) }
}

/** Copilot reads only top-level fields of the answer. */
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

/** A subagent's events carry its own id as the session id; returns the session that started it. */
function sessionOf(payload: Payload, { agent, session, transcript = '' }: HookCall): string {
  if (session !== agent?.id) return session
  return SESSION_FOLDER.exec(transcript)?.[1] ?? textOf(payload, 'parent_agent_id', 'parentAgentId') ?? session
}

function stepEnd(payload: Payload, { kind }: ToolStep): StepEnd {
  const result = recordOf(payload, 'tool_result', 'toolResult')
  const text = textOf(result, 'text_result_for_llm', 'textResultForLlm') ?? textOf(payload, 'error')
  const code = EXIT_CODE.exec(text ?? '')?.[1]
  const end = ended(textOf(result, 'result_type', 'resultType'), kind, code)
  return { ...end, ...shownOf(kind, text?.replace(EXIT_CODE, '')) }
}

/** A tool that failed has an error and no result. */
function ended(result: string | undefined, kind: string, code: string | undefined): StepEnd {
  if (result === 'denied' || result === 'rejected') return { ended: 'denied' }
  if (result !== 'success') return { ended: 'failed' }
  if (kind === 'shell') return endByExit(code === undefined ? undefined : Number(code))
  return { ended: 'passed' }
}

const SPOKEN = /^(?:user\.message|assistant\.turn_start|assistant\.message|tool\.execution_\w+)$/

/** The end of a turn with the agent's last words, from the last lines of `events.jsonl`. If another event of the session follows the words, they belong to an older turn. Subagents' lines are skipped. */
export function saidFromEvents(call: HookCall, eventsTail: string): HookCall {
  const isSpoken = (line: Payload | undefined) =>
    SPOKEN.test(textOf(line, 'type') ?? '') && textOf(line, 'agentId') === undefined
  const last = eventsTail.split('\n').map(recordInLine).findLast(isSpoken)
  if (textOf(last, 'type') !== 'assistant.message') return call
  const said = ownWords(textOf(recordOf(last, 'data'), 'content'))
  return said === undefined ? call : { ...call, said }
}
