import type { PayloadOf } from './events/catalogue.ts'
import { type ByType, byType, type KnownEvent } from './read-event.ts'
import { copied, own, union, withMember, withMembers } from './sets.ts'
import type { Became, RunEnd } from './values/outcome.ts'
import type { Tier } from './values/pattern.ts'

/** Who fixed the work of a run, and who asked for it; each once. */
export interface Rework {
  /** Commits of others that say so. */
  readonly commits: readonly string[]
  /** Reviews that asked for changes, and reviews that were dismissed. */
  readonly asked: readonly string[]
  readonly dismissed: readonly string[]
}

const NONE: Rework = { commits: [], asked: [], dismissed: [] }

/** A review that was dismissed asks for nothing, whichever was told first. */
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
  /** What the agent named before its receipt arrived; a hook may spool one. */
  readonly claims: { readonly [pattern: string]: Tier }
  /** Patterns that a validator held up by name. */
  readonly reinforced: readonly string[]
  readonly withheld: readonly string[]
  /** What its steps go against, though it was shown. */
  readonly ignored?: readonly string[]
  /** Patterns that were drawn for and came up in its steps, and whether the mistake came back. */
  readonly cameUp?: { readonly [pattern: string]: boolean }
  /** What its steps come to, as far as it was read, and when that was. */
  readonly measured?: { readonly at: number; readonly figures: PayloadOf<'session-measured'>['figures'] }
  readonly errors: number
  readonly builds: { readonly passed: number; readonly failed: number }
  readonly outcome?: RunOutcome
  readonly merge?: { readonly kept: boolean; readonly at: number }
  readonly rework?: Rework
  /** When a validator passed the work on evidence of level 1 or 2. */
  readonly passedAt?: number
  /** The roles of those who did, in small letters. */
  readonly passedBy?: readonly string[]
}

export interface RunOutcome {
  readonly result: Outcome['result']
  readonly observedBy: Outcome['observedBy']
  readonly at: number
  /** Of the run, not of one of its tasks. */
  readonly whole: boolean
}

/** What was taken back stays so, whatever else is told; what others had to fix was not kept as the run had left it, merged or not. */
export function becameOf({ merge, rework }: Run): Became | undefined {
  if (merge?.kept === false) return 'reverted'
  if (isReworked(rework)) return 'reworked'
  return merge === undefined ? undefined : 'kept'
}

const ENDS = { kept: 'success', reworked: 'partial', reverted: 'failure' } as const

/** How a run ended, as far as anyone can tell by now: what became of its work holds against its outcome. Work that was kept ended well, what others had to fix did so in part, what was taken back failed. */
export function runEnd(run: Run): RunEnd {
  const became = becameOf(run)
  return became === undefined ? (run.outcome?.result ?? 'unknown') : ENDS[became]
}

const HEIGHT: { readonly [T in Tier]: number } = { shown: 0, cited: 1, applied: 2 }

/** Whether one tier is above another; being unseen is below all. */
export function isAbove(tier: Tier | undefined, other: Tier | undefined): boolean {
  return (tier === undefined ? -1 : HEIGHT[tier]) > (other === undefined ? -1 : HEIGHT[other])
}

/** Folds one fact into its run. Total: what says nothing about runs only moves the time of last activity. Facts may arrive in any order; the run comes out the same. */
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
    // An object of which something was deleted is slower to copy and to write, though it was not there.
    if (own(claims, pattern) !== undefined) delete claims[pattern]
  }
  const withheld = union(
    run.withheld,
    receipt.withheld.map((item) => item.pattern),
  )
  return withMembers(run, { tiers, claims, withheld, receipts: run.receipts + 1 })
}

/** Only what was shown can climb: a pattern that the run never saw earns nothing from it, and waits as a claim. */
function climb(run: Run, pattern: string, tier: Tier): Run {
  const where = own(run.tiers, pattern) === undefined ? 'claims' : 'tiers'
  return isAbove(tier, own(run[where], pattern))
    ? withMembers(run, { [where]: withMember(run[where], pattern, tier) })
    : run
}

/** What a run did by itself, without having been shown it, is no use of a pattern. */
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

/** What was observed holds against an agent's word, that against what nobody saw; then the whole run against its tasks, then the later against the earlier. */
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

/** What was taken back stays taken back. */
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
