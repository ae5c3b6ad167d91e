import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'
import { startWorker } from '../start-worker.ts'

/** A session ends: the loop learns from all of it, in a process that ends by itself. */
export async function sessionEnd(context: HookContext): Promise<HookAnswer> {
  const { call, session } = context
  const turns = session.notes.filter(({ prompted }) => prompted).length
  if (context.setting<boolean>('hook.record'))
    spoolOf(context).add('session-ended', { reason: call.reason?.slice(0, 2_000), turns })
  context.spool?.write()
  if (context.setting<boolean>('hook.learn')) await startWorker(context, { isLast: true })
  return {}
}
