import type { HookCall } from './hook-call.ts'
import { type Payload, recordInLine, recordOf, textOf } from './payload.ts'
import { ownWords } from './person-words.ts'

const SPOKEN = /^(?:user\.message|assistant\.turn_start|assistant\.message|tool\.execution_\w+)$/

/**
 * The end of a turn with the agent's last words, as the last lines of Copilot's `events.jsonl` tell them.
 *
 * They are there only when nothing of the session itself comes after them: an older message is that of an older turn. Lines of subagents name
 * their agent and are passed over.
 */
export function saidFromEvents(call: HookCall, eventsTail: string): HookCall {
  const last = eventsTail.split('\n').map(recordInLine).findLast(isSpoken)
  if (textOf(last, 'type') !== 'assistant.message') return call
  const said = ownWords(textOf(recordOf(last, 'data'), 'content'))
  return said === undefined ? call : { ...call, said }
}

function isSpoken(line: Payload | undefined): boolean {
  return SPOKEN.test(textOf(line, 'type') ?? '') && textOf(line, 'agentId') === undefined
}
