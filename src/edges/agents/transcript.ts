import { endFromRollout } from './codex.ts'
import { saidFromEvents } from './copilot.ts'
import type { HookCall } from './hook-call.ts'

/** Whether the client left something out that its own record of the session tells: how a command ended, the last words of a turn. */
export function lacksWord({ client, moment, tool, said, transcript }: HookCall): boolean {
  if (transcript === undefined) return false
  if (client === 'codex') return moment === 'after-tool' && tool?.ended === 'unknown'
  return client === 'copilot' && moment === 'turn-end' && said === undefined
}

/** The call with what the last lines of that record add. Clients write it while they call the hook, so a line that is missing may be there some milliseconds later. */
export function withTranscript(call: HookCall, tail: string): HookCall {
  if (!lacksWord(call)) return call
  return call.client === 'codex' ? endFromRollout(call, tail) : saidFromEvents(call, tail)
}
