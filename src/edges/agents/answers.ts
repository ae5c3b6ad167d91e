import type { Client } from '../../domain/values/session.ts'
import { OWN_TAGS } from '../../engine/text/own-blocks.ts'
import type { HookAnswer, HookCall, Moment } from './hook-call.ts'
import type { Payload } from './payload.ts'

/** Moments whose answer a client may put before the model. */
const TELLS: readonly Moment[] = [
  'session-start',
  'prompt',
  'subagent-spawn',
  'subagent-start',
  'before-tool',
  'after-tool',
]

const OWN = new RegExp(`<(?:${OWN_TAGS.join('|')})(?![\\w-])`, 'i')

/** One line of JSON, or nothing where there is nothing to say: an empty object makes some clients talk. */
export function jsonLine(parts: Payload): string {
  return Object.keys(parts).length === 0 ? '' : JSON.stringify(parts)
}

/** What a client does with what hooks say, where it does not simply pass it on. */
interface Hearing {
  /** What is said before a step does not reach the model. */
  readonly isDeafBeforeSteps?: boolean
  /** What is said at the start is lost after the first prompt, so that it is said with a prompt instead; and nobody says when a subagent begins. */
  readonly losesStart?: boolean
  /** How a session begins of which it leaves out what hooks said at its start. */
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

/** A step is stopped before it is taken, or not at all. A refusal without a reason counts for nothing in some clients. */
export function gateOf({ gate }: HookAnswer, { moment }: HookCall): HookAnswer['gate'] {
  if (gate === undefined || (moment !== 'before-tool' && moment !== 'subagent-spawn')) return undefined
  return { ...gate, reason: gate.reason.trim() || 'A gate stops this step.' }
}

export function taskOf({ task, gate }: HookAnswer, { moment }: HookCall): string | undefined {
  return moment === 'subagent-spawn' && gate === undefined && task !== '' ? task : undefined
}

/** The words that make a turn go on come back as a prompt in some clients, so they carry our tag and are known again. */
export function goOnOf({ goOn }: HookAnswer, { moment }: HookCall): string | undefined {
  if (goOn === undefined || goOn.trim() === '' || (moment !== 'turn-end' && moment !== 'subagent-end')) return undefined
  return OWN.test(goOn) ? goOn : `<mettle>\n${goOn}\n</mettle>`
}

export function noticeOf({ notice }: HookAnswer): { systemMessage?: string } {
  return notice === undefined || notice === '' ? {} : { systemMessage: notice }
}

/** The event before a step, as the clients call it. */
const BEFORE_STEP = /^(?:PreToolUse|BeforeTool|tool\.execute\.before)$/i

/** Whether a client asks at this event if a step may be taken. */
export function isBeforeStep(event: string | undefined): boolean {
  return BEFORE_STEP.test(event ?? '')
}

/** What differs between the clients that honour Claude's answers. */
export interface ClaudeDialect {
  /** Whether a step may be put to the person, or only refused. */
  readonly canAsk: boolean
  /** The member of the tool's input that holds a subagent's task. */
  readonly task: string
  /** Whether a rewritten input counts only together with a permission. */
  readonly rewriteNeedsAllow: boolean
}

/** An answer in Claude's form; what a moment cannot say is left out, for an unknown key may void the whole. */
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
