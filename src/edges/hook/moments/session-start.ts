import { quantity } from '../../../domain/numbers.ts'
import { agentSurface } from '../../../injection/surface.ts'
import { MAIN } from '../../../injection/work-context.ts'
import { stateFolder } from '../../../machine/files/user-folders.ts'
import { sightClient } from '../../../machine/presence/client-sightings.ts'
import type { Health } from '../../../precomputed/precomputed-layout.ts'
import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import type { HookContext } from '../hook-context.ts'
import { precomputedFor } from '../open-precomputed.ts'
import { show } from '../show.ts'
import { spoolOf } from '../spool.ts'
import { workerCommand } from '../worker-command.ts'

/** Start reasons after which the prompt's content is gone. */
const CLEARS: readonly string[] = ['compact', 'clear']

/** At a session's start: the loop's health in one line, and what the agent should know. What its prompt still contains is not repeated. */
export function sessionStart(context: HookContext): HookAnswer {
  const { call, session } = context
  if (context.setting<boolean>('hook.record')) record(context)
  // opencode runs this in its own process; what started it may be a person's shell or window manager.
  sightClient(stateFolder(context.environment), call.client === 'opencode' ? process.pid : process.ppid, context.now)
  if (!context.setting<boolean>('hook.sessionStart')) return {}
  const { forgetsAt, losesStart } = hearingOf(call.client)
  const isGone = CLEARS.includes(call.reason ?? '') || (forgetsAt !== undefined && forgetsAt === call.reason)
  if (isGone) session.note({ agent: '', cleared: true, startIsDue: false })
  else if (session.seenBy('').size > 0) return {}
  if (!losesStart) return { context: startText(context) }
  session.note({ agent: '', startIsDue: true })
  return {}
}

/** The loop's health in one line, and what the agent should know. */
export function startText(context: HookContext): string {
  const [precomputed, { run }] = [precomputedFor(context), context]
  const block =
    precomputed === undefined
      ? ''
      : show(context, agentSurface({ agent: MAIN, run }, precomputed.head.priority, context.policy.inject), {
          agent: '',
          seen: new Set(),
        })
  const brief = `<mettle>${briefOf(precomputed?.head.health, context)}</mettle>`
  return block === '' ? brief : `${brief}\n${block}`
}

/** Records the start before choosing patterns, which may take too long or fail. */
function record(context: HookContext): void {
  const { client, reason, model } = context.call
  const spool = spoolOf(context)
  spool.add('session-started', { client, source: reason, model })
  spool.write()
}

/** `Mettle follows this repository: 12 patterns from 40 runs. A person is asked before github is used.` */
function briefOf(health: Health | undefined, context: HookContext): string {
  const lines = [
    `Mettle follows this repository: ${patternsText(health)}.`,
    ...(health === undefined || health.gated.length === 0
      ? []
      : [`A person is asked before ${health.gated.join(', ')} is used.`]),
    ...(context.setting<boolean>('hook.learn') && workerCommand(context) === undefined
      ? [
          'It cannot learn from this session, because its hooks cannot find the mettle command. A person can fix that: mettle init.',
        ]
      : []),
  ]
  return lines.join(' ')
}

function patternsText(health: Health | undefined): string {
  const total = Object.values(health?.patterns ?? {}).reduce((sum, count) => sum + count, 0)
  if (health === undefined || total === 0) return 'nothing has been learned yet'
  const runs = health.runs === 0 ? '' : ` from ${quantity(health.runs, 'run')}`
  return `${quantity(total, 'pattern')}${runs}`
}
