import { OWN_TAGS } from '../../engine/text/own-tags.ts'
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

/** Whether what is said at a moment reaches the model. Before a tool Gemini passes nothing on. */
export function reachesModel({ client, moment }: Pick<HookCall, 'client' | 'moment'>): boolean {
  const isBefore = moment === 'before-tool' || moment === 'subagent-spawn'
  return TELLS.includes(moment) && !(client === 'gemini' && isBefore)
}

export function contextOf({ context }: HookAnswer, call: HookCall): { additionalContext?: string } {
  return context === undefined || context === '' || !reachesModel(call) ? {} : { additionalContext: context }
}

/** A step is stopped before it is taken, or not at all. A refusal without a reason counts for nothing in some clients. */
export function gateOf({ gate }: HookAnswer, { moment }: HookCall): HookAnswer['gate'] {
  if (gate === undefined || (moment !== 'before-tool' && moment !== 'subagent-spawn')) return undefined
  return { ...gate, reason: gate.reason.trim() || 'A gate of this project stops this step.' }
}

export function taskOf({ task, gate }: HookAnswer, { moment }: HookCall): string | undefined {
  return moment === 'subagent-spawn' && gate === undefined && task !== '' ? task : undefined
}

/** The words that make a turn go on come back as a prompt in some clients, so they carry our tag and are known again. */
export function goOnOf({ goOn }: HookAnswer, { moment }: HookCall): string | undefined {
  if (goOn === undefined || goOn.trim() === '' || (moment !== 'turn-end' && moment !== 'subagent-end'))
    return undefined
  return OWN.test(goOn) ? goOn : `<mettle>\n${goOn}\n</mettle>`
}

export function noticeOf({ notice }: HookAnswer): { systemMessage?: string } {
  return notice === undefined || notice === '' ? {} : { systemMessage: notice }
}
