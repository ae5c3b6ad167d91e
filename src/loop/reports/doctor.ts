import { DAY_MS, grouped, quantity } from '../../domain/numbers.ts'
import { present } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { broken, type Finding, fine, warning } from '../../domain/values/session.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import type { JournalServices } from '../journal/keepers.ts'
import { type SealKeeper, sealProblem } from '../journal/seal.ts'
import { type ChainLook, VerifiedChain } from '../journal/verify.ts'
import { type Known, lossOf } from '../journal/watermark.ts'
import { MOST_PATTERNS } from '../views/precompute.ts'
import { begunAt, type Status, status } from './overview.ts'
import { daysSince, isQuiet, type Listening } from './silent-components.ts'

export interface Check extends Finding {
  /** When the last full verification began, if this one continued it. */
  readonly wholeAt?: number
}

export interface DoctorOptions {
  /** Verify only events added since this process last verified; all of them the first time. */
  readonly onlyNew?: boolean
  /** Verify every event of a long journal as well, not only the newest. */
  readonly full?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

/** The context; without a seal keeper, seals are not checked. */
type Looked = LoopContext & Partial<Pick<JournalServices, 'seals' | 'known'>>

const BACKLOG = 100
const RECENT_DAYS = 3

/** Checks everything that can go wrong silently: a broken chain, a truncated journal, an outdated policy, a component that stopped reporting. */
export async function doctor(context: Looked, options: DoctorOptions = {}): Promise<Check[]> {
  const [state, begun] = [await status(context), await begunAt(context)]
  return [
    await chainCheck(context, options),
    await sealCheck(context),
    policyCheck(state.policyIsCurrent),
    ...archiveChecks(state.archive),
    backlogCheck(state.learnings.pending),
    ...shownCheck(state.patterns.showable),
    ...PARTS.map((part) =>
      heartbeatCheck(part, state.heartbeats[part.name], {
        runs: state.runs,
        begunAt: begun,
        now: context.now(),
        quietDays: context.settings.quietDays,
      }),
    ),
    overlayCheck(state.overlays, context.policy.policy.staleAfterDays),
    spoolCheck(state.spool),
    ...transcriptChecks(context.transcripts?.problems() ?? []),
    failureCheck(state.failures, state.lastFailure, context.now()),
  ]
}

async function chainCheck(context: LoopContext, options: DoctorOptions): Promise<Check> {
  const { found, earlier, wholeAt } = await lookAtChain(context, options)
  const { events, erased, archived, problems, from = 0 } = found
  const since = earlier === 0 ? {} : { wholeAt }
  if (problems.length > 0)
    return { name: 'journal', verdict: 'broken', detail: problems.join('; '), fix: REMEDY, ...since }
  const gone = present([erased > 0 && `, ${grouped(erased)} erased`, archived > 0 && `, ${grouped(archived)} archived`])
  const before = earlier === 0 ? gone.join('') : `; ${grouped(earlier)} of them were verified before`
  const detail =
    from === 0
      ? `${quantity(events, 'event')}, none altered${before}`
      : `${quantity(events, 'event')}; none of the newest ${grouped(events - from)} was altered. To check all of them: mettle doctor --full`
  return { name: 'journal', verdict: 'fine', detail, ...since }
}

function lookAtChain(
  { journal, now, chain = new VerifiedChain() }: LoopContext,
  { onlyNew = false, full = false, onProgress }: DoctorOptions,
): Promise<ChainLook> {
  if (full) return chain.whole(journal, now(), onProgress)
  return onlyNew ? chain.onlyNew(journal, now()) : chain.newest(journal, now(), onProgress)
}

async function sealCheck({ journal, seals, known }: Looked): Promise<Check> {
  if (seals === undefined) return warning('seal', 'no place for seals is known', 'Set HOME or METTLE_HOME.')
  try {
    return (await sealBroken(journal, seals)) ?? (await watermarkCheck(journal, known, seals))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return broken('seal', error.message, error.hint)
  }
}

const REMEDY =
  'Put a backup back: mettle restore FILE. Without one, go on with what is left: mettle restore --accept-loss'

async function sealBroken(journal: Journal, seals: SealKeeper): Promise<Check | undefined> {
  const problem = await sealProblem(journal, seals)
  return problem === undefined ? undefined : broken('seal', problem, REMEDY)
}

/** Compares the journal with what is known outside of it: the watermark has the position and hash of every commit, the last full seal the state of all streams up to it. */
async function watermarkCheck(journal: Journal, known: Known | undefined, seals: SealKeeper): Promise<Check> {
  const reached = known?.reached()
  const loss = reached && known && (await lossOf(journal, reached, known.bootedAt()))
  if (loss !== undefined) return broken('seal', `the journal has lost something: ${loss.detail}`, REMEDY)
  const sealed = seals.last((await journal.head()).journal)?.position ?? 0
  const position = Math.max(sealed, reached?.newest.position ?? 0)
  if (position === 0) return fine('seal', 'none yet; the first event sets it')
  const since = reached?.since === undefined ? '' : `; known since ${reached.since}`
  return fine('seal', `holds up to event ${grouped(position)}${since}`)
}

function policyCheck(isCurrent: boolean): Check {
  if (isCurrent) return fine('policy', 'all patterns were computed with the current settings')
  return warning('policy', 'the settings changed since patterns were computed', 'mettle rebuild')
}

/** Archived events were folded under the policy of their time; a new one applies only after they are restored. */
function archiveChecks(archive: Status['archive']): Check[] {
  if (archive === undefined) return []
  const detail = `the words of events up to ${archive.upTo} are archived`
  if (archive.policyIsCurrent) return [fine('archive', detail)]
  const earlier = `${detail}, and their results were computed with earlier settings`
  return [warning('archive', earlier, 'mettle forget --restore, then mettle rebuild')]
}

function backlogCheck(pending: number): Check {
  const detail = pending === 0 ? 'empty' : quantity(pending, 'captured learning waits', 'captured learnings wait')
  return pending < BACKLOG ? fine('backlog', detail) : warning('backlog', detail, 'mettle learn')
}

/** Hooks read a file with only the best patterns of each state. If there are more patterns, hooks do not choose among all of them. */
export function shownCheck(showable: number): Check[] {
  if (showable <= MOST_PATTERNS) return []
  const detail = `hooks choose among the best ${grouped(MOST_PATTERNS)} of each state; ${grouped(showable)} patterns may be shown`
  return [warning('patterns', detail, 'mettle inject chooses among all of them')]
}

/** The components that can stop reporting, and what restarts each. */
const PARTS = [
  { name: 'capture', what: 'learnings captured', wake: 'mettle learning record --lesson "…"' },
  { name: 'learn', what: 'learnings processed', wake: 'mettle learn' },
  { name: 'inject', what: 'patterns injected', wake: 'mettle inject' },
] as const

function heartbeatCheck(
  { what: name, wake }: (typeof PARTS)[number],
  last: number | undefined,
  listening: Listening,
): Check {
  const days = last === undefined ? 0 : daysSince(last, listening.now)
  const ago = days === 0 ? 'within a day' : `${quantity(days, 'day')} ago`
  const detail = last === undefined ? 'none yet' : ago
  if (!isQuiet(last, listening)) return fine(name, detail)
  const since = last === undefined ? '' : `; quiet for more than ${listening.quietDays} days`
  return warning(name, `${detail}${since}`, wake)
}

/** An overlay without new runs is frozen at an old verdict. */
function overlayCheck({ tight, stale }: Status['overlays'], staleAfterDays: number): Check {
  const held = `${quantity(tight, 'adapter is', 'adapters are')} held by an overlay`
  if (stale.length === 0) return fine('overlays', tight === 0 ? 'none active' : held)
  const untested = `${held}, without new evidence for more than ${staleAfterDays} days: ${stale.join(', ')}`
  return warning('overlays', untested, `mettle policy show ${stale[0]}`)
}

/** Only where something is wrong: most sessions need no transcript. */
function transcriptChecks(problems: readonly { readonly run: string; readonly problem: string }[]): Check[] {
  const [first] = problems
  if (first === undefined) return []
  const many = quantity(problems.length, 'transcript')
  const detail = `${many} of sessions could not be read, so what hooks missed there stays missing: ${first.problem}`
  return [warning('transcripts', detail, `mettle session settle --run ${first.run}`)]
}

/** Opening the journal records queued hook events; those still queued could not be recorded. */
function spoolCheck({ waiting, refused }: Status['spool']): Check {
  const name = 'queued hook events'
  if (waiting + refused === 0) return fine(name, 'none')
  const detail = `${quantity(waiting, 'file waits', 'files wait')}, ${grouped(refused)} moved to spool/refused`
  return warning(name, detail, 'Look at the refused files, then remove them.')
}

/** An old failure is history; a recent one may recur. */
function failureCheck(failures: number, last: Status['lastFailure'], now: number): Check {
  if (failures === 0 || last === undefined) return fine('failures', 'none recorded')
  const detail = `${failures} recorded, the last in ${last.part}: ${last.message}`
  if (now - last.at >= RECENT_DAYS * DAY_MS) return fine('failures', `${detail} (more than ${RECENT_DAYS} days ago)`)
  const passes = `the warning ends after ${RECENT_DAYS} days without another`
  const lateMs = last.code === 'late' ? /after (\d+) of \d+ ms/.exec(last.message)?.[1] : undefined
  const fix = lateMs === undefined ? `Nothing, if it works again: ${passes}.` : moreTime(Number(lateMs))
  return warning('failures', detail, fix)
}

/** A deadline of twice the hook's time, rounded up to hundreds, up to the setting's maximum. */
function moreTime(tookMs: number): string {
  const ms = Math.min(60_000, Math.ceil((2 * tookMs) / 100) * 100)
  return `export METTLE_HOOK_DEADLINE_MS=${ms} before you start the client, or {"hook": {"deadlineMs": ${ms}}} in your own config.json. Nothing was lost but what the hook would have shown.`
}
