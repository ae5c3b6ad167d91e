import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'

/** A client makes the session shorter, and says nothing once it has: what it was shown is said again with the next prompt. */
export function compaction({ session }: HookContext): HookAnswer {
  session.note({ agent: '', cleared: true, startIsDue: true })
  return {}
}

/** What the start says, with a prompt: where it is due, or where the client's record of the session no longer has it. With the result of a step at most once between two prompts: it may be the step of a subagent. */
export async function startAgain(context: HookContext, isPrompt: boolean): Promise<string> {
  const { call, session } = context
  if (!context.setting<boolean>('hook.sessionStart')) return ''
  if (!session.startIsDue) {
    const last = session.notes.findLast(({ prompted, cleared }) => prompted || cleared)
    const isKept = call.client !== 'gemini' || session.seenBy('').size === 0 || (!isPrompt && last?.cleared)
    if (isKept || (await import('../read-step-end.ts')).holdsStart(call.transcript ?? '', isPrompt)) return ''
    session.note({ agent: '', cleared: true })
  }
  session.note({ agent: '', startIsDue: false })
  return (await import('./session-start.ts')).startText(context)
}
