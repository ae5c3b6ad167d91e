import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { errorType } from '../../engine/laws/task-errors.ts'
import { excerpt } from '../../engine/secrets/excerpt.ts'
import type { HookCall, ToolStep } from './hook-call.ts'

const LONGEST_PROMPT = 8_000
const LONGEST_COMMAND = 8_000
const LONGEST_EXCERPT = 4_000
const LONGEST_NAME = 200
const MOST_FILES = 100

/** The facts that the journal keeps of a session. Hooks and transcripts both record through these functions, so the same prompt or step is recognised whichever reported it. */
export function promptFact(text: string): PayloadOf<'prompt-given'> {
  return { text: excerpt(text, LONGEST_PROMPT) }
}

/** A step that was taken. `pathOf` names its files from the root of the repository. */
export function stepFact(
  { agent }: Pick<HookCall, 'agent'>,
  tool: ToolStep,
  pathOf: (file: string) => string,
): PayloadOf<'tool-used'> {
  return {
    call: tool.call,
    tool: tool.name.slice(0, LONGEST_NAME),
    kind: tool.kind,
    ended: tool.ended ?? 'unknown',
    ...agentOf(agent),
    ...textsOf(tool),
    files: tool.files?.slice(0, MOST_FILES).map(pathOf),
    exitCode: tool.exitCode,
    durationMs: tool.durationMs === undefined ? undefined : Math.max(0, Math.round(tool.durationMs)),
  }
}

/** A command that failed is an error of the run as well; undefined for any other step. */
export function errorFact(tool: ToolStep, nextId: () => string): PayloadOf<'error-recorded'> | undefined {
  if (tool.kind !== 'shell' || tool.ended !== 'failed') return undefined
  const message = excerpt(tool.output?.trim() || `exit code ${tool.exitCode ?? 'unknown'}`, LONGEST_EXCERPT)
  return {
    error: nextId(),
    type: errorType(message).type,
    message,
    tool: tool.name.slice(0, LONGEST_NAME),
    context: tool.command === undefined ? undefined : excerpt(tool.command, LONGEST_COMMAND),
    exitCode: tool.exitCode,
  }
}

/** The end of a turn, of the session or of a subagent, with its last words. */
export function turnFact({ agent, said }: Pick<HookCall, 'agent' | 'said'>): PayloadOf<'turn-ended'> {
  return { ...agentOf(agent), said: said === undefined ? undefined : excerpt(said, LONGEST_EXCERPT) }
}

function agentOf(agent: HookCall['agent']): { agent?: string } {
  return agent === undefined ? {} : { agent: agent.type.slice(0, LONGEST_NAME) }
}

function textsOf({ command, removed, added, output }: ToolStep) {
  const texts = { command, removed, added, output }
  const kept = Object.entries(texts).flatMap(([name, text]) => {
    const cut = excerpt(text ?? '', name === 'command' ? LONGEST_COMMAND : LONGEST_EXCERPT)
    return cut.trim() === '' ? [] : [[name, cut] as const]
  })
  return Object.fromEntries(kept) as Partial<Record<keyof typeof texts, string>>
}

/** Whether the output is longer than what is kept. For edits it is the agent's own text, so never. */
export function isCutShort({ kind, output = '' }: ToolStep): boolean {
  return output.length > LONGEST_EXCERPT && kind !== 'edit'
}
