import type { LoopContext } from './context.ts'
import { type SealKeeper, sealProblem } from './seal.ts'
import { status } from './status.ts'
import { verifyChain } from './verify.ts'

/** One thing that was looked at. `mend` is the line that puts it right. */
export interface Check {
  readonly name: string
  readonly verdict: 'fine' | 'warning' | 'broken'
  readonly detail: string
  readonly mend?: string
}

export interface DoctorOptions {
  readonly seals?: SealKeeper
  readonly onProgress?: (done: number, total: number) => void
}

const DAY_MS = 86_400_000
const QUIET_DAYS = 14
const BACKLOG = 100

/** Looks at everything that can go wrong silently: a broken chain, a cut journal, a stale policy, a part that fell quiet. */
export async function doctor(context: LoopContext, options: DoctorOptions = {}): Promise<Check[]> {
  const state = await status(context)
  return [
    await chainCheck(context, options),
    await sealCheck(context, options.seals),
    policyCheck(state.policyIsCurrent),
    backlogCheck(state.learnings.pending),
    ...Object.entries({
      capture: 'learnings captured',
      learn: 'learnings processed',
      inject: 'patterns injected',
    }).map(([part, what]) => heartbeatCheck(what, state.heartbeats[part], state.runs, context.now())),
    failureCheck(state.failures, state.lastFailure),
  ]
}

async function chainCheck({ journal }: LoopContext, { onProgress }: DoctorOptions): Promise<Check> {
  const { events, erased, problems } = await verifyChain(journal, onProgress)
  if (problems.length > 0)
    return {
      name: 'journal',
      verdict: 'broken',
      detail: problems.join('; '),
      mend: 'Restore the journal from a copy.',
    }
  const gone = erased === 0 ? '' : `, ${erased} erased`
  return { name: 'journal', verdict: 'fine', detail: `${events} events, every link holds${gone}` }
}

async function sealCheck({ journal }: LoopContext, seals: SealKeeper | undefined): Promise<Check> {
  if (seals === undefined)
    return {
      name: 'seal',
      verdict: 'warning',
      detail: 'no place for seals is known',
      mend: 'Set HOME or METTLE_HOME.',
    }
  const problem = await sealProblem(journal, seals)
  if (problem !== undefined)
    return { name: 'seal', verdict: 'broken', detail: problem, mend: 'Restore the journal from a copy.' }
  const seal = seals.last((await journal.head()).journal)
  if (seal === undefined)
    return { name: 'seal', verdict: 'fine', detail: 'none yet; `mettle learn` sets the first' }
  return { name: 'seal', verdict: 'fine', detail: `holds up to event ${seal.position}` }
}

function policyCheck(isCurrent: boolean): Check {
  if (isCurrent)
    return { name: 'policy', verdict: 'fine', detail: 'patterns were folded under the present settings' }
  return {
    name: 'policy',
    verdict: 'warning',
    detail: 'the settings changed since patterns were folded',
    mend: 'mettle rebuild',
  }
}

function backlogCheck(pending: number): Check {
  const detail =
    pending === 0
      ? 'nothing waits'
      : `${pending} captured ${pending === 1 ? 'learning waits' : 'learnings wait'}`
  if (pending < BACKLOG) return { name: 'backlog', verdict: 'fine', detail }
  return { name: 'backlog', verdict: 'warning', detail, mend: 'mettle learn' }
}

/** A part that never ran is no alarm before there are runs; one that fell quiet is. */
function heartbeatCheck(name: string, last: number | undefined, runs: number, now: number): Check {
  if (last === undefined)
    return {
      name,
      verdict: runs === 0 ? 'fine' : 'warning',
      detail: 'never',
      ...(runs === 0 ? {} : { mend: 'mettle status' }),
    }
  const days = Math.floor(Math.max(0, now - last) / DAY_MS)
  const detail = days === 0 ? 'within a day' : `${days} ${days === 1 ? 'day' : 'days'} ago`
  if (days < QUIET_DAYS) return { name, verdict: 'fine', detail }
  return {
    name,
    verdict: 'warning',
    detail: `${detail}; quiet for more than ${QUIET_DAYS} days`,
    mend: 'mettle status',
  }
}

function failureCheck(
  failures: number,
  last: { part: string; code: string; message: string } | undefined,
): Check {
  if (failures === 0 || last === undefined)
    return { name: 'failures', verdict: 'fine', detail: 'none recorded' }
  return {
    name: 'failures',
    verdict: 'warning',
    detail: `${failures} recorded, the last in ${last.part}: ${last.message}`,
    mend: 'mettle status',
  }
}
