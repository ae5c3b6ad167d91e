import type { Client } from '../../domain/values/session.ts'
import { OWN_TAGS } from '../../engine/text/own-blocks.ts'
import type { HookAnswer, HookCall, Moment } from './hook-call.ts'
import type { Payload } from './payload.ts'

/** Events whose answer a client may show to the model. */
const TELLS: readonly Moment[] = [
  'session-start',
  'prompt',
  'subagent-spawn',
  'subagent-start',
  'before-tool',
  'after-tool',
]

const OWN = new RegExp(`<(?:${OWN_TAGS.join('|')})(?![\\w-])`, 'i')

/** One line of JSON, or nothing: some clients print a message for an empty object. */
export function jsonLine(parts: Payload): string {
  return Object.keys(parts).length === 0 ? '' : JSON.stringify(parts)
}

/** How a client treats hook output, where it does not simply pass it on to the model. */
interface Hearing {
  /** Output before a step does not reach the model. */
  readonly isDeafBeforeSteps?: boolean
  /** Start output is lost after the first prompt, so it goes with a prompt instead; and no event reports that a subagent begins. */
  readonly losesStart?: boolean
  /** The start reason for which the client drops start output. */
  readonly forgetsAt?: string
}

const HEARING: Readonly<Partial<Record<Client, Hearing>>> = {
  gemini: { isDeafBeforeSteps: true, losesStart: true },
  copilot: { forgetsAt: 'resume' },
}

export function hearingOf(client: Client): Hearing {
  return HEARING[client] ?? {}
}

export function contextOf({ context }: HookAnswer, { client, moment }: HookCall): { additionalContext?: string } {
  const isDeaf = hearingOf(client).isDeafBeforeSteps && (moment === 'before-tool' || moment === 'subagent-spawn')
  return context === undefined || context === '' || isDeaf || !TELLS.includes(moment)
    ? {}
    : { additionalContext: context }
}

/** A step can be stopped only before it runs. Some clients ignore a refusal without a reason. */
export function gateOf({ gate }: HookAnswer, { moment }: HookCall): HookAnswer['gate'] {
  if (gate === undefined || (moment !== 'before-tool' && moment !== 'subagent-spawn')) return undefined
  return { ...gate, reason: gate.reason.trim() || 'A gate stops this step.' }
}

export function taskOf({ task, gate }: HookAnswer, { moment }: HookCall): string | undefined {
  return moment === 'subagent-spawn' && gate === undefined && task !== '' ? task : undefined
}

/** Some clients send the text that continues a turn back as a prompt, so it carries our tag to be recognised. */
export function goOnOf({ goOn }: HookAnswer, { moment }: HookCall): string | undefined {
  if (goOn === undefined || goOn.trim() === '' || (moment !== 'turn-end' && moment !== 'subagent-end')) return undefined
  return OWN.test(goOn) ? goOn : `<mettle>\n${goOn}\n</mettle>`
}

export function noticeOf({ notice }: HookAnswer): { systemMessage?: string } {
  return notice === undefined || notice === '' ? {} : { systemMessage: notice }
}

/** The event before a step, as the clients call it. */
const BEFORE_STEP = /^(?:PreToolUse|BeforeTool|tool\.execute\.before)$/i

/** Whether this event asks if a step may be taken. */
export function isBeforeStep(event: string | undefined): boolean {
  return BEFORE_STEP.test(event ?? '')
}

/** The differences between clients that accept Claude's answer format. */
export interface ClaudeDialect {
  /** Whether the client can ask the person about a step, rather than only refuse it. */
  readonly canAsk: boolean
  /** The member of the tool's input that holds a subagent's task. */
  readonly task: string
  /** Whether a rewritten input counts only together with a permission. */
  readonly rewriteNeedsAllow: boolean
}

/** An answer in Claude's format. Fields that the event does not support are omitted, because an unknown key may invalidate the whole answer. */
export function claudeAnswer(answer: HookAnswer, call: HookCall, dialect: ClaudeDialect): string {
  const specific = { ...decision(answer, call, dialect), ...contextOf(answer, call) }
  const goOn = goOnOf(answer, call)
  return jsonLine({
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: call.event, ...specific } }),
    ...(goOn !== undefined && { decision: 'block', reason: goOn }),
    ...noticeOf(answer),
  })
}

function decision(answer: HookAnswer, call: HookCall, dialect: ClaudeDialect): Payload {
  const gate = gateOf(answer, call)
  if (gate !== undefined) {
    const permissionDecision = dialect.canAsk ? gate.decision : 'deny'
    return { permissionDecision, permissionDecisionReason: gate.reason }
  }
  const task = taskOf(answer, call)
  if (task === undefined) return {}
  const updatedInput = { ...call.tool?.input, [dialect.task]: task }
  return dialect.rewriteNeedsAllow ? { permissionDecision: 'allow', updatedInput } : { updatedInput }
}
