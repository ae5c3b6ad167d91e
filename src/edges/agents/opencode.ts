import { jsonLine } from './answers.ts'
import {
  beforeTool,
  type CallBase,
  type HookAnswer,
  type HookCall,
  optional,
  promptCall,
  type ToolStep,
} from './hook-call.ts'
import { everyTextIn, listIn, type Payload, printedIn, recordIn, recordOf, textOf, wholeNumberOf } from './payload.ts'
import { ownWords } from './person-words.ts'
import { endByExit, type StepEnd, shownOf, stepOf, type ToolNames, toolKindOf } from './step.ts'

const TOOLS: ToolNames = {
  shell: ['bash'],
  edit: ['write', 'edit', 'multiedit', 'patch', 'apply_patch'],
  read: ['read'],
  agent: ['task'],
  mcp: /^(?!plan_)[^_]+_/,
}

/** Reads a payload, which our plugin makes: `session` is the one that a person opened, `agent` the child session of the event. */
export function readOpencode(payload: Payload, eventArgument?: string): HookCall | undefined {
  const event = eventArgument ?? textOf(payload, 'event') ?? ''
  const base = baseIn(payload, event)
  if (base === undefined) return undefined
  const isInside = base.agent !== undefined
  switch (event) {
    case 'experimental.chat.system.transform':
      return { ...base, moment: isInside ? 'subagent-start' : 'session-start' }
    case 'chat.message':
      return promptCall(base, typedIn(payload))
    case 'tool.execute.before':
    case 'tool.execute.after':
      return toolCall(base, payload)
    case 'message.part.updated':
      return brokenCall(base, payload)
    case 'session.idle':
      return {
        ...base,
        moment: isInside ? 'subagent-end' : 'turn-end',
        ...optional('said', ownWords(textOf(recordOf(payload, 'output'), 'text'))),
      }
    case 'dispose':
      return { ...base, moment: 'session-end' }
    default:
      return undefined
  }
}

/** opencode is answered by changing the objects it passed in; a process that calls the hook on its behalf gets the answer itself. */
export function printOpencode(answer: HookAnswer, _call: HookCall): string {
  return jsonLine({ ...answer })
}

function baseIn(payload: Payload, event: string): CallBase | undefined {
  const session = textOf(payload, 'session')
  const agent = recordOf(payload, 'agent')
  const id = textOf(agent, 'id')
  const cwd = textOf(payload, 'directory') ?? ''
  if (session === undefined) return undefined
  const inside = id === undefined ? {} : { agent: { id, type: textOf(agent, 'type') ?? 'subagent' } }
  const reason = optional('reason', textOf(payload, 'reason'))
  return { client: 'opencode', event, session, cwd, ...inside, ...reason }
}

function typedIn(payload: Payload): string {
  const parts = listIn(recordOf(payload, 'output')?.parts).map(recordIn)
  const typed = parts.filter((part) => textOf(part, 'type') === 'text' && part?.synthetic !== true)
  return unquoted(typed.flatMap((part) => textOf(part, 'text') ?? []).join('\n'))
}

/** Undoes the quotes and escapes that `opencode run` adds to a prompt of several words. */
export function unquoted(text: string): string {
  const inner = /^"((?:[^"\\]|\\[\s\S])*)"$/.exec(text.trim())?.[1]
  return inner === undefined ? text : inner.replaceAll('\\"', '"')
}

function toolCall(base: CallBase, payload: Payload): HookCall | undefined {
  const told = recordOf(payload, 'input')
  const result = recordOf(payload, 'output')
  const isAfter = base.event === 'tool.execute.after'
  const tool = stepIn(told, recordOf(isAfter ? told : result, 'args'))
  if (tool === undefined) return undefined
  if (isAfter) return { ...base, moment: 'after-tool', tool: { ...tool, ...stepEnd(result, tool) } }
  return beforeTool(base, tool, 'prompt')
}

function stepIn(given: Payload | undefined, args: Payload | undefined): ToolStep | undefined {
  const name = textOf(given, 'tool')
  if (name === undefined) return undefined
  return stepOf({ name, kind: toolKindOf(name, TOOLS), input: args ?? {}, id: textOf(given, 'callID') })
}

/** An MCP tool returns the server's own result, without a title or an `output`. */
function stepEnd(result: Payload | undefined, { kind }: ToolStep): StepEnd {
  const shown = shownOf(kind, textOf(result, 'output') ?? printedIn(result?.content) ?? everyTextIn(result?.content))
  if (kind === 'shell') return { ...endByExit(wholeNumberOf(recordOf(result, 'metadata'), 'exit')), ...shown }
  return { ended: result?.isError === true ? 'failed' : 'passed', ...shown }
}

/** A tool that throws is reported only by its part of the message, and by no other event. */
function brokenCall(base: CallBase, payload: Payload): HookCall | undefined {
  const part = recordOf(recordOf(payload, 'input'), 'part')
  const state = recordOf(part, 'state')
  const tool = stepIn(part, recordOf(state, 'input'))
  if (tool === undefined || textOf(state, 'status') !== 'error') return undefined
  const error = textOf(state, 'error') ?? ''
  const ended = DENIED.test(error) ? 'denied' : 'failed'
  return { ...base, moment: 'after-tool', tool: { ...tool, ended, ...shownOf('other', error) } }
}

const DENIED = /^The user (?:rejected|has specified a rule)/i
