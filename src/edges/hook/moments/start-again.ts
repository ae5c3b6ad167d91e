import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'

/** A client begins to make the session shorter, and says nothing once it has: what it was shown is said again with the next step or prompt, and until then nothing of it. */
export function compaction(context: HookContext): HookAnswer {
  const isSaidAgain = context.setting<boolean>('hook.sessionStart')
  context.session.note(isSaidAgain ? { agent: '', startIsDue: true } : { agent: '', cleared: true })
  return {}
}

/** What the start says, with a prompt or the result of a step: where it is due, or where the client's record of the session no longer has it. With the result of a step at most once between two prompts: it may be the step of a subagent. */
export async function startAgain(context: HookContext, isPrompt: boolean): Promise<string> {
  const { call, session } = context
  if (!context.setting<boolean>('hook.sessionStart')) return ''
  const { startIsDue } = session
  const { losesStart } = hearingOf(call.client)
  if (!startIsDue) {
    const last = session.notes.findLast(({ prompted, cleared }) => prompted || cleared)
    const isKept = !losesStart || session.seenBy('').size === 0 || (!isPrompt && last?.cleared)
    if (isKept || (await import('../read-step-end.ts')).holdsStart(call.transcript ?? '', isPrompt)) return ''
  }
  if (!startIsDue || !losesStart) session.note({ agent: '', cleared: true })
  session.note({ agent: '', startIsDue: false })
  return (await import('./session-start.ts')).startText(context)
}
