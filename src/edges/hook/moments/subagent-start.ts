import { agentSurface } from '../../../injection/surface.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'
import { precomputedFor } from '../open-precomputed.ts'
import { show } from '../show.ts'

/** Shows a starting subagent the patterns for its type, except those already in its task. */
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

/** Clients do not report which task a subagent got, so subagents of a type are matched to tasks in the order of delegation. */
function takeBrought({ session }: HookContext, { id, type }: { id: string; type: string }) {
  const begun = session.notes.filter(({ started }) => started === type).length
  const handed = session.notes.filter(({ spawned }) => spawned === type)
  const shown = handed[begun]?.shown ?? []
  session.note({ agent: id, started: type, shown })
  return shown
}
