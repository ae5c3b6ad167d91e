import { contextOf, gateOf, goOnOf, jsonLine, noticeOf, taskOf } from './answers.ts'
import { type Dialect, readPayload } from './dialect.ts'
import type { HookAnswer, HookCall, ToolStep } from './hook-call.ts'
import { everyTextIn, type Payload, printedIn, recordOf } from './payload.ts'
import { endByExit, type StepEnd, shownOf } from './step.ts'

const WRAPPER = /^<untrusted_context>\n|\n?<\/untrusted_context>\s*$/g
const EXIT_CODE = /^Exit Code: (-?\d{1,9})\s*$/gm
const STOPPED = /^Signal: (?!\(none\))\S|^Command was (?:automatically )?cancelled/m
const GAVE_UP = /^Termination Reason: (?!GOAL)/m

const DIALECT: Dialect = {
  client: 'gemini',
  moments: new Map([
    ['SessionStart', 'session-start'],
    ['BeforeAgent', 'prompt'],
    ['BeforeTool', 'before-tool'],
    ['AfterTool', 'after-tool'],
    ['AfterAgent', 'turn-end'],
    ['SessionEnd', 'session-end'],
  ]),
  tools: {
    shell: ['run_shell_command'],
    edit: ['write_file', 'replace', 'edit'],
    read: ['read_file', 'read_many_files'],
    agent: ['invoke_agent'],
    mcp: /^mcp_/,
  },
  task: 'prompt',
  end: stepEnd,
}

/** Reads a Gemini CLI payload. It does not say which agent it concerns, and passes everything said in a turn as the last words. */
export function readGemini(payload: Payload, eventArgument?: string): HookCall | undefined {
  return readPayload(payload, eventArgument, DIALECT)
}

/** Gemini can ask, but without a person at the keyboard it waits forever, and no payload says whether there is one. So a step that needs approval is denied. */
export function printGemini(answer: HookAnswer, call: HookCall): string {
  const gate = gateOf(answer, call)
  const goOn = goOnOf(answer, call)
  const task = taskOf(answer, call)
  // The new arguments replace all old ones, so they must be complete.
  const rewritten = task === undefined ? {} : { tool_input: { ...call.tool?.input, prompt: task } }
  const specific = { ...rewritten, ...contextOf(answer, call) }
  return jsonLine({
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: call.event, ...specific } }),
    ...noticeOf(answer),
    ...(gate !== undefined && { decision: 'deny', reason: gate.reason, systemMessage: gate.reason }),
    ...(goOn !== undefined && { decision: 'deny', reason: goOn }),
  })
}

function stepEnd(payload: Payload, { kind }: ToolStep): StepEnd {
  const response = recordOf(payload, 'tool_response')
  const text = (printedIn(response?.llmContent) ?? everyTextIn(response?.llmContent))?.replace(WRAPPER, '')
  const isError = response === undefined || (response.error !== undefined && response.error !== null)
  return { ...ended(text ?? '', kind, isError), ...shownOf(kind, text) }
}

/** Gemini prints an exit code only for a failed command. The last such line counts, because programs may print similar lines themselves. */
function ended(text: string, kind: string, isError: boolean): StepEnd {
  const code = kind === 'shell' ? [...text.matchAll(EXIT_CODE)].at(-1)?.[1] : undefined
  if (code !== undefined) return endByExit(Number(code))
  if (kind === 'shell' && STOPPED.test(text)) return { ended: 'interrupted' }
  if (isError || (kind === 'agent' && GAVE_UP.test(text))) return { ended: 'failed' }
  return kind === 'shell' ? endByExit(0) : { ended: 'passed' }
}
