import { shortName } from '../../../injection/candidate.ts'
import { MAIN } from '../../../injection/work-context.ts'
import type { HookAnswer, HookCall } from '../../agents/hook-call.ts'
import { turnFact } from '../../agents/session-facts.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'
import { startWorker } from '../start-worker.ts'

/** How an agent tells what became of what it was shown. */
const ACKNOWLEDGED = /\bLEARNINGS_ACKNOWLEDGED\b|^\W{0,8}Applied: /m

const ASK =
  'Patterns of earlier runs were shown at the start, and the last message does not say what became of them. For the record: a line `Applied: "summary" -> [evidence at file:line]` for each that was used, or `LEARNINGS_ACKNOWLEDGED: no_learnings (reason)`.'

/** An agent stops. Its last words are kept and the loop learns from the turn; an agent that a person chose is asked what became of what it was shown. */
export async function turnEnd(context: HookContext): Promise<HookAnswer> {
  const { call } = context
  const goOn = askFor(context)
  if (context.setting<boolean>('hook.record') && goOn === undefined)
    spoolOf(context).add('turn-ended', turnFact(call))
  if (goOn !== undefined) return { goOn }
  context.spool?.write()
  const isDone = call.agent === undefined && call.isUnfinished !== true
  if (isDone && context.setting<boolean>('hook.learn')) await startWorker(context, { isLast: false })
  return {}
}

/** Why the agent should go on; undefined lets it stop. Nobody is asked more often than a person set, however the session goes. */
function askFor(context: HookContext): string | undefined {
  const { call, session } = context
  if (!isEnforced(call, context.setting<readonly string[]>('hook.enforceCapture'))) return undefined
  const agent = call.agent?.id ?? ''
  if (session.seenBy(agent).size === 0 || ACKNOWLEDGED.test(call.said ?? '')) return undefined
  const asked = session.notes.filter((note) => note.goOn && note.agent === agent).length
  if (asked >= context.setting<number>('hook.mostAsks')) return undefined
  session.note({ agent, goOn: true })
  return ASK
}

function isEnforced({ agent }: HookCall, chosen: readonly string[]): boolean {
  const name = agent?.type ?? MAIN
  return chosen.some((one) => one === '*' || one === name || one === shortName(name))
}
