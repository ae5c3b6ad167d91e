import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'
import { startWorker } from '../start-worker.ts'

/** At the end of a session, the loop learns from all of it, in a separate process. */
export async function sessionEnd(context: HookContext): Promise<HookAnswer> {
  const { call, session } = context
  const turns = session.notes.filter(({ prompted }) => prompted).length
  if (context.setting<boolean>('hook.record'))
    spoolOf(context).add('session-ended', { reason: call.reason?.slice(0, 2_000), turns })
  context.spool?.write()
  if (context.setting<boolean>('hook.learn')) await startWorker(context, { isLast: true })
  return {}
}
