import { DAY_MS } from '../../domain/numbers.ts'
import { isAlike, own, withMembers } from '../../domain/sets.ts'
import { betaBelow } from '../belief/statistics.ts'
import type { Policy } from '../laws/policy.ts'
import type { RunUse } from './governed-run.ts'
import {
  addToBelief,
  betaOf,
  NO_SUCCESS_BELIEF,
  type Overlay,
  type OverlayVerdict,
  overlayOf,
  type SuccessBelief,
  takeFromBelief,
} from './overlay.ts'
import { addRun, NO_RUNS, type Reliability, type ReliabilitySums, scoreOf, sumsSince, takeRun } from './reliability.ts'

export interface Annotation {
  readonly text: string
  readonly by: string
  readonly at: number
}

export interface OverlayDecision {
  readonly kind: 'loosened' | 'tightened'
  readonly by: string
  readonly reason: string
  readonly at: number
}

/** Everything that is stored about an adapter; it does not grow with its runs. `overlay` is active; `wanted` follows from the evidence alone, and is a suggestion where it is looser. */
export interface AdapterRecord {
  readonly adapter: string
  readonly sums: ReliabilitySums
  /** The runs among them that only the agent itself saw. */
  readonly claimed?: ReliabilitySums
  /** Of those, how many were read from the commands of sessions. */
  readonly seen?: number
  readonly belief: SuccessBelief
  /** Failure types that occurred often enough to ask for approval, and how often. */
  readonly repeating: { readonly [failureType: string]: number }
  /** How often each had occurred when the elastic ratchet last loosened; only further occurrences count again. */
  readonly released?: AdapterRecord['repeating']
  readonly overlay: Overlay
  readonly wanted: Overlay
  readonly reason: string
  /** When the active overlay got its current values. */
  readonly since: number
  readonly lastRunAt: number
  /** The least that a person requires, in the fields that they named; the evidence cannot undercut it. */
  readonly floor?: Partial<Overlay>
  /** The evidence that a person saw when loosening; by itself it no longer tightens anything. */
  readonly accepted?: Pick<AdapterRecord, 'sums' | 'claimed' | 'seen' | 'repeating'>
  readonly decision?: OverlayDecision
  readonly annotations: readonly Annotation[]
}

const NO_OVERLAY: Overlay = { riskMultiplier: 1, suggestedMaxRetries: 2, requireApproval: false }
const MOST_ANNOTATIONS = 20

export function newAdapter(adapter: string, policy: Policy): AdapterRecord {
  const overlay = { ...NO_OVERLAY, suggestedMaxRetries: policy.overlay.maxRetries }
  return {
    adapter,
    sums: NO_RUNS,
    belief: NO_SUCCESS_BELIEF,
    repeating: {},
    overlay,
    wanted: overlay,
    reason: 'nothing is known yet',
    since: 0,
    lastRunAt: 0,
    annotations: [],
  }
}

type ToldRun = Omit<RunUse, 'adapter'>

/** With fewer runs, all of them read from the commands of sessions, the score requires nothing: one bad day proves little. A failure that repeats still does. */
export const FEWEST_SEEN = 5

/** The adapter after one more run, with the overlay that follows. An agent's claim about its own run does not change the belief. */
export function withRun(record: AdapterRecord, run: ToldRun, policy: Policy): AdapterRecord {
  const known = asOf(record, run.at, policy)
  const next = withMembers(known, {
    sums: addRun(known.sums, run),
    claimed: run.isClaim ? addRun(known.claimed ?? NO_RUNS, run) : known.claimed,
    belief: run.isClaim ? known.belief : addToBelief(known.belief, run, policy.policy),
    seen: run.isSeen ? (known.seen ?? 0) + 1 : known.seen,
    lastRunAt: Math.max(known.lastRunAt, run.at),
  })
  return judged(next, run.at, policy)
}

/** Removes a run that no longer counts from the sums; whatever it tightened stays until a person loosens it. */
export function withoutRun(record: AdapterRecord, run: ToldRun, policy: Policy): AdapterRecord {
  const { accepted, decision } = record
  const wasAccepted = accepted !== undefined && run.at <= (decision?.at ?? 0)
  const next = {
    ...record,
    ...sumsWithout(record, run),
    ...(!run.isClaim && { belief: takeFromBelief(record.belief, run, policy.policy) }),
    ...(wasAccepted ? { accepted: { ...accepted, ...sumsWithout(accepted, run) } } : {}),
  }
  return judged(next, run.at, policy)
}

type Counted = Pick<AdapterRecord, 'sums' | 'claimed' | 'seen'>

function sumsWithout({ sums, claimed, seen }: Counted, run: ToldRun): Counted {
  return {
    sums: takeRun(sums, run),
    ...(run.isClaim && claimed !== undefined ? { claimed: takeRun(claimed, run) } : {}),
    ...(run.isSeen && seen !== undefined ? { seen: seen - 1 } : {}),
  }
}

/** Too few runs for a score, all of them read from commands. */
export function isThin({ sums, seen = 0 }: Pick<Counted, 'sums' | 'seen'>): boolean {
  return seen > 0 && seen === sums.runs && seen < FEWEST_SEEN
}

/** The runs that may loosen an overlay: under `strict` all, because it never loosens; under `elastic`, those that somebody or something other than the agent saw. */
function sumsThatSpeak({ sums, claimed }: Counted, { policy }: Policy): ReliabilitySums {
  return policy.ratchet === 'elastic' && claimed !== undefined ? sumsSince(sums, claimed) : sums
}

/** Records how often a failure of this adapter has occurred so far; below the limit it does not count as repeating. */
export function withFailures(
  record: AdapterRecord,
  failure: { readonly failureType: string; readonly occurrences: number; readonly at: number },
  policy: Policy,
): AdapterRecord {
  const { failureType, occurrences } = failure
  const repeats = occurrences >= policy.overlay.approvalOccurrences
  const { accepted, released } = record
  const next = {
    ...record,
    repeating: without(record.repeating, failureType, repeats ? occurrences : undefined),
    released: repeats ? released : released && without(released, failureType),
    ...(accepted === undefined || repeats
      ? {}
      : { accepted: { ...accepted, repeating: without(accepted.repeating, failureType) } }),
  }
  return judged(next, failure.at, policy)
}

/** The counts with one of them replaced or removed. */
function without(counts: AdapterRecord['repeating'], key: string, count?: number) {
  const { [key]: _, ...others } = counts
  return count === undefined ? others : { ...others, [key]: count }
}

/** The overlay that follows from the evidence, within a person's decisions: a loosened field tightens only by later evidence, and a required minimum stays. */
function judged(record: AdapterRecord, at: number, policy: Policy): AdapterRecord {
  const verdict = verdictOn(record, policy, at)
  const news = newsAfter(record, policy)
  const follows = news === undefined ? plain(verdict) : looser(verdict, tighterOf(news, record.overlay))
  const overlay = tighterOf(follows, { ...follows, ...record.floor })
  const { repeating } = record
  const { unreliableProbability: probability = 1 } = verdict
  const lets = letsGo(probability, policy) && Object.keys(repeating).length > 0
  return withMembers(record, {
    released: lets ? repeating : record.released,
    overlay,
    wanted: verdict.wanted,
    reason: verdict.reason,
    since: isAlike(plain(overlay), plain(record.overlay)) ? record.since : at,
  })
}

/** The adapter at a later time without another run: under `elastic` the evidence fades, so a gate may open by itself. */
export function asOf(record: AdapterRecord, now: number, policy: Policy): AdapterRecord {
  return policy.policy.ratchet === 'elastic' && now > record.belief.at ? judged(record, now, policy) : record
}

/** Recomputes the explanation after a person's decision, which may release fields that the ratchet held. */
export function explained(record: AdapterRecord, policy: Policy): AdapterRecord {
  return { ...record, reason: verdictOn(record, policy).reason }
}

/** Under `elastic`, once the belief releases the gate, old repeated failures and a poor record no longer count either: three equal failures, then 27 successes. */
function verdictOn(record: AdapterRecord, policy: Policy, at?: number): OverlayVerdict {
  const { ratchet } = policy.policy
  const beta =
    ratchet === 'elastic'
      ? betaOf(record.belief, policy.policy, Math.max(record.belief.at, at ?? record.belief.at))
      : undefined
  const lets = beta !== undefined && letsGo(betaBelow(policy.overlay.unreliableBelow, beta.a, beta.b), policy)
  const score = isThin(record) ? undefined : scoreOr(sumsThatSpeak(record, policy), policy)
  return overlayOf(
    {
      reliabilityScore: lets && score !== undefined ? Math.max(score, policy.overlay.riskyBelow) : score,
      failureOccurrences: lets ? 0 : repeatsOf(record),
      previous: ratchet === 'elastic' ? beliefGate(record.overlay, policy) : record.overlay,
      ratchet,
      beta,
    },
    policy.overlay,
  )
}

function letsGo(probability: number, { overlay }: Policy): boolean {
  return probability < overlay.releaseBelow
}

/** How often the most frequent failure occurred since the elastic ratchet last let go. */
function repeatsOf({ repeating, released = {} }: AdapterRecord): number {
  const since = Object.entries(repeating).map(([type, count]) => count - (own(released, type) ?? 0))
  return Math.max(0, ...since)
}

/** The decision of the belief alone. Only it changes retries, while approval may also be required by a repeated failure; if the retries are unchanged, approval counts as required by both. */
function beliefGate(overlay: Overlay, { overlay: limits }: Policy): Overlay {
  const isTold = limits.unreliableMaxRetries < limits.maxRetries
  const isClosed = !isTold || overlay.suggestedMaxRetries < limits.maxRetries
  return { ...overlay, requireApproval: overlay.requireApproval && isClosed }
}

/** The overlay that the runs since a loosening require by themselves; undefined if nothing was loosened. */
function newsAfter(record: AdapterRecord, policy: Policy): Overlay | undefined {
  const { accepted, repeating } = record
  if (accepted === undefined) return undefined
  const again = Object.entries(repeating).some(([type, count]) => count > (own(accepted.repeating, type) ?? 0))
  const since = sumsSince(sumsThatSpeak(record, policy), sumsThatSpeak(accepted, policy))
  const seen = (record.seen ?? 0) - (accepted.seen ?? 0)
  return overlayOf(
    {
      reliabilityScore: isThin({ sums: since, seen }) ? undefined : scoreOr(since, policy),
      failureOccurrences: again ? policy.overlay.approvalOccurrences : 0,
    },
    policy.overlay,
  ).wanted
}

/** Without a run there is no score; one at the limit then requires nothing. */
function scoreOr(sums: ReliabilitySums, policy: Policy): number {
  return scoreOf(sums, policy.reliability)?.score ?? policy.overlay.unreliableBelow
}

export function reliabilityOfRecord(record: AdapterRecord, policy: Policy): Reliability | undefined {
  return scoreOf(record.sums, policy.reliability)
}

/** A person loosens some fields, knowing the evidence so far. */
export function loosened(
  record: AdapterRecord,
  fields: Partial<Overlay>,
  by: Omit<OverlayDecision, 'kind'>,
): AdapterRecord {
  const { floor, ...rest } = record
  const { sums, claimed, seen, repeating } = record
  const accepted = { sums, repeating, claimed, seen }
  const overlay = looser({ ...record.overlay, ...fields }, record.overlay)
  const left = Object.entries(floor ?? {}).filter(([field]) => !Object.hasOwn(fields, field))
  return {
    ...rest,
    overlay,
    since: by.at,
    accepted,
    floor: left.length === 0 ? undefined : Object.fromEntries(left),
    decision: { kind: 'loosened', ...by },
  }
}

/** A person requires more than the evidence does, until a person loosens it. */
export function tightened(
  record: AdapterRecord,
  fields: Partial<Overlay>,
  by: Omit<OverlayDecision, 'kind'>,
): AdapterRecord {
  const { accepted: _, ...rest } = record
  const overlay = tighterOf({ ...record.overlay, ...fields }, record.overlay)
  const decision: OverlayDecision = { kind: 'tightened', ...by }
  const named = Object.entries(overlay).filter(([field]) => Object.hasOwn(fields, field))
  const floor = { ...record.floor, ...Object.fromEntries(named) }
  return { ...rest, overlay, floor, since: by.at, decision }
}

/** Newest annotations first; the oldest are dropped. */
export function annotated(record: AdapterRecord, annotation: Annotation): AdapterRecord {
  return { ...record, annotations: [annotation, ...record.annotations].slice(0, MOST_ANNOTATIONS) }
}

/** Whether the overlay restricts the adapter at all. */
export function isTight({ overlay }: AdapterRecord, policy: Policy): boolean {
  return (
    overlay.riskMultiplier > 1 || overlay.requireApproval || overlay.suggestedMaxRetries < policy.overlay.maxRetries
  )
}

/** Whether a tight overlay has had no new evidence for longer than the limit: neither a run nor a person's decision. */
export function isStale(record: AdapterRecord, now: number, policy: Policy): boolean {
  const newsAt = Math.max(record.lastRunAt, record.since, record.decision?.at ?? 0)
  return isTight(record, policy) && now - newsAt > policy.policy.staleAfterDays * DAY_MS
}

function plain({ riskMultiplier, suggestedMaxRetries, requireApproval }: Overlay): Overlay {
  return { riskMultiplier, suggestedMaxRetries, requireApproval }
}

function tighterOf(a: Overlay, b: Overlay): Overlay {
  return {
    riskMultiplier: Math.max(a.riskMultiplier, b.riskMultiplier),
    suggestedMaxRetries: Math.min(a.suggestedMaxRetries, b.suggestedMaxRetries),
    requireApproval: a.requireApproval || b.requireApproval,
  }
}

function looser(a: Overlay, b: Overlay): Overlay {
  return {
    riskMultiplier: Math.min(a.riskMultiplier, b.riskMultiplier),
    suggestedMaxRetries: Math.max(a.suggestedMaxRetries, b.suggestedMaxRetries),
    requireApproval: a.requireApproval && b.requireApproval,
  }
}
