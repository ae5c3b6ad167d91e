import { agentSurface } from '../../../injection/surface.ts'
import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'
import { precomputedFor } from '../open-precomputed.ts'
import { show } from '../show.ts'

const LONGEST_TASK = 8_000

/** The members in which clients name the kind of subagent. */
const TYPE = ['subagent_type', 'subagentType', 'agent_type', 'agentType', 'agent_name', 'agentName', 'agent']
const USUAL_TYPE = 'general-purpose'

/** Adds relevant patterns to the task that a subagent gets. */
export function subagentSpawn(context: HookContext): HookAnswer {
  const [precomputed, { call, run }] = [precomputedFor(context), context]
  const task = call.prompt?.trim() ?? ''
  if (task === '' || precomputed === undefined || !context.setting<boolean>('hook.subagents')) return {}
  const type = typeIn(call.tool?.input ?? {})
  const start = { agent: type, run, task: task.slice(0, LONGEST_TASK) }
  const surface = agentSurface(start, precomputed.head.priority, context.policy.inject)
  const place = { agent: `spawn/${call.tool?.call ?? ''}`, seen: new Set<string>() }
  const blocks = [show(context, surface, { ...place, note: { spawned: type } })]
  // If the client has no subagent start event, patterns for its type go with the task as well.
  if (hearingOf(call.client).losesStart) {
    const start = agentSurface({ agent: type, run }, precomputed.head.priority, context.policy.inject)
    blocks.push(show(context, start, { ...place, seen: context.session.seenBy(place.agent) }))
  }
  const told = blocks.filter((block) => block !== '').join('\n')
  return told === '' ? {} : { task: `${call.prompt}\n\n${told}` }
}

function typeIn(input: Readonly<Record<string, unknown>>): string {
  const named = TYPE.map((member) => input[member]).find((value) => typeof value === 'string' && value.trim() !== '')
  return (named as string | undefined)?.slice(0, 200) ?? USUAL_TYPE
}
