import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'

/** The client starts to compact the session and does not report when it is done. The text of the session start is shown again with the next step or prompt, and not before. */
export function compaction(context: HookContext): HookAnswer {
  const isSaidAgain = context.setting<boolean>('hook.sessionStart')
  context.session.note(isSaidAgain ? { agent: '', startIsDue: true } : { agent: '', cleared: true })
  return {}
}

/** Repeats the start text with a prompt or a step's result, if it is due or the client's record no longer contains it. With a result, at most once between two prompts: the step may be a subagent's. */
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
