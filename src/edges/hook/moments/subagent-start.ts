import { agentSurface } from '../../../injection/surface.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'
import { precomputedFor } from '../open-precomputed.ts'
import { show } from '../show.ts'

/** A subagent begins: what is for its kind, but for what its task brought along. */
export function subagentStart(context: HookContext): HookAnswer {
  const [precomputed, { call, session, run }] = [precomputedFor(context), context]
  const { agent } = call
  if (agent === undefined || precomputed === undefined || !context.setting<boolean>('hook.subagents')) return {}
  const brought = takeBrought(context, agent)
  const surface = agentSurface({ agent: agent.type, run }, precomputed.head.priority, context.policy.inject)
  const seen = new Set([...session.seenBy(agent.id), ...brought])
  const block = show(context, surface, { agent: agent.id, seen })
  return block === '' ? {} : { context: block }
}

/** Clients do not say which task a subagent has; the tasks of its kind are given out in the order in which they were handed over. */
function takeBrought({ session }: HookContext, { id, type }: { id: string; type: string }) {
  const begun = session.notes.filter(({ started }) => started === type).length
  const handed = session.notes.filter(({ spawned }) => spawned === type)
  const shown = handed[begun]?.shown ?? []
  session.note({ agent: id, started: type, shown })
  return shown
}
