import type { PayloadOf } from './events/catalogue.ts'
import { type ByType, byType, type KnownEvent } from './read-event.ts'
import { copied, own, union, withMember, withMembers } from './sets.ts'
import type { Became, RunEnd } from './values/outcome.ts'
import type { Tier } from './values/pattern.ts'

/** The commits that fixed the work of a run, and the reviews that asked for it; each once. */
export interface Rework {
  /** Commits of others that fixed it. */
  readonly commits: readonly string[]
  /** Reviews that asked for changes, and reviews that were dismissed. */
  readonly asked: readonly string[]
  readonly dismissed: readonly string[]
}

const NONE: Rework = { commits: [], asked: [], dismissed: [] }

/** A dismissed review no longer asks for changes, whichever event was recorded first. */
export function isReworked({ commits, asked, dismissed }: Rework = NONE): boolean {
  return commits.length > 0 || asked.some((review) => !dismissed.includes(review))
}

export function fixedBy(known: Rework = NONE, { commit }: PayloadOf<'run-reworked'>): Rework {
  return { ...known, commits: union(known.commits, [commit]) }
}

export function reviewed(known: Rework = NONE, { review, state }: PayloadOf<'review-recorded'>): Rework {
  const told = state === 'dismissed' ? 'dismissed' : 'asked'
  return { ...known, [told]: union(known[told], [review]) }
}

type Outcome = PayloadOf<'outcome-recorded'>

/** A run: one session of a client, or one pass of a pipeline. */
export interface Run {
  readonly id: string
  /** Runs are numbered per project, so that "not used in the last ten" has a meaning. */
  readonly number: number
  readonly firstAt: number
  readonly lastAt: number
  readonly receipts: number
  readonly tiers: { readonly [pattern: string]: Tier }
  /** Patterns that the agent named before the receipt arrived; a hook may have spooled it. */
  readonly claims: { readonly [pattern: string]: Tier }
  /** Patterns that a validator confirmed by name. */
  readonly reinforced: readonly string[]
  readonly withheld: readonly string[]
  /** Patterns that it was shown, but that its steps went against. */
  readonly ignored?: readonly string[]
  /** Patterns in its random draw whose occasion arose in its steps, and whether their mistake came back. */
  readonly cameUp?: { readonly [pattern: string]: boolean }
  /** The figures of its steps as last measured, and the time of that. */
  readonly measured?: { readonly at: number; readonly figures: PayloadOf<'session-measured'>['figures'] }
  readonly errors: number
  readonly builds: { readonly passed: number; readonly failed: number }
  readonly outcome?: RunOutcome
  readonly merge?: { readonly kept: boolean; readonly at: number }
  readonly rework?: Rework
  /** When a validator passed the work on evidence of level 1 or 2. */
  readonly passedAt?: number
  /** The roles of the validators that passed it, in lower case. */
  readonly passedBy?: readonly string[]
}

export interface RunOutcome {
  readonly result: Outcome['result']
  readonly observedBy: Outcome['observedBy']
  readonly at: number
  /** The outcome of the run, not of one of its tasks. */
  readonly whole: boolean
}

/** Reverted work stays reverted, whatever is recorded later. Work that others fixed counts as reworked, merged or not. */
export function becameOf({ merge, rework }: Run): Became | undefined {
  if (merge?.kept === false) return 'reverted'
  if (isReworked(rework)) return 'reworked'
  return merge === undefined ? undefined : 'kept'
}

const ENDS = { kept: 'success', reworked: 'partial', reverted: 'failure' } as const

/** How a run ended, as far as known. The fate of its work overrides its recorded outcome: kept is success, fixed by others is partial, reverted is failure. */
export function runEnd(run: Run): RunEnd {
  const became = becameOf(run)
  return became === undefined ? (run.outcome?.result ?? 'unknown') : ENDS[became]
}

const HEIGHT: { readonly [T in Tier]: number } = { shown: 0, cited: 1, applied: 2 }

/** Whether one tier is above another; undefined is below all. */
export function isAbove(tier: Tier | undefined, other: Tier | undefined): boolean {
  return (tier === undefined ? -1 : HEIGHT[tier]) > (other === undefined ? -1 : HEIGHT[other])
}

/** Folds one fact into its run. Total: a fact that does not concern runs only moves the time of last activity. The order of facts does not matter. */
export function evolveRun(state: Run | undefined, event: KnownEvent, number: number): Run {
  const run = touched(state ?? firstEvent(event, number), event.occurredAt)
  return byType(FOLDS, event, run) ?? run
}

const FOLDS: ByType<Run, [run: Run]> = {
  'pattern-injected': ({ payload }, run) => injected(run, payload),
  'pattern-acknowledged': ({ payload }, run) => climb(run, payload.pattern, 'cited'),
  'citation-verified': ({ payload }, run) => (payload.verified ? climb(run, payload.pattern, 'applied') : run),
  'pattern-observed': ({ payload }, run) => observed(run, payload),
  'pattern-reinforced': ({ payload }, run) => ({ ...run, reinforced: union(run.reinforced, [payload.pattern]) }),
  'session-measured': ({ payload: { figures }, occurredAt: at }, run) =>
    at >= (run.measured?.at ?? 0) ? { ...run, measured: { at, figures } } : run,
  'error-recorded': (_, run) => ({ ...run, errors: run.errors + 1 }),
  'build-finished': ({ payload }, run) => withMembers(run, { builds: counted(run.builds, payload.passed) }),
  'outcome-recorded': ({ payload, occurredAt }, run) => ended(run, payload, occurredAt),
  'verdict-recorded': ({ payload, occurredAt }, run) => judged(run, payload, occurredAt),
  'run-merged': ({ occurredAt }, run) => merged(run, occurredAt),
  'run-reverted': ({ occurredAt }, run) => reverted(run, occurredAt),
  'run-reworked': ({ payload }, run) => ({ ...run, rework: fixedBy(run.rework, payload) }),
  'review-recorded': ({ payload }, run) => ({ ...run, rework: reviewed(run.rework, payload) }),
}

function firstEvent(event: KnownEvent, number: number): Run {
  return {
    id: event.run ?? '',
    number,
    firstAt: event.occurredAt,
    lastAt: event.occurredAt,
    receipts: 0,
    tiers: {},
    claims: {},
    reinforced: [],
    withheld: [],
    errors: 0,
    builds: { passed: 0, failed: 0 },
  }
}

function touched(run: Run, at: number): Run {
  if (at >= run.firstAt && at <= run.lastAt) return run
  return withMembers(run, { firstAt: Math.min(run.firstAt, at), lastAt: Math.max(run.lastAt, at) })
}

function injected(run: Run, receipt: PayloadOf<'pattern-injected'>): Run {
  const tiers = copied(run.tiers)
  const claims = copied(run.claims)
  for (const { pattern } of receipt.items) {
    if (own(tiers, pattern) === undefined) tiers[pattern] = own(claims, pattern) ?? 'shown'
    // `delete` makes an object slower to copy and to write, even if the key was not there.
    if (own(claims, pattern) !== undefined) delete claims[pattern]
  }
  const withheld = union(
    run.withheld,
    receipt.withheld.map((item) => item.pattern),
  )
  return withMembers(run, { tiers, claims, withheld, receipts: run.receipts + 1 })
}

/** Raises the tier of a pattern that the run was shown. A pattern that it was not shown earns nothing, and stays a claim. */
function climb(run: Run, pattern: string, tier: Tier): Run {
  const where = own(run.tiers, pattern) === undefined ? 'claims' : 'tiers'
  return isAbove(tier, own(run[where], pattern))
    ? withMembers(run, { [where]: withMember(run[where], pattern, tier) })
    : run
}

/** Following a pattern without having been shown it does not count as use. */
function observed(before: Run, payload: PayloadOf<'pattern-observed'>): Run {
  const { pattern, shown, result, share, relapsed } = payload
  const isBack = relapsed || own(before.cameUp, pattern) === true
  const run = share === undefined ? before : { ...before, cameUp: withMember(before.cameUp, pattern, isBack) }
  if (!shown) return run
  if (result === 'followed') return climb(run, pattern, 'applied')
  return result === undefined ? run : { ...run, ignored: union(run.ignored ?? [], [pattern]) }
}

/** Whether its steps go against a pattern, and nothing says that it was used. */
export function isIgnored({ ignored = [], tiers }: Run, pattern: string): boolean {
  return ignored.includes(pattern) && own(tiers, pattern) === 'shown'
}

/** Which outcome takes precedence: an observed one over an agent's claim, a claim over an unobserved one; then the whole run over its tasks; then the later over the earlier. */
function ended(run: Run, outcome: Outcome, at: number): Run {
  const result = outcome.observedBy === 'none' ? 'unknown' : outcome.result
  const next = { result, observedBy: outcome.observedBy, at, whole: outcome.task === undefined }
  return run.outcome === undefined || holdsAgainst(next, run.outcome) ? withMembers(run, { outcome: next }) : run
}

function holdsAgainst(next: RunOutcome, known: RunOutcome): boolean {
  const [more, less] = [witnesses(next), witnesses(known)]
  if (more !== less) return more > less
  return next.whole === known.whole ? next.at >= known.at : next.whole
}

/** 0: nobody saw it; 1: the agent says so; 2: somebody or something saw it. */
function witnesses({ result, observedBy }: RunOutcome): number {
  if (result === 'unknown') return 0
  return observedBy === 'agent' ? 1 : 2
}

function judged(run: Run, { result, evidenceLevel, validatorRole }: PayloadOf<'verdict-recorded'>, at: number): Run {
  const isGated = evidenceLevel === 1 || evidenceLevel === 2
  if (result !== 'PASS' || !isGated) return run
  const passedBy = union(run.passedBy ?? [], [validatorRole.trim().toLowerCase()])
  return { ...run, passedAt: Math.max(run.passedAt ?? 0, at), passedBy }
}

/** Work that was taken back stays taken back. */
function merged(run: Run, at: number): Run {
  if (run.merge?.kept === false) return run
  return withMembers(run, { merge: { kept: true, at: Math.max(run.merge?.at ?? 0, at) } })
}

function reverted(run: Run, at: number): Run {
  const known = run.merge?.kept === false ? run.merge.at : 0
  return withMembers(run, { merge: { kept: false, at: Math.max(known, at) } })
}

function counted(builds: Run['builds'], passed: boolean): Run['builds'] {
  return passed ? { ...builds, passed: builds.passed + 1 } : { ...builds, failed: builds.failed + 1 }
}
